"""`ArrayPage` of the modular footer: packed arrays as a struct of its own, written and located."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final, cast

from inlay_runtime.errors import DecodeError, InvalidValueError, MissingFieldError
from inlay_runtime.packed import (
    Fields,
    PackedArray,
    PackedBits,
    locate_full,
    locate_sparse,
    pack,
    pack_bytes,
    packed_bits,
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
    """The stream of an array that has a value for each of `length` positions.

    Raises DecodeError for what breaks a rule, also where positions are absent.
    """
    page = fields.get(field_id)
    if type(page) is dict:
        place, parameters = page.get(_DATA), page.get(_PARAMETERS)
        if (
            page.get(_ENCODING) == _BITSET
            and page.get(_NUM_VALUES) == length
            and type(place) is tuple
            and type(parameters) is dict
            and len(parameters) == 1
        ):
            bitset = parameters.get(1)
            if type(bitset) is dict and bitset.get(2) == length:
                width = bitset.get(1)
                if type(width) is int:
                    stream = packed_bits(buffer, *place, width, length)
                    if stream.end == place[1]:
                        return stream
    located = locate_array(buffer, fields, field_id, length)
    if located is None:
        raise MissingFieldError(f"array {field_id} is missing", 0)
    what = f"{located.num_present} of {length} positions have a value, and all need one"
    raise InvalidValueError(what, located.values.start, f"array {field_id}")


def locate_array(
    buffer: bytes | memoryview,
    fields: Fields,
    field_id: int,
    length: int,
    *,
    is_bytes: bool = False,
) -> PackedArray | None:
    """The array in this field of a struct, None where it is absent. Raises DecodeError for what breaks a rule."""
    page = fields.get(field_id)
    if page is None:
        return None
    path = f"array {field_id}"
    if not isinstance(page, dict) or not isinstance(place := page.get(_DATA), tuple):
        raise InvalidValueError("a struct with data is needed", 0, path)
    start, end = place
    parameters = page.get(_PARAMETERS)
    encoding, count = page.get(_ENCODING), page.get(_NUM_VALUES)
    if count != length:
        raise InvalidValueError(f"{count} positions, and {length} are needed", start, path)
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
