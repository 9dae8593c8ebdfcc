"""Minimum and maximum as text: integers and text in one native pass, other types many values at once where Arrow casts them.

The text is that of `inlay.ground.values`, and for floating-point numbers the shortest that Arrow finds.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from enum import IntEnum, unique
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from inlay.footers.designs.build import array_from, make_scalar
from inlay.footers.designs.extracted import Array
from inlay.footers.designs.flatbuffers.packed_bounds import NATIVE
from inlay.ground.arrow_functions import compute
from inlay.ground.schema.meaning import find_meaning
from inlay.ground.values import Undecodable, Value, choose_decoder, read_value
from inlay_runtime.core import load_native
from parquet_format.parquet import (
    DateType,
    DecimalType,
    EnumType,
    IntType,
    JsonType,
    SchemaElement,
    StringType,
    TimestampType,
    TimeType,
    Type,
)

if TYPE_CHECKING:
    from inlay.tables.columnar.extracted_arrays import ExtractedArrays

ANYTHING = SchemaElement(name="")
"""For chunks that no leaf of the schema stands for: bytes."""


@unique
class Format(IntEnum):
    """What native code makes of the bounds of one kind of column; GIVEN is what it gets as text."""

    GIVEN = 0
    INT32 = 1
    UINT32 = 2
    INT64 = 3
    UINT64 = 4
    TEXT = 5


_FORMATS: Final[dict[pa.DataType | None, Format]] = {
    pa.int32(): Format.INT32,
    pa.uint32(): Format.UINT32,
    pa.int64(): Format.INT64,
    pa.uint64(): Format.UINT64,
}
_MOST_DIGITS: Final = 20
_MOST_BYTES: Final = (1 << 31) - 1
"""Of all texts of an Arrow array."""


def format_bounds(source: ExtractedArrays, values: Array, deprecated: Array) -> Array:
    """By column chunk, the text of the bound; null where there is none, or no value of the type."""
    if values.null_count and deprecated.null_count < len(deprecated):
        values = compute.coalesce(values, deprecated)
    if values.null_count == len(values):
        return pa.nulls(len(values), pa.string())
    elements = [*source.meanings.elements, ANYTHING]
    compiled = load_native(NATIVE)
    if compiled is not None:
        texts = _format_natively(compiled, elements, source, values)
        if texts is not None:
            return texts
    pieces = [
        format_values(elements[kind], values.take(rows)) for kind, rows in source.chunks_by_kind
    ]
    return pa.concat_arrays(pieces).take(source.places_by_kind)


def _format_natively(
    compiled: Any, elements: Sequence[SchemaElement], source: ExtractedArrays, values: Array
) -> Array | None:
    """None for more text than one array has room for."""
    kinds = source.known_kinds
    formats = bytearray(_format(element) for element in elements)
    texts: list[Array | None] = [None] * len(elements)
    rows = len(values)
    while True:
        for kind in source.different_kinds:
            if formats[kind] == Format.GIVEN and texts[kind] is None:
                chosen = values.filter(compute.equal(kinds, make_scalar(kind, pa.int32())))
                texts[kind] = format_values(elements[kind], chosen)
        size = values.nbytes + _MOST_DIGITS * rows
        size += sum(text.nbytes for text in texts if text is not None)
        if size > _MOST_BYTES:
            return None
        validity, ends = pa.py_buffer(bytearray((rows + 7) // 8)), pa.allocate_buffer(4 * rows + 4)
        room: Any = pa.allocate_buffer(size, None, resizable=True)
        given = [None if text is None else _buffers_of(text) for text in texts]
        there, end = compiled.format_bounds(
            kinds.buffers()[1], bytes(formats), _buffers_of(values), given, validity, ends, room
        )
        if there >= 0:
            room.resize(end)
            nulls = rows - there
            buffers = [validity if nulls else None, ends, room]
            return pa.Array.from_buffers(pa.string(), rows, buffers, nulls)
        formats[-1 - there] = Format.GIVEN  # a bound of this kind is not text


def _buffers_of(array: Array) -> Sequence[pa.Buffer | None]:
    """Those of an array that begins where its buffers do."""
    whole: Array = pa.concat_arrays([array]) if array.offset else array
    buffers: list[pa.Buffer | None] = whole.buffers()
    return buffers


def _format(element: SchemaElement) -> Format:
    if _is_text(element):
        return Format.TEXT
    return _FORMATS.get(_number(element), Format.GIVEN)


def _spread(texts: Array, is_there: Array) -> Array:
    """The texts where they belong, and null elsewhere. (Arrow's `scatter` would do it, from pyarrow 23 on.)"""
    if len(texts) == len(is_there):
        return texts
    return compute.replace_with_mask(pa.nulls(len(is_there), pa.string()), is_there, texts)


def format_values(element: SchemaElement, values: Array) -> Array:
    """By bound, its text; all are of one type. Null where there is none, or no value of the type."""
    if values.null_count == len(values):
        return pa.nulls(len(values), pa.string())
    if values.null_count:
        return _spread(_texts(element, values.drop_null()), values.is_valid())
    return _texts(element, values)


def _texts(element: SchemaElement, values: Array) -> Array:
    """None of the values is null."""
    number = _number(element)
    if number is not None:
        return _numbers_text(values, number)
    if _is_text(element):
        try:
            return values.cast(pa.string())
        except pa.ArrowInvalid:
            pass  # a bound that was cut within a character, or is not text
    decode = choose_decoder(element)
    texts = [_text(read_value(decode, raw)) for raw in values.to_pylist()]
    return array_from(texts, pa.string())


def _numbers_text(values: Array, type_: pa.DataType) -> Array:
    """Null for bytes that are too few or too many."""
    lengths = compute.binary_length(values)
    has_size = compute.equal(lengths, make_scalar(type_.bit_width // 8, pa.int32()))
    if has_size.false_count == 0:
        return _numbers(values, type_).cast(pa.string())
    return _spread(_numbers(values.filter(has_size), type_).cast(pa.string()), has_size)


def _numbers(values: Array, type_: pa.DataType) -> Array:
    """The bytes of all values, one after the other, are the numbers."""
    return pa.Array.from_buffers(type_, len(values), [None, values.buffers()[2]])


def _number(element: SchemaElement) -> pa.DataType | None:
    """The type whose PLAIN bytes and decimal text are those of Arrow."""
    means = find_meaning(element)
    unsigned = isinstance(means, IntType) and not means.isSigned
    if isinstance(means, DateType | DecimalType | TimeType | TimestampType):
        return None
    match element.type:
        case Type.INT32:
            return pa.uint32() if unsigned else pa.int32()
        case Type.INT64:
            return pa.uint64() if unsigned else pa.int64()
        case Type.FLOAT:
            return pa.float32()
        case Type.DOUBLE:
            return pa.float64()
        case _:
            return None


def _is_text(element: SchemaElement) -> bool:
    means = find_meaning(element)
    return element.type == Type.BYTE_ARRAY and isinstance(means, StringType | EnumType | JsonType)


def _text(value: Value | Undecodable) -> str | None:
    match value:
        case Undecodable():
            return None
        case bool():
            return "true" if value else "false"
        case bytes():
            return f"0x{value.hex()}"
        case Decimal():
            return f"{value:f}"
        case _:
            return str(value)
