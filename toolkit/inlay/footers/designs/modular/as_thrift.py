"""From a modular footer to Thrift: what its modules say as FileMetaData, and a script from there to the old bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import islice
from typing import Any, Final, Protocol

import pyarrow as pa

from inlay.footers.conversion import edit_script
from inlay.footers.conversion.collector import pause_collector
from inlay.footers.conversion.leaves import Leaves
from inlay.footers.designs.extracted import Array
from inlay.footers.designs.modular.placement import NATIVE
from inlay.ground.arrow_rows import column_in
from inlay.ground.free_memory import give_back
from inlay_runtime.compact.varint import unsigned
from inlay_runtime.compact.writer import CompactWriter
from inlay_runtime.core import load_native
from inlay_runtime.wire_types import BINARY, LIST, STRUCT
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    ColumnOrder,
    CompressionCodec,
    Encoding,
    FileMetaData,
    KeyValue,
    PageEncodingStats,
    PageType,
    RowGroup,
    SchemaElement,
    Statistics,
    Type,
)


class SaysAll(Protocol):
    """A footer whose answers, and what is asked of no design, are all that Thrift is made of."""

    @property
    def schema(self) -> list[SchemaElement]: ...
    @property
    def column_orders(self) -> list[ColumnOrder] | None: ...
    @property
    def num_row_groups(self) -> int: ...
    @property
    def row_group_num_rows(self) -> Sequence[int]: ...
    @property
    def version(self) -> int: ...
    @property
    def num_rows(self) -> int: ...
    @property
    def described(self) -> tuple[str | None, list[KeyValue] | None]: ...
    def place(self) -> pa.RecordBatch: ...
    def recorded_bounds(
        self, columns: Sequence[int] | None = None, *, absent_means_exact: bool
    ) -> pa.RecordBatch: ...


_NO_STRUCTS: Final = bytes([1 << 4 | LIST, STRUCT])
"""A field that is the first of its struct, or whose id follows that of the one before: an empty list of structs."""

_SHORT: Final = 14
"""Elements of a list whose size is in the byte of their type."""

_AT_ONCE: Final = 1 << 12
"""Columns whose statistics are looked for, or whose chunks are encoded, at once."""

_NOTHING: Final = (None,) * 6
_SIGNED: Final = (Type.BOOLEAN, Type.INT32, Type.INT64, Type.FLOAT, Type.DOUBLE)


def _page(of: PageType, encoding: Encoding) -> PageEncodingStats:
    return PageEncodingStats(page_type=of, encoding=encoding, count=1)


_ENCODINGS: Final = {
    False: [Encoding.PLAIN, Encoding.RLE],
    True: [Encoding.PLAIN, Encoding.RLE, Encoding.RLE_DICTIONARY],
}
_ENCODING_STATS: Final = {
    False: [_page(PageType.DATA_PAGE, Encoding.PLAIN)],
    True: [
        _page(PageType.DICTIONARY_PAGE, Encoding.PLAIN),
        _page(PageType.DATA_PAGE, Encoding.RLE_DICTIONARY),
    ],
}
"""What most writers say, without and with a dictionary: one data page, and the dictionary page before it."""


def script_of(footer: SaysAll, thrift: bytes, rules: edit_script.Rules) -> bytes:
    """What leads from this footer to the Thrift bytes."""
    return edit_script.make(_encode_alone(footer), thrift, rules=rules)


def thrift_of(footer: SaysAll, script: bytes, rules: edit_script.Rules) -> bytes:
    """The Thrift bytes. Raises EditScriptError where the script does not fit this footer."""
    return edit_script.apply(_encode_alone(footer), script, rules=rules)


def encode_metadata(footer: SaysAll) -> bytes:
    """`metadata_of` as bytes; natively, for a wide file has hundreds of thousands of chunks."""
    native = load_native(NATIVE)
    leaves = Leaves(footer.schema)
    groups = footer.num_row_groups
    places = footer.place()
    is_whole = len(leaves.list) * groups == places.num_rows > 0
    if native is None or not is_whole or not leaves.adds_up or column_in(places, 2).null_count:
        return metadata_of(footer).encode()
    bounds = _gather_bounds(footer, len(leaves.list))
    if len(bounds[0]) != places.num_rows:
        return metadata_of(footer).encode()
    columns: list[tuple[int, bool, bytes]] = []
    for index, leaf in zip(leaves.indexes, leaves.list, strict=True):
        leaf_type = footer.schema[index].type or Type.BOOLEAN
        path = _encode_texts(leaves.path(leaf, groups))
        columns.append((int(leaf_type), leaf_type in _SIGNED, path))
    del leaves
    chunks = native.ChunkEncoder(columns, groups, _lend(_answers_in(places)), _lend(bounds))
    if not chunks.has_sizes():
        return metadata_of(footer).encode()
    firsts = zip(*_list_answers(places.slice(0, groups))[:2], strict=True)
    del places, bounds

    def encode_groups() -> Iterator[bytes | memoryview]:
        """In parts, of which each is let go of before the next."""
        for group, (data_page, dictionary) in zip(_describe_groups(footer), firsts, strict=True):
            ordinal = group.ordinal
            group.total_byte_size, group.total_compressed_size = chunks.sum_sizes(ordinal)
            group.file_offset = dictionary or data_page
            parts = (
                chunks.encode(ordinal, first, _AT_ONCE)
                for first in range(0, len(columns), _AT_ONCE)
            )
            yield from _with_structs(group.encode(), 0, len(columns), parts)

    file = _describe_file(footer, [])
    before = file.replace(key_value_metadata=None, created_by=None, column_orders=None).encode()
    at = len(before) - len(_NO_STRUCTS) - 1
    del before
    out = BytesIO()
    out.writelines(_with_structs(file.encode(), at, groups, encode_groups()))
    return out.getvalue()  # which copies nothing


def _encode_alone(footer: SaysAll) -> bytes:
    """The same; the answers that it is made of are given back."""
    base = encode_metadata(footer)
    give_back(len(base))
    return base


def _gather_bounds(footer: SaysAll, columns: int) -> list[Array]:
    """The answers about all columns, without those that say of which chunk a row is: so many columns at once, since what leads to the
    statistics of each is objects."""
    parts = [
        _answers_in(
            footer.recorded_bounds(range(at, min(at + _AT_ONCE, columns)), absent_means_exact=True)
        )
        for at in range(0, columns, _AT_ONCE)
    ]
    if len(parts) == 1:
        return parts[0]
    whole = [pa.concat_arrays(column) for column in zip(*parts, strict=True)]
    del parts
    give_back(sum(column.nbytes for column in whole))
    return whole


def _encode_texts(texts: list[str]) -> bytes:
    """A list of them."""
    writer = CompactWriter()
    writer.list_of(BINARY, texts, CompactWriter.string)
    return bytes(writer.data)


def _with_structs(
    encoded: bytes, at: int, size: int, elements: Iterable[bytes | memoryview]
) -> Iterator[bytes | memoryview]:
    """A struct that has a list of no structs at a place, with this list of them, encoded; in parts."""
    assert encoded[at:].startswith(_NO_STRUCTS)
    size_and_type = (0xF0 | STRUCT, *unsigned(size)) if size > _SHORT else (size << 4 | STRUCT,)
    yield encoded[: at + 1] + bytes(size_and_type)
    yield from elements
    yield memoryview(encoded)[at + len(_NO_STRUCTS) :]


def _lend(answers: Sequence[Array]) -> list[list[Any]]:
    """The buffers of each column."""
    return [column.buffers() for column in answers]


def _answers_in(chunks: pa.RecordBatch) -> list[Array]:
    """The columns, without those that say of which chunk a row is."""
    return [column_in(chunks, at) for at in range(2, chunks.num_columns)]


def _list_answers(chunks: pa.RecordBatch) -> list[list[Any]]:
    """Their values."""
    return [column.to_pylist() for column in _answers_in(chunks)]


@pause_collector()
def metadata_of(footer: SaysAll) -> FileMetaData:
    """All that the modules say. These rules never change: scripts of files that lie somewhere start from here.

    Chunks that are alike share lists: who changes one of them gives it a new one.
    """
    schema = footer.schema
    leaves = Leaves(schema)
    groups = footer.num_row_groups
    places = _list_answers(footer.place())
    bounds = _list_answers(footer.recorded_bounds(absent_means_exact=True))
    _, _, compressed_sizes, uncompressed_sizes, *_ = places
    row_groups = _describe_groups(footer)
    for at, row_group in enumerate(row_groups):
        row_group.total_byte_size = sum(uncompressed_sizes[at::groups])
        row_group.total_compressed_size = sum(compressed_sizes[at::groups])
    lists = [row_group.columns for row_group in row_groups]
    codecs = {codec: CompressionCodec(codec or 0) for codec in {*places[-1]}}
    chunks = zip(zip(*places, strict=True), zip(*bounds, strict=True), strict=True)
    for index, leaf in zip(leaves.indexes, leaves.list, strict=True):
        leaf_type = schema[index].type or Type.BOOLEAN
        is_signed = leaf_type in _SIGNED
        path = leaves.path(leaf, groups) if groups and leaves.adds_up else []
        for columns, (place, bound) in zip(lists, islice(chunks, groups), strict=True):
            data_page, dictionary, compressed, uncompressed, values, codec = place
            metadata = ColumnMetaData(
                type=leaf_type,
                encodings=_ENCODINGS[dictionary is not None],
                path_in_schema=path,
                codec=codecs[codec],
                num_values=values,
                total_uncompressed_size=uncompressed,
                total_compressed_size=compressed,
                data_page_offset=data_page,
                dictionary_page_offset=dictionary,
                statistics=None if bound == _NOTHING else _statistics(*bound, is_signed=is_signed),
                encoding_stats=_ENCODING_STATS[dictionary is not None],
            )
            columns.append(ColumnChunk(file_offset=0, meta_data=metadata))
    for row_group in row_groups:
        if row_group.columns and (first := row_group.columns[0].meta_data) is not None:
            row_group.file_offset = first.dictionary_page_offset or first.data_page_offset
    return _describe_file(footer, row_groups)


def _describe_groups(footer: SaysAll) -> list[RowGroup]:
    """Without chunks, and without what follows from these."""
    return [
        RowGroup(columns=[], total_byte_size=0, num_rows=rows, ordinal=at)
        for at, rows in enumerate(footer.row_group_num_rows)
    ]


def _describe_file(footer: SaysAll, row_groups: list[RowGroup]) -> FileMetaData:
    created_by, key_values = footer.described
    return FileMetaData(
        version=footer.version,
        schema=footer.schema,
        num_rows=footer.num_rows,
        row_groups=row_groups,
        key_value_metadata=key_values,
        created_by=created_by,
        column_orders=footer.column_orders,
    )


def _statistics(
    minimum: bytes | None,
    maximum: bytes | None,
    min_is_exact: bool | None,
    max_is_exact: bool | None,
    null_count: int | None,
    nan_count: int | None,
    *,
    is_signed: bool,
) -> Statistics:
    """With the deprecated bounds where most writers repeat them."""
    return Statistics(
        null_count=null_count,
        nan_count=nan_count,
        min=minimum if is_signed else None,
        max=maximum if is_signed else None,
        min_value=minimum,
        max_value=maximum,
        is_min_value_exact=min_is_exact,
        is_max_value_exact=max_is_exact,
    )
