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
from inlay.cli.commands import BUILT_IN
from tests.docs.pages import ROOT, run_command, steps_of
from tests.readers.document import SHOWN
from tests.readers.expected import expected
from tests.readers.registry import READERS
from tests.support.golden_files import check_golden
from tests.support.in_one_test import in_one_test

README = (ROOT / "README.md").read_text(encoding="utf-8")
PICTURE = ROOT / "docs" / "look.svg"
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


@in_one_test("path", sorted(set(re.findall(r"`([\w./-]+/[\w./-]*)`", README + WHERE))))
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


@pytest.fixture
def orders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder, which is the current one, with the files that the README writes."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    exec(compile(blocks("python")[0], "README.md", "exec"), {})
    return tmp_path


def test_the_first_screen_is_a_screen() -> None:
    first, _, _ = README.partition("\n## ")
    assert first.count("\n") <= 60
    assert {f"`{word}`" for word in ("lint", "report", "scan", "verify", "vet")} <= set(
        re.findall(r"`\w+`", first)
    )


@pytest.mark.parametrize("shown", blocks("console"), ids=lambda shown: shown.split()[2])
@pytest.mark.usefixtures("orders")
def test_the_answers_are_what_is_printed(shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    """But for figures, lines that are left out, and ends of lines that are."""
    for command in re.split(r"^\$ ", shown, flags=re.MULTILINE)[1:]:
        line, *answers = command.splitlines()
        run_command(line)
        printed = iter([plain(each) for each in capsys.readouterr().out.splitlines()])
        for answer in answers:
            start = plain(answer.removesuffix("..."))
            assert any(each.startswith(start) for each in printed), (line, answer)


@pytest.mark.usefixtures("orders")
def test_the_other_commands_of_the_first_screen_run() -> None:
    """On the files that the README writes."""
    first, _, _ = README.partition("\n## ")
    lines = re.findall(r"^    (inlay .*)$", first, re.MULTILINE)
    assert lines
    for line in lines:
        run_command(line)


def test_the_picture_is_of_that_file(orders: Path) -> None:
    """But for figures. `INLAY_REFRESH=look.svg` makes it anew."""
    made = orders / "look.svg"
    run_command(f"inlay layout orders.parquet --format svg -o {made}")
    drawn, kept = made.read_text(encoding="utf-8"), PICTURE.read_text(encoding="utf-8")
    assert len(drawn) < 60_000
    check_golden(PICTURE, PICTURE, kept if elements_of(kept) == elements_of(drawn) else drawn)


def elements_of(picture: str) -> set[str]:
    """Each once, with its text, whatever the sizes and however many are alike."""
    return set(re.findall(r"<[^>]*>[^<]*", re.sub(r"[\d.]+", "0", picture)))


@pytest.mark.usefixtures("orders")
def test_the_tree_is_what_inspect_prints(capsys: pytest.CaptureFixture[str]) -> None:
    """But for the sizes, and for lines that are left out."""
    (shown,) = (text for text in blocks("text") if "row group 0" in text)
    assert inlay_command(["inspect", "orders.parquet"]) == 0
    printed = iter([plain(line) for line in capsys.readouterr().out.splitlines()])
    for line in shown.splitlines():
        assert line == "..." or plain(line) in printed, line


def plain(line: str) -> str:
    """A line, whatever the sizes of the file."""
    without_times = re.sub(r"\b[\d.]+ (?:us|ms|s)\b", "0 s", re.sub(r" +", " ", line))
    return re.sub(r"[\d,.]+", "0", without_times)


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


def test_every_command_has_its_place_in_the_table() -> None:
    named = {words[1] for words in commands_of_the_table() if words[0] == "inlay"}
    assert named == {*BUILT_IN, "spark"}


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
