"""Malformed bytes raise the error that names what is wrong, where, and in which value."""

from __future__ import annotations

from typing import Any

import pytest

from inlay_runtime.errors import DecodeError, TruncatedError, WireTypeError
from tests.runtime.malformed import PLACES, Malformed, malformed

VECTORS = list(malformed())


def names(vector: Malformed) -> str:
    return vector.name


def test_there_are_enough_vectors() -> None:
    assert len(VECTORS) >= 250
    assert len({vector.data for vector in VECTORS}) > 0.9 * len(VECTORS)


def is_of_another_type(vector: Malformed) -> bool:
    """Whether only a strict decode refuses it (`test_other_types.py`)."""
    return vector.error is WireTypeError


@pytest.mark.parametrize("vector", VECTORS, ids=names)
def test_malformed_bytes_raise_the_error_at_its_offset_and_path(
    kitchen: Any, vector: Malformed
) -> None:
    with pytest.raises(DecodeError) as caught:
        getattr(kitchen, vector.cls).decode(vector.data, strict=is_of_another_type(vector))
    error = caught.value
    assert type(error) is vector.error, str(error)
    assert error.offset == vector.offset, str(error)
    if vector.path:
        assert error.path == vector.path, str(error)
    assert str(error) == f"{error.path}: {error.reason}, at offset {error.offset}"


@pytest.mark.parametrize("vector", VECTORS, ids=names)
def test_prefixes_of_malformed_bytes_raise_it_or_are_truncated(
    kitchen: Any, vector: Malformed
) -> None:
    for length in range(len(vector.data)):
        with pytest.raises(DecodeError) as caught:
            getattr(kitchen, vector.cls).decode(
                vector.data[:length], strict=is_of_another_type(vector)
            )
        assert type(caught.value) in (TruncatedError, vector.error)
        assert 0 <= caught.value.offset <= length


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
def test_the_places_are_good_where_nothing_is_damaged(kitchen: Any, place: Any) -> None:
    data = place.before + place.after
    cls = getattr(kitchen, place.cls)
    assert cls.decode(data).encode() == data
    assert cls.decode_from(data)[1] == len(data)
