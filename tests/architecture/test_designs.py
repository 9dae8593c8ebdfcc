"""A design of a footer is a folder that nobody else names (docs/rooms.md): what is outside hardly asks which form a file has, and
reading a footer reaches no design."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from tests.architecture.imports import imports_that_run

ROOT: Final = Path(__file__).parents[2]
TOOLKIT: Final = ROOT / "toolkit"
DESIGNS: Final = TOOLKIT / "inlay" / "footers" / "designs"
MOST_LINES: Final = 30
"""That name a form of a footer outside of the designs: steps that lead from one to the next do."""

MOST_REACHED: Final = 80
"""Modules that reading a footer reaches, by imports inside of functions, too."""

BESIDE: Final = {"dual": {"flatbuffers", "thrift"}, "flatbuffers": {"thrift"}}
"""Which designs lie inside of others; all others may take from `thrift` alone."""

_NAMES_A_FORM: Final = re.compile(r"\bForm\.[A-Z_]{4,}")


def test_hardly_a_line_outside_names_a_form() -> None:
    lines = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for folder in (TOOLKIT, ROOT / "pipeline")
        for path in sorted(folder.rglob("*.py"))
        if DESIGNS not in path.parents
        for line in path.read_text(encoding="utf-8").splitlines()
        if _NAMES_A_FORM.search(line)
    ]
    assert 0 < len(lines) <= MOST_LINES, "\n".join(lines)


def test_reading_a_footer_reaches_no_design() -> None:
    waiting, reached = ["inlay.footers.footer.read"], set[str]()
    while waiting:
        for name in imports_that_run(path_of(waiting.pop())):
            module = next((each for each in (name, name.rpartition(".")[0]) if is_module(each)), "")
            if module and module not in reached:
                reached.add(module)
                waiting.append(module)
    assert "inlay.footers.footer.footer" in reached
    assert not [each for each in reached if each.startswith("inlay.footers.designs")]
    assert len(reached) <= MOST_REACHED


def test_a_design_takes_from_no_other() -> None:
    folders = {path.parent.name: path.parent for path in DESIGNS.glob("*/__init__.py")}
    assert {"thrift", "parx", "modular", "flatbuffers", "dual", "encrypted"} == set(folders)
    for name, folder in folders.items():
        taken = {
            part
            for path in folder.rglob("*.py")
            for imported in imports_that_run(path)
            if (part := imported.removeprefix("inlay.footers.designs.").partition(".")[0])
            in folders
        }
        assert taken - {name} <= BESIDE.get(name, {"thrift"}), name


def path_of(module: str) -> Path:
    path = TOOLKIT.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def is_module(name: str) -> bool:
    return name.startswith("inlay.") and path_of(name).is_file()
