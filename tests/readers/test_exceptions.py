"""A row in few words has everything that the row has."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.readers.exceptions import join_rows, name_exceptions


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"a": "reads"}, "reads"),
        ({"a": "reads", "b": "reads"}, "reads"),
        ({"a": "fails", "b": "reads", "c": "reads"}, "reads; a: fails"),
        ({"a": "fails", "b": "reads", "c": "fails", "d": "luck"}, "fails; b: reads; d: luck"),
        ({"a": "1", "b": "2", "c": "2", "d": "1", "e": "2"}, "2; a, d: 1"),
        ({"a": "1", "b": "2"}, "1; b: 2"),
    ],
)
def test_most_are_not_named(words: dict[str, str], said: str) -> None:
    assert name_exceptions(words) == said


@given(st.dictionaries(st.sampled_from("abcdefgh"), st.sampled_from("xyz"), min_size=1))
def test_each_word_can_be_read_again(words: dict[str, str]) -> None:
    most, *others = name_exceptions(words).split("; ")
    named = {
        reader: word
        for names, _, word in (other.partition(": ") for other in others)
        for reader in names.split(", ")
    }
    assert {reader: named.get(reader, most) for reader in words} == words


def test_equal_rows_are_one() -> None:
    assert join_rows([("a", "x"), ("b", "y"), ("c", "x")]) == [["a; c", "x"], ["b", "y"]]
    assert join_rows([("a", "s", "x"), ("b", "u", "x")]) == [["a", "s", "x"], ["b", "u", "x"]]
