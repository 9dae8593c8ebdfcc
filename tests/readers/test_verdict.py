"""Which word a reader gets for what came back."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any, Final

import pytest

from tests.readers.outcome import Kind, Outcome
from tests.readers.plain_values import plain, plain_columns
from tests.readers.record import Part, Row, without_hurt
from tests.readers.verdict import (
    HURT,
    LONGEST,
    WORDS,
    Cell,
    judge_failure,
    judge_several,
    judge_sought,
    judge_values,
)

SPELLINGS: Final[Mapping[str, tuple[object, object]]] = {
    "a number": (3.0, 3),
    "a decimal": (Decimal("0.250"), 0.25),
    "bytes": (b"\xff", "0xff"),
    "a text": ("x", "x"),
    "an instant": (datetime(2024, 1, 1, 1, 2, 3, 500_000, UTC), "2024-01-01T01:02:03.5"),
    "midnight": (datetime(2024, 1, 1), "2024-01-01"),
    "a day": (date(2024, 1, 1), "2024-01-01"),
    "a time": (time(1, 2, 3), "01:02:03"),
    "a UUID": (uuid.UUID(int=1), "00000000-0000-0000-0000-000000000001"),
    "pairs": ([("a", 1)], {"a": 1}),
    "a list of lists": ([[1, 2]], [[1, 2]]),
    "nothing in a map": ({}, []),
    "a number that is none": (float("nan"), "NaN"),
}


@pytest.mark.parametrize("name", SPELLINGS)
def test_values_have_one_spelling(name: str) -> None:
    value, spelled = SPELLINGS[name]
    assert plain(value) == spelled
    assert plain(spelled) == spelled


Columns = Mapping[str, Sequence[Any]]
WRITTEN: Final[Columns] = {"c": ["a", None]}
READ: Final[Mapping[str, tuple[Columns, Columns, Columns | None, Cell]]] = {
    "as written": (WRITTEN, WRITTEN, None, Cell("right")),
    "bytes for text": ({"c": [b"a", None]}, WRITTEN, None, Cell("other type")),
    "text for bytes": (WRITTEN, {"c": [b"a", None]}, None, Cell("other type")),
    "as stored": ({"c": [7]}, {"c": [date(1970, 1, 8)]}, {"c": [7]}, Cell("other type")),
    "a time on the first day": (
        {"c": [datetime(1970, 1, 1, 1, 2)]},
        {"c": [time(1, 2)]},
        None,
        Cell("other type"),
    ),
    "a column for a field": ({"c.a": [1]}, {"c": [{"a": 1}]}, None, Cell("other type")),
    "another value": (
        {"c": ["b", None]},
        WRITTEN,
        None,
        Cell("wrong", "c[0] is 'b', and not 'a'"),
    ),
    "one value less": ({"c": ["a"]}, WRITTEN, None, Cell("wrong", "c: 1 values for 2")),
    "another column": ({"d": []}, WRITTEN, None, Cell("wrong", "columns d for c")),
    "what is nearest is named": (
        {"c": [7, 9]},
        {"c": ["x", "y"]},
        {"c": [7, 8]},
        Cell("wrong", "c[1] is 9, and not 8"),
    ),
}


@pytest.mark.parametrize("name", READ)
def test_values_get_their_word(name: str) -> None:
    seen, wanted, stored, cell = READ[name]
    outcome = Outcome(Kind.READ, values=plain_columns(seen))
    assert judge_values(outcome, wanted, stored) == cell


@pytest.mark.parametrize(
    ("outcome", "cell"),
    [
        (Outcome(Kind.ERROR, "E: no"), Cell("error", "E: no")),
        (Outcome(Kind.ERROR, "E: Id(7)"), Cell("error", "E: Id(N)")),
        (Outcome(Kind.ERROR, "NotAskedError: "), Cell("not asked")),
        (Outcome(Kind.CRASH, "SIGSEGV"), Cell("crash", "SIGSEGV")),
        (Outcome(Kind.HANG, "over 10 s"), Cell("hang", "over 10 s")),
        (Outcome(Kind.ERROR, "x" * 999), Cell("error", "x" * (LONGEST - 4) + " ...")),
    ],
)
def test_failures_get_their_word(outcome: Outcome, cell: Cell) -> None:
    assert judge_failure(outcome) == cell


def _sought(*keys: int) -> Outcome:
    return Outcome(Kind.READ, values={"key": [*keys]})


@pytest.mark.parametrize(
    ("honest", "lying", "cell"),
    [
        (_sought(150), _sought(150), Cell("ignored")),
        (_sought(150), _sought(), Cell("used", "the row is left out")),
        (_sought(150), Outcome(Kind.ERROR, "E: crc"), Cell("noticed", "E: crc")),
        (_sought(150), _sought(7), Cell("used", "key[0] is 7, and not 150")),
        (_sought(150), Outcome(Kind.CRASH, "SIGSEGV"), Cell("crash", "SIGSEGV")),
        (_sought(), _sought(), Cell("wrong", "key: 0 values for 1")),
        (Outcome(Kind.ERROR, "NotAskedError: "), _sought(), Cell("not asked")),
    ],
)
def test_a_lie_is_used_or_noticed_or_ignored(honest: Outcome, lying: Outcome, cell: Cell) -> None:
    assert judge_sought(honest, lying, {"key": [150]}) == cell


def test_several_files_get_the_word_of_the_gravest() -> None:
    good, bad, dead = Outcome(Kind.READ), Outcome(Kind.ERROR, "no"), Outcome(Kind.CRASH, "SIGSEGV")
    assert judge_several({}) == Cell("not asked")
    assert judge_several({"a": good, "b": good}) == Cell("right")
    assert judge_several({"a": good, "b": bad}) == Cell(
        "some", "1 of 2 files, such as b: error no", 1
    )
    both = judge_several({"a": bad, "b": dead})
    assert both == Cell("crash", "2 of 2 files, such as b: crash SIGSEGV")
    one = judge_several({"a": good, "b": dead})
    assert one == Cell("crash", "1 of 2 files, such as b: crash SIGSEGV", 1)
    assert judge_several({"a": bad}) == Cell("error", "the file, such as a: error no")


def test_every_word_is_defined_once() -> None:
    assert len(set(WORDS.values())) == len(WORDS)


def test_what_hurts_a_reader_is_not_written_down(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [
        Row(name, "", 1, 1, "", {"it": judge_failure(outcome), "other": Cell("right")})
        for name, outcome in {
            "an error": Outcome(Kind.ERROR, "no"),
            "a crash": Outcome(Kind.CRASH, "SIGSEGV"),
            "a hang": Outcome(Kind.HANG, "over 10 s"),
        }.items()
    ]
    kept = without_hurt(Part("types", "2026-11-28", {}, rows))
    assert [row.name for row in kept.rows] == ["an error"]
    assert capsys.readouterr().err.count("take it out of what is tried") == 2
    assert not {*HURT} & WORDS.keys()
