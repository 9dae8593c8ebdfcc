"""Pages without levels as a file of one required column, which pyarrow reads."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, cast

import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import compute

from inlay.footers.footer.trailer import tail_of
from inlay.ground.values.orders import WIDTHS
from inlay.pages.engine.codecs import Bytes
from inlay.pages.engine.decoded_size import INDEXES, Room, measure_decoded
from inlay.pages.engine.dense_fixed import DensePage, read_fixed
from inlay.pages.engine.leaf import Leaf
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    DataPageHeaderV2,
    DictionaryPageHeader,
    Encoding,
    FieldRepetitionType,
    FileMetaData,
    PageHeader,
    PageType,
    RowGroup,
    SchemaElement,
    Type,
)

pc: Final[Any] = compute

_START: Final = b"PAR1"

LEFT_TO_US: Final = (CompressionCodec.LZ4, CompressionCodec.GZIP)
"""Codecs of which writers have had several forms, and pyarrow reads one: their pages are given without compression."""


def read_dense(
    meta: ColumnMetaData,
    leaf: Leaf,
    arrow: pa.DataType,
    dictionary: DensePage | None,
    pages: Sequence[DensePage],
) -> pa.ChunkedArray[Any]:
    """The values of all pages without damage, one behind the other; what does not decode gets damage. Byte arrays of which every page
    has indexes stay a dictionary."""
    if dictionary is not None and dictionary.damage:
        for page in pages:
            if page.encoding in INDEXES and not page.damage and page.count:
                page.damage = dictionary.damage
    sound = [page for page in pages if page.count and not page.damage]
    if not sound:
        return _join([], arrow)
    fixed = read_fixed(meta.codec, arrow, dictionary, sound)
    if fixed is not None:
        return _join([fixed], arrow)
    whole = _decode(meta, leaf, dictionary, sound, Room())
    if isinstance(whole, pa.ChunkedArray):
        return whole
    parts: list[pa.Array[Any]] = []
    room = Room()
    for page in sound:
        alone = _decode(meta, leaf, dictionary, [page], room, may_keep=False)
        if isinstance(alone, str):
            page.damage = alone
        else:
            parts += alone.chunks
    return _join(parts, arrow)


def _join(parts: list[pa.Array[Any]], arrow: pa.DataType) -> pa.ChunkedArray[Any]:
    joined: pa.ChunkedArray[Any] = cast(Any, pa).chunked_array(parts, arrow)
    return joined


def _decode(
    meta: ColumnMetaData,
    leaf: Leaf,
    dictionary: DensePage | None,
    pages: Sequence[DensePage],
    room: Room,
    *,
    may_keep: bool = True,
) -> pa.ChunkedArray[Any] | str:
    """The values, or what is wrong with them. Raises UndecodedError for more than there is room for."""
    encodings = {page.encoding for page in pages}
    has_indexes = not encodings.isdisjoint(INDEXES)
    first = dictionary if has_indexes else None
    if first is None and has_indexes:
        return "has indexes, and there is no dictionary page"
    is_kept = may_keep and meta.type == Type.BYTE_ARRAY and encodings.issubset(INDEXES)
    file = pa.py_buffer(_build(meta.type, meta.codec, leaf, first, pages))
    values = _read(file, is_kept=True) if is_kept else None
    if values is None or (
        isinstance(values, pa.ChunkedArray) and not _keeps_entries(values, first)
    ):
        if meta.type == Type.BYTE_ARRAY or Encoding.DELTA_BYTE_ARRAY in encodings:
            room.take(_measure(meta.codec, leaf, first, pages))
        values = _read(file, is_kept=False)
    if isinstance(values, str):
        return values
    count = sum(page.count for page in pages)
    if len(values) != count:
        return f"has {len(values):,} values, and its levels tell of {count:,}"
    return values


def _measure(
    codec: CompressionCodec,
    leaf: Leaf,
    dictionary: DensePage | None,
    pages: Sequence[DensePage],
) -> int:
    def decode(
        type_: Type, entries: DensePage | None, those: Sequence[DensePage]
    ) -> pa.ChunkedArray[Any] | str:
        return _read(pa.py_buffer(_build(type_, codec, leaf, entries, those)), is_kept=False)

    return measure_decoded(pages, dictionary, decode)


def _read(file: pa.Buffer, *, is_kept: bool) -> pa.ChunkedArray[Any] | str:
    options: dict[str, Any] = {"read_dictionary": ["values"]} if is_kept else {}
    try:
        opened: Any = pq.ParquetFile(pa.BufferReader(file), **options)
        column: pa.ChunkedArray[Any] = opened.read(use_threads=False).column(0)
    except (OSError, pa.ArrowException) as error:
        return f"does not decode: {str(error).rstrip('. ')}"
    return column


def _keeps_entries(values: pa.ChunkedArray[Any], dictionary: DensePage | None) -> bool:
    """Of a dictionary with an entry twice, pyarrow drops one, and indexes lead elsewhere. And it takes indexes that lead beyond the last
    entry; where it decodes them, it does not."""
    assert dictionary is not None
    pieces: list[Any] = values.chunks
    return all(
        len(piece.dictionary) == dictionary.count and _are_entries(piece.indices, dictionary.count)
        for piece in pieces
    )


def _are_entries(indexes: Any, count: int) -> bool:
    ends = pc.min_max(indexes).as_py()
    return ends["min"] is None or (ends["min"] >= 0 and ends["max"] < count)


def _build(
    type_: Type,
    codec: CompressionCodec,
    leaf: Leaf,
    dictionary: DensePage | None,
    pages: Sequence[DensePage],
) -> bytes:
    parts: list[Bytes] = [_START]
    if dictionary is not None:
        parts += [_dictionary_header(dictionary), dictionary.body]
    data_at = sum(map(len, parts))
    for page in pages:
        parts += [_data_header(page), page.body]
    size = sum(map(len, parts)) - len(_START)
    rows = sum(page.count for page in pages)
    column = ColumnMetaData(
        type=_physical(type_),
        encodings=[Encoding.PLAIN],
        path_in_schema=["values"],
        codec=CompressionCodec.UNCOMPRESSED if codec in LEFT_TO_US else codec,
        num_values=rows,
        total_uncompressed_size=size,
        total_compressed_size=size,
        data_page_offset=data_at,
        dictionary_page_offset=len(_START) if dictionary is not None else None,
    )
    parts.append(_tail(column, _element(type_, leaf.type_length)))
    return b"".join(parts)


def _tail(column: ColumnMetaData, element: SchemaElement) -> bytes:
    rows, size = column.num_values, column.total_compressed_size
    group = RowGroup(
        columns=[ColumnChunk(file_offset=0, meta_data=column)], total_byte_size=size, num_rows=rows
    )
    schema = [SchemaElement(name="schema", num_children=1), element]
    footer = FileMetaData(version=2, schema=schema, num_rows=rows, row_groups=[group])
    return tail_of(footer.encode())


def _element(type_: Type, length: int | None) -> SchemaElement:
    """Without annotation, so that values come as they are stored; of INT96 pyarrow would make timestamps of fewer bits."""
    if type_ == Type.INT96:
        length = WIDTHS[Type.INT96]
    physical = _physical(type_)
    return SchemaElement(
        name="values",
        type=physical,
        type_length=length if physical == Type.FIXED_LEN_BYTE_ARRAY else None,
        repetition_type=FieldRepetitionType.REQUIRED,
    )


def _physical(type_: Type) -> Type:
    return Type.FIXED_LEN_BYTE_ARRAY if type_ == Type.INT96 else type_


def _dictionary_header(page: DensePage) -> bytes:
    return PageHeader(
        type=PageType.DICTIONARY_PAGE,
        uncompressed_page_size=page.size if page.is_compressed else len(page.body),
        compressed_page_size=len(page.body),
        dictionary_page_header=DictionaryPageHeader(num_values=page.count, encoding=Encoding.PLAIN),
    ).encode()


def _data_header(page: DensePage) -> bytes:
    return _encode_header(
        page.size, len(page.body), page.count, page.encoding, is_compressed=page.is_compressed
    )


@lru_cache(maxsize=256)
def _encode_header(
    size: int, packed: int, count: int, encoding: Encoding, *, is_compressed: bool
) -> bytes:
    return PageHeader(
        type=PageType.DATA_PAGE_V2,
        uncompressed_page_size=size,
        compressed_page_size=packed,
        data_page_header_v2=DataPageHeaderV2(
            num_values=count,
            num_nulls=0,
            num_rows=count,
            encoding=encoding,
            definition_levels_byte_length=0,
            repetition_levels_byte_length=0,
            is_compressed=is_compressed,
        ),
    ).encode()
