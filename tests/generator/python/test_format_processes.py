"""Large modules are laid out in several processes: with the same result, and the same errors, as in one."""

from __future__ import annotations

import subprocess
from typing import Any

import pytest

from inlayc.python import format_processes
from inlayc.python.format import FormatError
from inlayc.python.inert import NotInertError

HEAD = "from inlay_runtime.struct import Struct"
PIECES = (HEAD, *(f"class A{n}(Struct):\n    x = {{'a' : {n}}}" for n in range(5)), "a = Struct()")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The codes with which processes ended, of which there are three for every module."""
    codes: list[int] = []
    run = subprocess.run

    def run_noted(*args: Any, **options: Any) -> subprocess.CompletedProcess[str]:
        done = run(*args, **options)
        codes.append(done.returncode)
        return done

    monkeypatch.setattr(format_processes, "LEAST_SHARE", 1)
    monkeypatch.setattr("os.cpu_count", lambda: 3)
    monkeypatch.setattr("subprocess.run", run_noted)
    return codes


def test_pieces_keep_their_order_in_processes(started: list[int]) -> None:
    expected = [HEAD, *(f'class A{n}(Struct):\n    x = {{"a": {n}}}' for n in range(5))]
    laid_out = format_processes.format_pieces(PIECES, ())
    assert laid_out == [f"{piece}\n" for piece in (*expected, "a = Struct()")]
    assert started == [0, 0, 0]


def test_a_small_module_starts_none(started: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(format_processes, "LEAST_SHARE", 50_000)
    assert len(format_processes.format_pieces(PIECES, ())) == len(PIECES)
    assert started == []


@pytest.mark.parametrize(
    ("piece", "error", "what"),
    [
        ("import os", NotInertError, "an import of os"),
        ("absent()", NotInertError, "a call of absent in line 1"),
        ("x = 1 if", SyntaxError, "invalid syntax"),
        ("x = {'a': 1}", None, ""),
    ],
)
def test_errors_are_those_of_one_process(
    started: list[int], piece: str, error: type[Exception] | None, what: str
) -> None:
    if error is None:
        format_processes.format_pieces((*PIECES, piece), ())
        return
    with pytest.raises(error, match=what):
        format_processes.format_pieces((*PIECES, piece), ())


def test_a_process_that_does_not_start_costs_time_only(
    started: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = format_processes.format_pieces(PIECES, ())
    monkeypatch.setattr("sys.executable", "/bin/false")
    assert format_processes.format_pieces(PIECES, ()) == expected
    assert started[3:] == [1, 1, 1]


def test_a_change_of_meaning_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from inlayc.python import format as formatting

    monkeypatch.setattr(formatting, "format_str", lambda code, mode: "x = 2\n")
    with pytest.raises(FormatError, match="not equivalent"):
        formatting.format_python("x = 1")
