"""A test over rows calls each of them, says which failed, and leaves fixtures to pytest."""

from __future__ import annotations

import inspect

import pytest

from tests.support.in_one_test import in_one_test


def test_every_row_that_fails_is_named() -> None:
    seen: list[tuple[int, str]] = []

    @in_one_test("number", [1, 2, 3])
    def test(number: int, fixture: str) -> None:
        seen.append((number, fixture))
        assert number == 2

    assert list(inspect.signature(test).parameters) == ["fixture"]
    with pytest.raises(ExceptionGroup, match="2 of 3 rows") as raised:
        test(fixture="f")
    assert seen == [(1, "f"), (2, "f"), (3, "f")]
    notes = [error.__notes__ for error in raised.value.exceptions]
    assert notes == [["with number = 1"], ["with number = 3"]]


def test_rows_of_several_values_and_of_two_tables() -> None:
    seen: list[tuple[int, int, str]] = []

    @in_one_test("text", "ab")
    @in_one_test(("x", "y"), [(1, 2), (3, 4)])
    def test(x: int, y: int, text: str) -> None:
        seen.append((x, y, text))

    test()
    assert seen == [(1, 2, "a"), (3, 4, "a"), (1, 2, "b"), (3, 4, "b")]


def test_a_test_without_rows_is_a_mistake() -> None:
    with pytest.raises(AssertionError):
        in_one_test("number", [])
