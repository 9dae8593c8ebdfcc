"""The values of one column of a row group as an Arrow array, from its pages and from nothing else.

pyarrow builds every struct around a value before it gives the value. Here the definition levels alone say which rows have one, so
only columns without lists are read. `native_pages.pyx` does the work; what it does not decode is left to pyarrow.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum, unique
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pyarrow as pa

from inlay.ground.arrow_rows import wrap_storage
from inlay.pages.engine.chunk_pages import Page, data_of, dictionary_of
from inlay.pages.engine.codecs import is_known
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.leaf import Leaf
from inlay_runtime.core import load_native
from parquet_format.parquet import (
    ColumnMetaData,
    CompressionCodec,
    Encoding,
    PageType,
    SchemaElement,
    Type,
)

if TYPE_CHECKING:
    from inlay.pages.engine.native_pages import LeafBuilder

_native: Any = load_native("inlay.pages.engine.native_pages")

_MOST_ROWS: Final = (1 << 31) - 2
"""Offsets of Arrow's strings have 32 bits, and there is one more than rows."""


@unique
class ValueKind(IntEnum):
    """How values are stored in a page, and so what native code does with them."""

    BITS = 0
    BYTES = 1
    LITTLE = 2
    BIG = 3


@unique
class Coding(IntEnum):
    """The encodings that are decoded here."""

    PLAIN = 0
    DICTIONARY = 1
    RUNS = 2


@unique
class Fault(IntEnum):
    """What native code found wrong with a page."""

    NONE = 0
    LEVELS = 1
    VALUES = 2
    INDEXES = 3
    NO_DICTIONARY = 4
    TOO_LARGE = 5
    TOO_MANY = 6
    NULLS = 7


_FAULTS: Final = {
    Fault.LEVELS: "definition levels that end early, or are too high",
    Fault.VALUES: "fewer values than the levels tell of",
    Fault.INDEXES: "indexes that end early, or lead out of the dictionary",
    Fault.NO_DICTIONARY: "indexes, and no dictionary page before them",
    Fault.TOO_MANY: "more values than the row group has rows",
    Fault.NULLS: "another number of nulls than its header says",
}

CODINGS: Final = {
    Encoding.PLAIN: Coding.PLAIN,
    Encoding.PLAIN_DICTIONARY: Coding.DICTIONARY,
    Encoding.RLE_DICTIONARY: Coding.DICTIONARY,
    Encoding.RLE: Coding.RUNS,
}

_WIDTHS: Final = {Type.INT32: 4, Type.FLOAT: 4, Type.INT64: 8, Type.DOUBLE: 8}


class ValueLayout(NamedTuple):
    """The values of a column in pages and in Arrow, where they have `width` bytes, and in pages `source`."""

    arrow: pa.DataType
    kind: ValueKind
    source: int = 0
    width: int = 0


def layout_of(element: SchemaElement, arrow: pa.DataType) -> ValueLayout | None:
    """How a column of this Parquet type becomes one of this Arrow type, which pyarrow has chosen; None where it is left to pyarrow."""
    if _native is None or element.type is None:
        return None
    source = _WIDTHS.get(element.type, 0)
    if element.type == Type.BOOLEAN:
        return ValueLayout(arrow, ValueKind.BITS) if arrow == pa.bool_() else None
    if element.type == Type.BYTE_ARRAY:
        return ValueLayout(arrow, ValueKind.BYTES) if arrow in (pa.string(), pa.binary()) else None
    if element.type == Type.FIXED_LEN_BYTE_ARRAY:
        length = element.type_length or 0
        if arrow in (pa.uuid(), pa.binary(16)) and length == 16:
            return ValueLayout(arrow, ValueKind.LITTLE, 16, 16)
        if pa.types.is_decimal128(arrow) and 0 < length <= 16:
            return ValueLayout(arrow, ValueKind.BIG, length, 16)
        return None
    if pa.types.is_decimal128(arrow) and element.type in (Type.INT32, Type.INT64):
        return ValueLayout(arrow, ValueKind.LITTLE, source, 16)
    if not source or not pa.types.is_primitive(arrow) or arrow.bit_width > 8 * source:
        return None
    if pa.types.is_floating(arrow) != (element.type in (Type.FLOAT, Type.DOUBLE)):
        return None
    return ValueLayout(arrow, ValueKind.LITTLE, source, arrow.bit_width // 8)


def may_decode(meta: ColumnMetaData) -> bool:
    """Whether the pages of a chunk are worth a look: codec, encodings and size are those that are decoded here."""
    known = all(
        encoding in CODINGS or encoding == Encoding.BIT_PACKED for encoding in meta.encodings
    )
    return known and is_known(meta.codec) and 0 <= meta.num_values <= _MOST_ROWS


def decode_pages(
    pages: Iterable[Page],
    meta: ColumnMetaData,
    leaf: Leaf,
    layout: ValueLayout,
    rows: int,
    at: int,
) -> pa.Array[Any] | None:
    """The values of some pages of a chunk at offset `at` of its file, the dictionary before the others: they have so many `rows`.
    Null where the highest definition level is not reached.

    The chunk is one that `may_decode` lets pass. None for pages that are left to pyarrow all the same. Raises ChunkError for
    damage: pages that have another CRC, or hold another number of values than is said of them.
    """
    if _WIDTHS.get(meta.type, layout.source) != layout.source:
        raise ChunkError(f"values of the type {meta.type.name}, and its schema has another", at)
    pages = list(pages)
    if not rows:
        return pa.array([], layout.arrow)
    if not all(_is_decoded(page, leaf) for page in pages):
        return None
    plain = sum(page.header.uncompressed_page_size for page in pages if page.is_data)
    values = _Values(layout, leaf, rows, min(max(plain, 0), _MOST_ROWS))
    for page in pages:
        fault = values.add(page, meta.codec, at)
        if fault is Fault.TOO_LARGE:
            return None
        if fault is not Fault.NONE:
            raise ChunkError(f"a page of {_FAULTS[fault]}", at + page.offset)
    return values.finish()


def _is_decoded(page: Page, leaf: Leaf) -> bool:
    first, second = page.header.data_page_header, page.header.data_page_header_v2
    if page.header.type == PageType.DATA_PAGE and first is not None:
        # Before 2014, levels could be packed without runs.
        levels = not leaf.max_definition or first.definition_level_encoding == Encoding.RLE
        return levels and first.encoding in CODINGS
    if second is not None and page.is_data:
        return second.encoding in CODINGS
    return page.header.type == PageType.DICTIONARY_PAGE


class _Values:
    """The buffers of the array, and what fills them. `room` is how many bytes of text there may be at first."""

    def __init__(self, layout: ValueLayout, leaf: Leaf, rows: int, room: int) -> None:
        kind, width = layout.kind, layout.width
        size = {ValueKind.BITS: (rows + 7) // 8, ValueKind.BYTES: 4 * (rows + 1)}.get(
            kind, rows * width
        )
        self._layout = layout
        self._leaf = leaf
        self._validity: Any = pa.allocate_buffer((rows + 7) // 8)
        self._values: Any = pa.allocate_buffer(size)
        self._data: Any = (
            pa.allocate_buffer(room, None, resizable=True) if kind is ValueKind.BYTES else None
        )
        self._builder: LeafBuilder = _native.LeafBuilder(
            kind,
            layout.source,
            width,
            leaf.max_definition,
            rows,
            self._validity,
            self._values,
            self._data,
        )

    def add(self, page: Page, codec: CompressionCodec, at: int) -> Fault:
        if not page.is_data:
            header = page.header.dictionary_page_header
            count = -1 if header is None else header.num_values
            return Fault(self._builder.set_dictionary(dictionary_of(page, codec, at), count))
        data = data_of(page, codec, self._leaf, at)
        second = page.header.data_page_header_v2
        nulls = -1 if second is None else second.num_nulls
        return Fault(
            self._builder.add_page(
                data.definition, data.values, data.num_values, CODINGS[data.encoding], nulls
            )
        )

    def finish(self) -> pa.Array[Any]:
        """The pages hold as many values as there are rows: whoever chose them has seen to that."""
        builder = self._builder
        buffers = [self._validity if builder.null_count else None, self._values]
        if self._layout.kind is ValueKind.BYTES:
            buffers.append(self._data.slice(0, builder.byte_count))
        arrow = self._layout.arrow
        stored = pa.binary(16) if isinstance(arrow, pa.UuidType) else arrow
        array = pa.Array.from_buffers(stored, builder.row_count, buffers, builder.null_count)
        if isinstance(arrow, pa.UuidType):
            return wrap_storage(arrow, array)
        return array
