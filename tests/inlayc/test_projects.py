"""Where `inlayc` finds settings and sources, and what it says of both."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.inlayc.test_inlayc import IDL, inlayc

SETTINGS = '[tool.inlay]\nsources = ["idl/demo.thrift"]\noutput = "out"\npackage = "demo_format"\n'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "idl").mkdir()
    (tmp_path / "idl" / "demo.thrift").write_text(IDL)
    (tmp_path / "pyproject.toml").write_text(SETTINGS)
    return tmp_path


def test_settings_are_looked_for_upwards(project: Path) -> None:
    below = project / "src" / "deep"
    below.mkdir(parents=True)
    (below / "pyproject.toml").write_text("[project]\nname = 'x'\n")  # has no [tool.inlay]
    assert inlayc(["generate"], below).returncode == 0
    assert (project / "out" / "demo_format" / "demo.py").exists()
    assert inlayc(["check"], below).returncode == 0


def test_without_settings_it_says_what_is_missing(tmp_path: Path) -> None:
    result = inlayc(["check"], tmp_path)
    assert result.returncode == 2
    assert "[tool.inlay]\nsources = " in result.stderr


def test_settings_may_begin_with_a_byte_order_mark(project: Path) -> None:
    (project / "pyproject.toml").write_bytes(b"\xef\xbb\xbf" + SETTINGS.encode())
    assert inlayc(["generate"], project).returncode == 0


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('["idl/demo.thrift"]', "[]", "tool.inlay.sources: expected at least one"),
        ('sources = ["idl/demo.thrift"]\n', "", "tool.inlay.sources is missing; write the IDL"),
        ('package = "demo_format"\n', "", "tool.inlay.package is missing; write the package"),
        ("idl/demo.thrift", "idl/*.fbs", "no IDL file matches 'idl/*.fbs'"),
        ("idl/demo.thrift", "out", "out"),
        ("demo_format", "demo.class", "tool.inlay.package: expected a dotted Python name"),
    ],
)
def test_settings_that_compile_nothing_delete_nothing(
    project: Path, old: str, new: str, words: str
) -> None:
    assert inlayc(["generate"], project).returncode == 0
    (project / "pyproject.toml").write_text(SETTINGS.replace(old, new))
    result = inlayc(["generate"], project)
    assert result.returncode == 2
    assert words in result.stderr
    assert (project / "out" / "demo_format" / "demo.py").exists()


@pytest.mark.parametrize(
    ("settings", "words", "code"),
    [
        ('sources = ["idl"]', ["lint"], 1),
        ('sources = ["idl"]', ["format", "--check"], 1),
        ('output = "out"', ["lint", "idl"], 1),
        ('output = "out"', ["format", "--check", "idl"], 1),
        ('output = "out"', ["breaking", "idl", "idl"], 0),
        ('output = "out"', ["diff", "idl", "idl"], 0),
        ('output = "out"', ["expand", "idl/demo.thrift"], 0),
        ('output = "out"', ["lint"], 2),
        ('output = "out"', ["format"], 2),
    ],
)
def test_who_generates_nothing_needs_no_package(
    settings: str, words: list[str], code: int, project: Path
) -> None:
    (project / "pyproject.toml").write_text(f"[tool.inlay]\n{settings}\n")
    result = inlayc(words, project)
    assert result.returncode == code, result.stderr
    assert "package" not in result.stderr


@pytest.mark.parametrize(
    "words",
    [["format"], ["format", "--check"], ["lint"], ["schema"], ["breaking", "idl/demo.thrift"]],
)
@pytest.mark.parametrize("linked", [False, True])
def test_a_pipe_in_a_project_is_not_waited_for(
    words: list[str], linked: bool, project: Path
) -> None:
    os.mkfifo(project / "pipe.thrift")
    (project / "link.thrift").symlink_to("/dev/tty" if linked else "pipe.thrift")
    for name in ("link.thrift",) if linked else ("pipe.thrift", "link.thrift"):
        result = inlayc([*words, name], project)
        assert result.returncode == 6
        assert result.stderr == f"error: {name}: it is a pipe or a device, and no file\n"


def test_what_the_shell_hands_over_is_read(project: Path) -> None:
    for stdin in ("cat idl/demo.thrift |", "</dev/null"):
        words = f"{stdin} {sys.executable} -m inlayc schema /dev/stdin"
        result = subprocess.run(words, shell=True, cwd=project, capture_output=True, check=True)
        assert (b"KeyValue" in result.stdout) == ("cat" in stdin)


@pytest.mark.parametrize("source", ["idl", "idl/*.thrift", "**/*.thrift", "idl/?.thrift"])
def test_sources_are_files_folders_and_patterns(project: Path, source: str) -> None:
    (project / "idl" / "deep").mkdir()
    (project / "idl" / "deep" / "b.thrift").write_text("struct B {}")
    (project / "idl" / "a.thrift").write_text("struct A {}")
    (project / "idl" / "notes.txt").write_text("no IDL")
    (project / "pyproject.toml").write_text(SETTINGS.replace("idl/demo.thrift", source))
    assert inlayc(["generate"], project).returncode == 0
    made = {path.stem for path in (project / "out" / "demo_format").glob("*.py")} - {"__init__"}
    expected = {
        "idl": {"a", "b", "demo"},
        "idl/*.thrift": {"a", "demo"},
        "**/*.thrift": {"a", "b", "demo"},
        "idl/?.thrift": {"a"},
    }
    assert made == expected[source]


def test_a_package_of_files_has_a_name_that_python_takes(project: Path) -> None:
    result = inlayc(["generate", "idl/demo.thrift", "--output", "x", "--package", "class"], project)
    assert result.returncode == 2
    assert "--package class: expected a dotted Python name" in result.stderr
    assert "tool.inlay" not in result.stderr
    assert not (project / "x").exists()


def test_files_have_include_roots(project: Path) -> None:
    (project / "common").mkdir()
    (project / "common" / "shared.thrift").write_text("struct Shared {}")
    main = project / "idl" / "main.thrift"
    arguments = ["idl/main.thrift", "--output", "made", "--package", "p"]
    for include in ("../common/shared.thrift", "shared.thrift"):
        main.write_text(f'include "{include}"\nstruct S {{1: shared.Shared s}}')
        refused = inlayc(["generate", *arguments], project)
        assert refused.returncode == 3
        assert inlayc(["generate", *arguments, "-I", "common"], project).returncode == 0
        assert inlayc(["check", *arguments, "--include", "common"], project).returncode == 0
    main.write_text('include "../common/shared.thrift"\n')
    assert "`-I DIR`" in inlayc(["generate", *arguments], project).stderr
    assert "include = [...]" in inlayc(["generate", "-I", "common"], project).stderr


def test_line_ends_are_told_apart_from_content(project: Path) -> None:
    assert inlayc(["generate"], project).returncode == 0
    output = project / "out" / "demo_format" / "demo.py"
    made = output.read_bytes()
    output.write_bytes(made.replace(b"\n", b"\r\n"))
    result = inlayc(["check"], project)
    assert result.returncode == 1
    assert result.stdout == ""  # a diff would show nothing
    assert "only in line ends: put `*.py text eol=lf` into .gitattributes" in result.stderr
    assert "changed" in inlayc(["generate"], project).stdout
    assert output.read_bytes() == made


def test_a_foreign_file_is_to_be_moved_away(project: Path) -> None:
    assert inlayc(["generate"], project).returncode == 0
    (project / "out" / "demo_format" / "mine.py").write_text("x = 1\n")
    result = inlayc(["check"], project)
    assert result.returncode == 1
    assert "mine.py was not generated, and does not belong in this folder: move it away" in (
        result.stderr
    )
    assert "run: inlayc generate" not in result.stderr
