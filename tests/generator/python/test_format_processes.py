"""Large modules are laid out in several processes: with the same result, and the same errors, as in one."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Sequence
from typing import Any

import pytest

from inlayc.python import format_processes
from inlayc.python.format import FormatError
from inlayc.python.format_processes import Piece
from inlayc.python.inert import NotInertError, names_bound_by

HEAD = "from inlay_runtime.struct import Struct"
PIECES = (HEAD, *(f"class A{n}(Struct):\n    x = {{'a' : {n}}}" for n in range(5)), "a = Struct()")


def format_pieces(pieces: Sequence[str]) -> list[str]:
    """Those of two modules, the second of which is empty but for its head."""
    bound = [names_bound_by(pieces), names_bound_by([HEAD])]
    laid_out = format_processes.format_pieces(
        [*(Piece(each, 0) for each in pieces), Piece(HEAD, 1)], (), bound
    )
    assert laid_out.pop() == f"{HEAD}\n"
    return laid_out


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The codes with which processes ended, of which there are two beside the first."""
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
    laid_out = format_pieces(PIECES)
    assert laid_out == [f"{piece}\n" for piece in (*expected, "a = Struct()")]
    assert started == [0, 0]


def test_a_name_of_another_module_may_not_be_called(started: list[int]) -> None:
    bound = [names_bound_by(PIECES), names_bound_by([HEAD])]
    with pytest.raises(NotInertError, match="a call of A1"):
        format_processes.format_pieces(
            [*(Piece(each, 0) for each in PIECES), Piece("b = A1()", 1)], (), bound
        )


def test_a_small_module_starts_none(started: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(format_processes, "LEAST_SHARE", 50_000)
    assert len(format_pieces(PIECES)) == len(PIECES)
    assert started == []


def test_with_one_processor_no_process_and_no_thread_starts(
    started: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a browser, which has neither."""

    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError(f"{thread} cannot be started")

    monkeypatch.setattr("os.cpu_count", lambda: 1)
    monkeypatch.setattr("threading.Thread.start", refuse)
    assert len(format_pieces(PIECES)) == len(PIECES)
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
        format_pieces((*PIECES, piece))
        return
    with pytest.raises(error, match=what):
        format_pieces((*PIECES, piece))


def test_a_process_that_does_not_start_costs_time_only(
    started: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = format_pieces(PIECES)
    monkeypatch.setattr("sys.executable", "/bin/false")
    assert format_pieces(PIECES) == expected
    assert started[2:] == [1, 1]


def test_a_change_of_meaning_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from inlayc.python import format as formatting

    monkeypatch.setattr(formatting, "format_str", lambda code, mode: "x = 2\n")
    with pytest.raises(FormatError, match="not equivalent"):
        formatting.format_python("x = 1")
