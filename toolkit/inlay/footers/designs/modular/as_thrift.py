"""From a modular footer to Thrift: what its modules say as FileMetaData, and a script from there to the old bytes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, Final, Protocol

import pyarrow as pa

from inlay.footers.conversion import edit_script
from inlay.footers.conversion.collector import pause_collector
from inlay.footers.conversion.leaves import Leaves
from inlay.ground.arrow_rows import column_in
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
    def recorded_bounds(self, *, absent_means_exact: bool) -> pa.RecordBatch: ...


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
    return edit_script.make(metadata_of(footer).encode(), thrift, rules=rules)


def thrift_of(footer: SaysAll, script: bytes, rules: edit_script.Rules) -> bytes:
    """The Thrift bytes. Raises EditScriptError where the script does not fit this footer."""
    return edit_script.apply(metadata_of(footer).encode(), script, rules=rules)


def _list_answers(chunks: pa.RecordBatch) -> list[list[Any]]:
    """By column, without those that say of which chunk a row is."""
    return [column_in(chunks, at).to_pylist() for at in range(2, chunks.num_columns)]


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
    row_groups = [
        RowGroup(
            columns=[],
            total_byte_size=sum(uncompressed_sizes[at::groups]),
            num_rows=rows,
            total_compressed_size=sum(compressed_sizes[at::groups]),
            ordinal=at,
        )
        for at, rows in enumerate(footer.row_group_num_rows)
    ]
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
    created_by, key_values = footer.described
    return FileMetaData(
        version=footer.version,
        schema=schema,
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
