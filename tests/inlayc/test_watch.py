"""`inlayc generate --watch`: what is changed between two looks is generated, and what is wrong is told until it is right."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from inlayc.__main__ import main
from inlayc.cli import watch
from inlayc.python import format as formatting

TABLE = '[tool.inlay]\nsources = ["idl"]\ninclude = ["shared"]\noutput = "out"\npackage = "demo"\n'
WATCHING = "; Ctrl-C ends it"
Change = Callable[[Path], object]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for folder in ("idl", "shared"):
        (tmp_path / folder).mkdir()
    (tmp_path / "pyproject.toml").write_text(TABLE)
    (tmp_path / "idl" / "a.thrift").write_text(
        'include "parts.thrift"\nstruct A { 1: parts.Part p }\n'
    )
    (tmp_path / "shared" / "parts.thrift").write_text("struct Part { 1: i32 x }\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run_watch(
    changes: list[Change],
    project: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> list[str]:
    """Makes one change at each look, then Ctrl-C; gives what was said by each run."""
    left: Iterator[Change] = iter(changes)

    def make_next_change() -> None:
        change = next(left, None)
        if change is None:
            raise KeyboardInterrupt
        change(project)

    monkeypatch.setattr(watch, "pause", make_next_change)
    monkeypatch.setattr(sys, "argv", ["inlayc", "generate", "--watch"])
    with pytest.raises(SystemExit) as caught:
        main()
    monkeypatch.undo()
    printed, errors = capfd.readouterr()
    assert caught.value.code == 130
    assert errors.endswith("error: interrupted\n")
    *runs, rest = printed.split(WATCHING)
    assert rest == "\n"
    return [*runs, errors]


def write(name: str, text: str) -> Change:
    return lambda project: (project / name).write_text(text)


CHANGES: dict[str, tuple[Change, str, str]] = {
    "a source": (
        write("idl/a.thrift", "struct New { 1: i32 x }\n"),
        "changed  demo/a.py",
        "class New",
    ),
    "what it includes": (
        write("shared/parts.thrift", "struct Part { 1: i32 longer }\n"),
        "changed  demo/parts.py",
        "longer",
    ),
    "a new source": (
        write("idl/b.thrift", "struct B { 1: i32 x }\n"),
        "new      demo/b.py",
        "class B",
    ),
    "the settings": (
        write("pyproject.toml", TABLE + '[tool.inlay.types."a.A"]\ninternal = true\n'),
        "changed  demo/a.py",
        "class _A",
    ),
    "one nearer than an include root": (
        write("idl/parts.thrift", "struct Part { 1: string nearer }\n"),
        "changed  demo/parts.py",
        "nearer",
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_generated(
    name: str, project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    change, said, code = CHANGES[name]
    first, second, _errors = run_watch([lambda _: None, change], project, monkeypatch, capfd)
    assert "4 new" in first
    assert said in second
    assert any(code in path.read_text() for path in (project / "out" / "demo").glob("*.py"))


def test_a_mistake_is_told_until_it_is_put_right(
    project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    good = (project / "idl" / "a.thrift").read_text()
    changes = [
        write("idl/a.thrift", "struct A { 1: i33 x }\n"),
        lambda _project: None,
        lambda project: (project / "shared" / "parts.thrift").unlink(),
        write("idl/a.thrift", good),
        write("shared/parts.thrift", "struct Part { 1: i64 x }\n"),
    ]
    _first, broken, lost, back, errors = run_watch(changes, project, monkeypatch, capfd)
    assert "error[unknown-type]" in errors
    assert "error[include-not-found]" in errors
    assert "watching 2 files" in broken
    assert "watching 2 files" in lost
    assert "changed  demo/parts.py" in back
    assert "i64" in (project / "out" / "demo" / "parts.py").read_text()


def test_black_is_asked_for_what_is_new_alone(
    project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Also in the run after one that found all of it current."""
    run_watch([], project, monkeypatch, capfd)
    laid_out: list[str] = []
    really = formatting.format_python

    def note(code: str) -> str:
        laid_out.append(code)
        return really(code)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(formatting, "format_python", note)
        patch.chdir(project)
        change = write(
            "shared/parts.thrift", "struct Part { 1: i32 x }\nstruct More { 1: i32 x }\n"
        )
        run_watch([change], project, patch, capfd)
    assert len([code for code in laid_out if "class More" in code]) == 1
    assert not [code for code in laid_out if "class Part(" in code or "class A(" in code]


def test_a_template_of_the_project_is_watched_before_it_is_there(
    project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (project / "templates").mkdir()
    (project / "pyproject.toml").write_text(f'{TABLE}templates = "templates"\n')
    change = write("templates/struct.py.jinja", "{% block docs %}    'Ours.'\n{% endblock %}")
    _first, second, _errors = run_watch([change], project, monkeypatch, capfd)
    assert "changed  demo/a.py" in second
    assert '"Ours."' in (project / "out" / "demo" / "a.py").read_text()
