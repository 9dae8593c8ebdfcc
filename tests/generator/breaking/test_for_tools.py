"""What CI systems are given: places that they can show, and failures that are some."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from inlayc.cli.command_line import run
from tests.generator.breaking.test_command import git

OLD = "// the old one\nstruct S { 1: i32 a; 2: optional string b }\nstruct Gone {}\n"
NEW = "// the new one\n\nstruct S { 1: i32 a }\n"

Shown = Callable[..., list[tuple[str, str, int]]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with less in it, a file that is the same, and one that is gone."""
    monkeypatch.chdir(tmp_path)
    for side in ("old", "new"):
        (tmp_path / side / "idl").mkdir(parents=True)
        (tmp_path / side / "idl" / "a.thrift").write_text("struct A {}\n")
    (tmp_path / "old" / "idl" / "lost.thrift").write_text("struct Lost {}\n")
    (tmp_path / "old" / "idl" / "s.thrift").write_text(OLD)
    (tmp_path / "new" / "idl" / "s.thrift").write_text(NEW)
    return tmp_path


@pytest.fixture(params=["sarif", "github"])
def shown(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> Shown:
    """The path of each verdict, and the file and line where it is shown."""

    def show(*words: str) -> list[tuple[str, str, int]]:
        run(["breaking", *words, "--format", request.param])
        printed = capsys.readouterr().out
        if request.param == "github":
            return sorted(map(read_command, printed.splitlines()))
        results = json.loads(printed)["runs"][0]["results"]
        return sorted(read_location(result["locations"][0]) for result in results)

    return show


def read_command(line: str) -> tuple[str, str, int]:
    _, where, said = line.split("::")
    properties = dict(each.split("=") for each in where.partition(" ")[2].split(","))
    return said.partition(":")[0], properties["file"], int(properties["line"])


def read_location(location: dict[str, object]) -> tuple[str, str, int]:
    match location:
        case {
            "logicalLocations": [{"fullyQualifiedName": str(path)}],
            "physicalLocation": {
                "artifactLocation": {"uri": str(file)},
                "region": {"startLine": int(line)},
            },
        }:
            return path, file, line
        case _:
            raise AssertionError(location)


def test_what_is_gone_is_shown_in_the_new_version(folder: Path, shown: Shown) -> None:
    """A field at what has lost it, a definition in its file, what had a file of its own in another one."""
    assert shown("old", "new") == [
        ("Gone", "new/idl/s.thrift", 1),
        ("Lost", "new/idl/s.thrift", 1),
        ("S.b", "new/idl/s.thrift", 3),
    ]


def test_what_is_gone_since_a_revision_is_shown_in_the_file_of_today(
    folder: Path, shown: Shown
) -> None:
    git("init", "-q", "-b", "main")
    git("add", "old")
    git("commit", "-qm", "one")
    (folder / "old" / "idl" / "s.thrift").write_text(NEW)
    assert shown("--against", "main", "old") == [
        ("Gone", "old/idl/s.thrift", 1),
        ("S.b", "old/idl/s.thrift", 3),
    ]


def test_what_is_gone_is_not_shown_in_what_is_included(folder: Path, shown: Shown) -> None:
    (folder / "new" / "idl" / "n.thrift").write_text("include 'a.thrift'\nstruct S { 1: i32 a }\n")
    assert ("Gone", "new/idl/n.thrift", 1) in shown("old/idl/s.thrift", "new/idl/n.thrift")


def test_files_have_the_names_of_the_repository(
    folder: Path, shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever the command runs, and whichever way a file is named."""
    git("init", "-q")
    monkeypatch.chdir(folder / "new" / "idl")
    for named in ("s.thrift", "../idl/s.thrift", str(folder / "new" / "idl" / "s.thrift")):
        assert shown("../../old/idl/s.thrift", named) == [
            ("Gone", "new/idl/s.thrift", 1),
            ("S.b", "new/idl/s.thrift", 3),
        ]


def test_what_lies_beside_the_repository_is_named_as_it_was_given(
    folder: Path, shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder / "old")
    git("init", "-q")
    assert {file for _, file, _ in shown("idl/s.thrift", "../new/idl/s.thrift")} == {
        "../new/idl/s.thrift"
    }
