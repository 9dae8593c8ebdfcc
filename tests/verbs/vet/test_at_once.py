"""Readers at work at once: as many as there may be, in an order that does not depend on which ends first."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from inlay.verbs.vet import ask, at_once
from inlay.verbs.vet.at_once import IsWanted, ask_at_once, count_at_once
from inlay.verbs.vet.limits import VettingLimits
from inlay.verbs.vet.reader_answers import parse_start
from tests.verbs.vet.bad_readers import reader_of

GIB = 1 << 30
PATIENCE = 20.0
"""Seconds for another thread, which needs none."""


def test_answers_are_in_the_order_of_the_questions() -> None:
    second_is_done = threading.Event()
    watched: list[str] = []

    def ask_it(number: int, _: IsWanted) -> int:
        if number == 1:
            assert second_is_done.wait(PATIENCE)
        elif number == 2:
            second_is_done.set()
        return number * 10

    answers = ask_at_once({"a": 1, "b": 2, "c": 3}, ask_it, 2, watched.append)
    assert list(answers.items()) == [("a", 10), ("b", 20), ("c", 30)]
    assert watched == ["a", "b", "c"]


def test_no_more_are_asked_at_once_than_may_be() -> None:
    at_work: set[int] = set()
    most: list[int] = []

    def ask_it(number: int, _: IsWanted) -> None:
        at_work.add(number)
        most.append(len(at_work))
        at_work.discard(number)

    ask_at_once({str(at): at for at in range(5)}, ask_it, 1, str)
    assert most == [1] * 5


def test_an_error_ends_those_at_work_and_asks_no_other() -> None:
    asked: list[int] = []

    def ask_it(number: int, is_wanted: IsWanted) -> None:
        asked.append(number)
        if number == 1:
            raise OSError("no child")
        until = threading.Event()
        while is_wanted():
            until.wait(0.01)

    with pytest.raises(OSError, match="no child"):
        ask_at_once({"a": 0, "b": 1, "c": 2}, ask_it, 2, str)
    assert asked == [0, 1]


def test_a_reader_that_nobody_waits_for_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file.parquet"
    file.write_bytes(b"")
    os.mkfifo(tmp_path / "end")  # which nobody writes to
    has_started = threading.Event()

    def note_start(line: bytes) -> bool | None:
        has_started.set()
        return parse_start(line)

    monkeypatch.setattr(ask, "parse_start", note_start)
    reader, limits = reader_of("waits_for_an_end"), VettingLimits(seconds=10_000)
    end = ask.ask_reader(reader, file, limits, is_wanted=lambda: not has_started.is_set())
    assert (end.answer, end.is_late) == (None, True)


@pytest.mark.parametrize(
    ("processors", "free", "number"),
    [(4, 100 * GIB, 4), (4, 3 * GIB, 3), (4, GIB // 2, 1), (4, None, 1), (1, 100 * GIB, 1)],
)
def test_processors_and_memory_say_how_many(
    processors: int, free: int | None, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_once, "_count_processors", lambda: processors)
    monkeypatch.setattr(at_once, "measure_free_memory", lambda: free)
    assert count_at_once(GIB) == number
    monkeypatch.setattr(at_once, "parent_process", object)  # in a process of --jobs
    assert count_at_once(GIB) == 1
