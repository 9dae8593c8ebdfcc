"""Nothing in the README that was not run: its tables, its pictures, its settings; `test_guides.py` follows it."""

from __future__ import annotations

import contextlib
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from inlay.__main__ import run as inlay_command
from tests.docs.pages import ROOT, steps_of
from tests.readers.document import SHOWN
from tests.readers.expected import expected
from tests.readers.registry import READERS

README = (ROOT / "README.md").read_text(encoding="utf-8")
WHERE = (ROOT / "docs" / "where.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return [step.text for step in steps_of(README) if step.language == language]


def test_the_settings_example_generates(tmp_path: Path) -> None:
    (settings,) = blocks("toml")
    (tmp_path / "pyproject.toml").write_text(settings)
    (tmp_path / "idl").mkdir()
    (tmp_path / "idl" / "events.thrift").write_text("struct Event { 1: required string name }")
    with contextlib.chdir(tmp_path):
        for verb in ("generate", "check"):
            subprocess.run([sys.executable, "-m", "inlayc", verb], check=True, capture_output=True)
    assert (tmp_path / "src" / "events_format" / "events.py").exists()


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`([\w./-]+/[\w./-]*)`", README + WHERE))))
def test_every_path_exists(path: str) -> None:
    assert (ROOT / path).exists()


def test_make_lists_its_verbs() -> None:
    make = shutil.which("make")
    if make is None:
        pytest.skip("make is not installed")
    listed = subprocess.run([make], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (phony,) = re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    verbs = re.findall(r"^  make (\S+)", listed, re.MULTILINE)
    assert set(verbs) == set(phony.split())
    assert set(re.findall(r"\bmake ([a-z-]+)  ", README)) <= set(verbs)


def test_the_matrix_is_an_extract_of_the_measured_one() -> None:
    rows = re.findall(r"^\| ([^|]+) \| (reads[^|]*|\*\*fails[^|]*) \|(.+)\|$", README, re.MULTILINE)
    assert [reader for reader, *_ in rows] == list(READERS)
    for reader, first, others in rows:
        cells = [first.strip(), *(cell.strip() for cell in others.split("|"))]
        places = ("private", "final", "ColumnMetaData", "LogicalType")
        assert cells == [SHOWN[expected(place, reader)] for place in places], reader
        assert expected("migration", reader) == expected("private", reader)


def test_the_tree_is_what_inspect_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """But for the sizes, and for lines that are left out."""
    (shown,) = (text for text in blocks("text") if "row group 0" in text)
    monkeypatch.chdir(tmp_path)
    exec(compile(blocks("python")[0], "README.md", "exec"), {})
    assert inlay_command(["inspect", "prices.parquet"]) == 0
    printed = [plain(line) for line in capsys.readouterr().out.splitlines()]
    assert [plain(line) for line in shown.splitlines() if line != "..."] == [
        line for line in printed if line in {plain(each) for each in shown.splitlines()}
    ]


def plain(line: str) -> str:
    """A line of the tree, whatever the sizes of the file."""
    return re.sub(r"[\d,]+", "0", re.sub(r" +", " ", line))


def test_the_extras_are_those_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    table = README.partition("| extra | for |")[2].partition("\n\n")[0]
    named = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\|[^|]*\|", table, re.MULTILINE))))
    assert named == set(project["optional-dependencies"])


def commands_of_the_table() -> list[list[str]]:
    """What the rows about `inlay` and `inlayc` name: "`inlay footer show`, `add`" is `footer show` and `footer add`."""
    named: list[list[str]] = []
    for program, first, others in re.findall(r"`(inlayc?) ([a-z -]+)[^`]*`([^|\n]*)\|", README):
        words = [word for word in first.split() if not word.startswith("-")]
        named.append([program, *words])
        for other in re.findall(r"`([a-z -]+)`", others):
            name = other.split()
            is_whole = name[0] == program
            named.append([program, *name[1:]] if is_whole else [program, *words[:-1], *name])
    return named


@pytest.mark.parametrize("words", commands_of_the_table(), ids=" ".join)
def test_every_command_that_is_named_exists(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    program, *command = words
    if program == "inlay":
        assert inlay_command([*command, "--help"]) == 0
        assert capsys.readouterr().out.startswith(f"Usage: inlay {' '.join(command)}")
        return
    arguments = [sys.executable, "-m", "inlayc", *command, "--help"]
    shown = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout
    assert " ".join(command) in shown
