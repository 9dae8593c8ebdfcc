"""Any command says from one second on that it works, where it says nothing of how far it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from inlay.cli.progress import LAST_LINE
from inlay.cli.working_time import show_working_time, tell_seconds
from tests.support.terminal import Terminal, open_terminal


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    with open_terminal(monkeypatch) as terminal:
        yield terminal


def seconds(*between: Callable[[], object]) -> Callable[[float], bool]:
    """So many seconds, with what the command does in each; then it has ended."""
    steps = iter(between)

    def wait(_: float) -> bool:
        step = next(steps, None)
        if step is not None:
            step()
        return step is None

    return wait


def nothing() -> None:
    """The command is silent."""


def test_a_silent_command_says_how_long_it_works(terminal: Terminal) -> None:
    tell_seconds(seconds(nothing, nothing))
    LAST_LINE.clear()
    drawn = [part.strip() for part in terminal.getvalue().split("\r")]
    assert drawn == ["", "working ... 1 s", "working ... 2 s", "", ""]


def test_what_ends_within_a_second_says_nothing(terminal: Terminal) -> None:
    tell_seconds(seconds())
    assert terminal.getvalue() == ""


def test_the_command_s_own_line_goes_before(terminal: Terminal) -> None:
    tell_seconds(seconds(nothing, lambda: LAST_LINE.show("reading 3 files"), nothing))
    assert terminal.getvalue().rstrip().endswith("reading 3 files")
    tell_seconds(seconds(LAST_LINE.clear))
    assert terminal.getvalue().endswith("working ... 1 s")
    LAST_LINE.clear()


def test_a_pager_has_the_terminal_for_itself(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LAST_LINE, "is_covered", True)
    tell_seconds(seconds(nothing, nothing))
    assert terminal.getvalue() == ""


def test_no_thread_is_left_behind_an_error(terminal: Terminal) -> None:
    import threading

    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt), show_working_time():
        raise KeyboardInterrupt
    assert threading.active_count() == before
