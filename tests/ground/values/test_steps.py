"""How neighbours compare, natively and slowly: the same steps, by every order."""

from __future__ import annotations

import struct
from random import Random
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.ground.values import steps
from inlay.ground.values.orders import Key
from inlay.ground.values.steps import StepsOfValues, ValueStep
from parquet_format.parquet import Type
from tests.ground.values.test_extremes import CASES, OF_ONE_WIDTH, build, draw_many, key_of

pytestmark = pytest.mark.needs("native core")


def find_steps(values: pa.ChunkedArray[Any], key: Key) -> bytes:
    return bytes(StepsOfValues(key).take(values)[1:])


@pytest.mark.parametrize("name", CASES)
@given(data=st.data())
def test_both_passes_say_the_same(name: str, data: st.DataObject) -> None:
    key, arrow, strategy = CASES[name]
    values = data.draw(strategy)
    again = data.draw(st.lists(st.sampled_from(values)))
    array = build([*values, *again], arrow)
    cut = data.draw(st.integers(0, len(array)))
    chunked = pa.chunked_array([array.slice(0, cut), array.slice(cut)])
    if data.draw(st.booleans()) and pa.types.is_binary(arrow):
        chunked = chunked.dictionary_encode().unify_dictionaries()
    native = find_steps(chunked, key)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(steps, "_native", None)
        slow = find_steps(chunked, key)
    assert native == slow
    assert len(native) == len(array) - 1


@pytest.mark.parametrize("name", OF_ONE_WIDTH)
@pytest.mark.parametrize("seed", range(2))
def test_many_values(name: str, seed: int) -> None:
    """As many as several pieces of the native pass, some of which have neither zeros nor NaNs; each third value follows its like."""
    key, arrow, _ = CASES[name]
    rng = Random(seed)
    values = [it for it in draw_many(name, rng, 900) for _ in range(rng.choice((1, 1, 2)))]
    chunked = pa.chunked_array([build(values, arrow).slice(seed)])
    native = find_steps(chunked, key)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(steps, "_native", None)
        assert find_steps(chunked, key) == native


def test_numbers() -> None:
    nan = float("nan")
    numbers = [1.0, 2.0, 2.0, 0.0, -0.0, nan, nan, 3.0, 1.0]
    values = pa.chunked_array([build([struct.pack("<d", one) for one in numbers], pa.float64())])
    assert [ValueStep(step) for step in find_steps(values, key_of(Type.DOUBLE))] == [
        ValueStep.RISES,
        ValueStep.SAME,
        ValueStep.FALLS,
        ValueStep.ZEROS,
        ValueStep.TO_NAN,
        ValueStep.SAME,
        ValueStep.FROM_NAN,
        ValueStep.FALLS,
    ]


def test_booleans() -> None:
    values = pa.chunked_array([pa.array([True] * 9 + [False, True]).slice(7)])
    found = find_steps(values, key_of(Type.BOOLEAN))
    assert [*found] == [ValueStep.SAME, ValueStep.FALLS, ValueStep.RISES]
