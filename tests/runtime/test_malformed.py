"""Malformed bytes raise the error that names what is wrong, where, and in which value."""

from __future__ import annotations

from typing import Any

import pytest

from inlay_runtime.errors import DecodeError, TruncatedError, WireTypeError
from tests.runtime.malformed import PLACES, Malformed, malformed

VECTORS = list(malformed())


def where(vector: Malformed) -> str:
    """The place that the name ends with: a test takes all vectors of one, for there are more than a thousand."""
    return vector.name.rpartition(", ")[2]


HERE: dict[str, list[Malformed]] = {}
for vector in VECTORS:
    HERE.setdefault(where(vector), []).append(vector)


def test_there_are_enough_vectors() -> None:
    assert len(VECTORS) >= 250
    assert len({vector.data for vector in VECTORS}) > 0.9 * len(VECTORS)


def is_of_another_type(vector: Malformed) -> bool:
    """Whether only a strict decode refuses it (`test_other_types.py`)."""
    return vector.error is WireTypeError


def error_of(kitchen: Any, vector: Malformed, data: bytes) -> DecodeError:
    try:
        getattr(kitchen, vector.cls).decode(data, strict=is_of_another_type(vector))
    except DecodeError as error:
        return error
    raise AssertionError(f"{vector.name}: {data.hex(' ')} was read")


@pytest.mark.parametrize("place", HERE)
def test_malformed_bytes_raise_the_error_at_its_offset_and_path(kitchen: Any, place: str) -> None:
    for vector in HERE[place]:
        error = error_of(kitchen, vector, vector.data)
        shown = f"{vector.name}: {error}"
        assert type(error) is vector.error, shown
        assert error.offset == vector.offset, shown
        assert error.path == (vector.path or error.path), shown
        where = error.path if error.path == error.root else f"{error.root}.{error.path}"
        assert error.root
        assert str(error) == f"{where}: {error.reason}, at offset {error.offset}"


@pytest.mark.parametrize("place", HERE)
def test_prefixes_of_malformed_bytes_raise_it_or_are_truncated(kitchen: Any, place: str) -> None:
    for vector in HERE[place]:
        for length in range(len(vector.data)):
            error = error_of(kitchen, vector, vector.data[:length])
            assert type(error) in (TruncatedError, vector.error), vector.name
            assert 0 <= error.offset <= length, vector.name


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
def test_the_places_are_good_where_nothing_is_damaged(kitchen: Any, place: Any) -> None:
    data = place.before + place.after
    cls = getattr(kitchen, place.cls)
    assert cls.decode(data).encode() == data
    assert cls.decode_from(data)[1] == len(data)
