"""Numbers are taken out once, natively as in Python."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.verbs.store.key_set import KeySet, make_key_set

_KEYS = st.integers(-3, 3) | st.integers(-(2**63), 2**63 - 1)
_STEPS = st.lists(st.tuples(st.sampled_from(["add", "take"]), st.lists(_KEYS, max_size=8)))


@given(_STEPS)
def test_native_and_python_agree(steps: list[tuple[str, list[int]]]) -> None:
    native, python = make_key_set(), KeySet()
    for verb, keys in steps:
        assert getattr(native, verb)(keys) == getattr(python, verb)(keys)
        assert len(native) == len(python)
        assert sorted(native.list_left()) == sorted(python.list_left())


def test_each_number_is_taken_once() -> None:
    keys = make_key_set()
    assert keys.add([5, 7, 5]) == [2]
    assert keys.take([7, 6, 7]) == [1, 2]
    assert keys.list_left() == [5]
    assert keys.add([7]) == []
    assert sorted(keys.list_left()) == [5, 7]


def test_there_is_room_for_many() -> None:
    """Also for such as have the same low bits, and where most were taken out."""
    keys = make_key_set()
    many = [number << 32 for number in range(100_000)]
    assert keys.add(many) == []
    assert keys.take(many[1:]) == []
    assert keys.add(many) == [0]
    assert len(keys) == len(many)
    assert sorted(keys.list_left()) == many


@pytest.mark.needs("native core")
def test_numbers_have_64_bits() -> None:
    with pytest.raises(OverflowError):
        make_key_set().add([2**63])
