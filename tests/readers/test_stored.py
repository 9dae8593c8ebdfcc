"""What readers are compared by: values as they are stored, wherever in a column a type stands that not everyone knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pytest

from inlay.variant import variant_array
from tests.readers.stored import arrow_text

VARIANTS: Any = variant_array([1, {"a": "x"}, None])
PLACES: dict[str, Callable[[Any], Any]] = {
    "alone": lambda array: array,
    "in a struct": lambda array: pa.StructArray.from_arrays([array], names=["v"]),
    "in a list": lambda array: pa.ListArray.from_arrays([0, 2, 3], array),
    "in a map": lambda array: pa.MapArray.from_arrays(
        pa.array([0, 1, 3]), pa.array([*"klm"]), array
    ),
}


@pytest.mark.parametrize("place", PLACES)
def test_a_variant_is_compared_as_it_is_stored(place: str) -> None:
    put = PLACES[place]
    text = arrow_text(pa.table({"c": put(VARIANTS)}))
    assert text == arrow_text(pa.table({"c": put(VARIANTS.storage)}))
    other: Any = variant_array([1, {"a": "y"}, None])
    assert text != arrow_text(pa.table({"c": put(other.storage)}))
