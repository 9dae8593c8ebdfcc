"""`ArrayPage` of the modular footer: packed arrays as a struct of its own, written and located."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final, cast

from inlay.ground.wording.amounts import count
from inlay_runtime.errors import DecodeError, InvalidValueError, MissingFieldError
from inlay_runtime.packed import (
    Fields,
    PackedArray,
    PackedBits,
    locate_full,
    locate_sparse,
    pack,
    pack_bytes,
    packed_streams,
    width_of,
)
from parquet_format.modular import (
    ArrayEncoding,
    ArrayPage,
    BitsetParameters,
    PresentIndexParameters,
)

_DATA, _ENCODING, _NUM_VALUES, _PARAMETERS = 1, 2, 3, 4
_BITSET: Final = int(ArrayEncoding.BITSET)
_PRESENT_INDEX: Final = int(ArrayEncoding.PRESENT_INDEX)


def pack_dense(values: Sequence[int]) -> ArrayPage:
    """Numbers of which none is absent, in as few bits as the largest needs. ValueError for a negative one."""
    width = width_of(max(values, default=0))
    return ArrayPage(
        data=pack(_unsigned(values), width),
        encoding=ArrayEncoding.BITSET,
        num_values=len(values),
        parameters=BitsetParameters(value_bit_width=width, num_present=len(values)),
    )


def pack_sparse(domain: int, positions: Sequence[int], values: Sequence[int]) -> ArrayPage:
    """Numbers at some of `domain` positions. ValueError for a negative one."""
    width = width_of(max(values, default=0))
    return _present_index(domain, positions, pack(_unsigned(values), width), width)


def pack_sparse_bytes(domain: int, positions: Sequence[int], parts: list[bytes]) -> ArrayPage:
    """Byte arrays at some of `domain` positions."""
    return _present_index(domain, positions, *pack_bytes(parts))


def _present_index(domain: int, positions: Sequence[int], values: bytes, width: int) -> ArrayPage:
    position_width = width_of(max(domain - 1, 0))
    return ArrayPage(
        data=pack(_unsigned(positions), position_width) + values,
        encoding=ArrayEncoding.PRESENT_INDEX,
        num_values=domain,
        parameters=PresentIndexParameters(
            num_present=len(positions),
            position_bit_width=position_width,
            value_bit_width=width,
        ),
    )


def _unsigned(values: Sequence[int]) -> array[int]:
    try:
        return array("Q", values)
    except OverflowError:
        raise ValueError(f"{min(values)} is negative, and packed arrays hold no sign") from None


def locate_dense(
    buffer: bytes | memoryview, fields: Fields, field_id: int, length: int
) -> PackedBits:
    """The stream of an array that has a value for each of `length` positions. Raises as `locate_all_dense`."""
    return locate_all_dense(buffer, fields, ((field_id, length),))[0]


def locate_all_dense(
    buffer: bytes | memoryview, fields: Fields, wanted: Sequence[tuple[int, int]]
) -> list[PackedBits]:
    """The streams of arrays, by field and length, that have a value for each position.

    Raises DecodeError for what breaks a rule, also where positions are absent.
    """
    places = list[tuple[int, int, int, int]]()
    for field_id, length in wanted:
        page = fields.get(field_id)
        bitset = _dense_parameters(page, length) if isinstance(page, dict) else None
        if bitset is None:
            raise _refusal_of(buffer, fields, field_id, length)
        places.append(bitset)
    return packed_streams(buffer, places)


def _dense_parameters(page: Fields, length: int) -> tuple[int, int, int, int] | None:
    """Start, end, width and length; None for an array that is not dense, or not well-formed."""
    place, parameters = page.get(_DATA), page.get(_PARAMETERS)
    if (
        page.get(_ENCODING) == _BITSET
        and page.get(_NUM_VALUES) == length
        and isinstance(place, tuple)
        and isinstance(parameters, dict)
        and len(parameters) == 1
    ):
        bitset = parameters.get(1)
        if isinstance(bitset, dict) and bitset.get(2) == length:
            width = bitset.get(1)
            if isinstance(width, int):
                return *place, width, length
    return None


def _refusal_of(
    buffer: bytes | memoryview, fields: Fields, field_id: int, length: int
) -> DecodeError:
    """Why an array is not dense; may raise for what else is wrong with it."""
    located = locate_array(buffer, fields, field_id, length)
    if located is None:
        return MissingFieldError(f"array {field_id} is missing", 0)
    what = f"{located.num_present} of {count(length, 'position has', 'positions have')} a value, and all need one"
    return InvalidValueError(what, located.values.start, f"array {field_id}")


def locate_array(
    buffer: bytes | memoryview,
    fields: Fields,
    field_id: int,
    length: int,
    *,
    is_bytes: bool = False,
) -> PackedArray | None:
    """The array of `length` positions in a field of a struct; None where it is absent. Raises DecodeError for what breaks a rule."""
    inner = fields.get(field_id)
    if inner is None:
        return None
    path = f"array {field_id}"
    if not isinstance(inner, dict) or not isinstance(place := inner.get(_DATA), tuple):
        raise InvalidValueError("a struct with data is needed", 0, path)
    start, end = place
    if inner.get(_NUM_VALUES) != length:
        what = f"num_values is {inner.get(_NUM_VALUES)}, and {length} are needed"
        raise InvalidValueError(what, start, path)
    parameters, encoding = inner.get(_PARAMETERS), inner.get(_ENCODING)
    if (
        not isinstance(parameters, dict)
        or len(parameters) != 1
        or encoding not in (_BITSET, _PRESENT_INDEX)
    ):
        raise InvalidValueError(f"encoding {encoding} with parameters {parameters}", start, path)
    numbers = parameters.get(encoding + 1)
    if not isinstance(numbers, dict):
        raise InvalidValueError("the parameters are those of another encoding", start, path)
    given = [numbers.get(key) for key in ((2, 1) if encoding == _BITSET else (1, 2, 3))]
    if not all(isinstance(number, int) for number in given):
        raise MissingFieldError("a parameter is missing", start, path)
    whole = cast("list[int]", given)
    try:
        if encoding == _BITSET:
            return locate_full(buffer, start, end, length, *whole, is_bytes=is_bytes)
        return locate_sparse(buffer, start, end, length, *whole, is_bytes=is_bytes)
    except DecodeError as error:
        error.path = path
        raise
