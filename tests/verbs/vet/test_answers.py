"""What comes through the pipe of a child: answers are taken as they are, and nothing else is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inlay.verbs.vet.reader_answers import parse_answer, parse_start
from inlay.verbs.vet.texts import BLOCK

COST = {"peak": 5, "seconds": 0.5}
VALUES: dict[str, Any] = {"rows": BLOCK + 1, "names": ["a"], "digests": [["d", "e"]], **COST}
TEXTS: dict[str, Any] = {"rows": 2, "names": ["a"], "texts": ["1", "2"], **COST}
ERROR: dict[str, Any] = {"error": "ValueError", "text": "no", "is_ours": False, **COST}
WRONG: dict[str, list[Any]] = {
    "rows": [-1, 1.0, True, "1", None, 10**30],
    "names": [None, "a", [1], ["\ud83d"], ["\udc80\udbff"]],
    "digests": [None, [], ["de"], [["d"]], [[1, 2]]],
    "texts": [None, "12", [1], ["1"] * (BLOCK + 1)],
    "peak": [None, "x", -1, 0.5, True],
    "seconds": [None, "x", -1.0, 1, float("nan"), float("inf")],
    "error": [None, 1, "\ud83d"],
    "text": [None, 1],
    "is_ours": [None, 1],
}
"""Values that a key never has."""


def test_answers_are_taken_as_they_are() -> None:
    for answer in (VALUES, ERROR, {**VALUES, "names": ["\u00e9\udc80\U0001f600"]}):
        assert parse_answer(json.dumps(answer).encode(), "digests") == answer
    assert parse_answer(json.dumps(TEXTS).encode(), "texts") == TEXTS
    assert parse_answer(json.dumps(TEXTS).encode(), "digests") is None


@pytest.mark.parametrize("answer", [VALUES, TEXTS, ERROR], ids=["values", "texts", "error"])
def test_what_is_missing_or_of_another_type_makes_it_none(answer: dict[str, Any]) -> None:
    asked: Any = "texts" if "texts" in answer else "digests"
    for key in answer:
        missing = {other: value for other, value in answer.items() if other != key}
        wrong = [{**answer, key: value} for value in WRONG[key]]
        for other in (missing, *wrong):
            assert parse_answer(json.dumps(other).encode(), asked) is None, other


def test_there_are_as_many_digests_as_values_need() -> None:
    wrong: list[dict[str, Any]] = [
        {"rows": BLOCK},
        {"rows": 1 << 62},
        {"names": []},
        {"names": ["a", "b"]},
    ]
    for other in wrong:
        assert parse_answer(json.dumps({**VALUES, **other}).encode(), "digests") is None


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"garbage",
        b"{}",
        b"[]",
        b"null",
        b"[" * 60_000,
        b"\xff\xfe",
        b'{"rows":' + b"9" * 9999 + b"}",
    ],
)
def test_other_lines_are_none(line: bytes) -> None:
    assert parse_answer(line, "digests") is None
    assert parse_start(line) is None


def test_a_start_says_whether_the_child_is_held() -> None:
    assert parse_start(b'{"is_held": true}') is True
    assert parse_start(b'{"is_held": false}') is False
    assert parse_start(b'{"is_held": 1}') is None
