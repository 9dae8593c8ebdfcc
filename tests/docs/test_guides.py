"""The README and the guides hold when they are followed, command by command, and type checkers accept their Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import GUIDES, PAGES, ROOT, Step, follow, run_command, steps_of

PROGRAM = """
import pyarrow as pa

import inlay
from inlay import Footer, InlayError, errors, variant
from parquet_format.parquet import FileMetaData

footer: Footer = inlay.open("f.parquet")
metadata: FileMetaData = inlay.read_metadata("f.parquet")
schema: pa.Schema = footer.schema_arrow
groups: int = footer.num_row_groups + footer.num_columns + footer.num_rows + len(footer.row_groups)
text: str = footer.to_json()
batches: pa.RecordBatchReader = inlay.scan_footers("lake")
rows: pa.RecordBatchReader = inlay.iter_batches("f.parquet")
kinds: list[type[InlayError]] = [errors.FooterError, errors.RefusedError, errors.FooterPathError]
scalar: type[variant.VariantScalar] = variant.VariantScalar
try:
    footer.validate()
except errors.FooterError as error:
    print(error.path, error.offset + 1, error.finding.what)
"""
"""What no page shows, as a user would write it."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_holds_when_it_is_followed(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)
    try:
        follow(page, tmp_path)
    finally:
        for name in set(sys.modules) - before:
            if name.startswith("vendor_format"):
                del sys.modules[name]


def test_the_python_of_all_pages_passes_strict_type_checkers(tmp_path: Path) -> None:
    (readme,) = (steps_of(page.read_text(encoding="utf-8")) for page in PAGES[:1])
    (declaration,) = (step.text for step in readme if step.language == "fbs")
    (tmp_path / "notes.fbs").write_text(declaration)
    arguments = ["generate", "notes.fbs", "--output", "src", "--package", "vendor_format"]
    command = [sys.executable, "-m", "inlayc", *arguments]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    (tmp_path / "program.py").write_text(PROGRAM)
    for page in (*PAGES, ROOT / "docs" / "errors.md"):
        steps = steps_of(page.read_text(encoding="utf-8"))
        code = [step.text for step in steps if step.language == "python"]
        (tmp_path / f"{page.stem.lower()}.py").write_text("\n".join(code))
    examples = [path.name for path in sorted(tmp_path.glob("*.py"))]
    assert len(examples) == len(PAGES) + 2
    layers = [ROOT / name for name in ("runtime", "generated", "variant", "toolkit", "typings")]
    paths = [str(path) for path in (*layers, tmp_path / "src")]
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file", "", *examples],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout
    settings = {"include": examples, "extraPaths": paths, "stubPath": str(ROOT / "typings")}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    checked = subprocess.run(
        [sys.executable, "-m", "basedpyright", "--pythonpath", sys.executable, "--level", "error"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout


def test_each_guide_is_in_the_readme() -> None:
    readme = PAGES[0].read_text(encoding="utf-8")
    assert len(GUIDES) == 5
    assert all(f"](docs/{guide.name})" in readme for guide in GUIDES)


def test_steps_are_seen() -> None:
    page = "`a.fbs`:\n\n```fbs\ntable\n```\n\n    $ inlay x  # exit code 1\n\n```text\n$ no\n```\n"
    assert steps_of(page) == [
        Step("fbs", "table\n", "a.fbs"),
        Step("command", "inlay x  # exit code 1"),
        Step("text", "$ no\n"),
    ]


def test_a_command_that_ends_otherwise_is_seen() -> None:
    with pytest.raises(AssertionError, match="inlay verify"):
        run_command("inlay verify nothing-there.parquet")
