"""From a modular footer to Thrift: what its modules say as FileMetaData, and a script from there to the old bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from inlay.conversion import edit_script
from inlay.conversion.leaves import Leaves
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    Encoding,
    FileMetaData,
    PageEncodingStats,
    PageType,
    RowGroup,
    Statistics,
    Type,
)

if TYPE_CHECKING:
    from inlay.layouts.modular import ModularLayout


_PLAIN: Final = (Encoding.PLAIN, Encoding.RLE)
_DICTIONARY: Final = (Encoding.RLE_DICTIONARY,)
_SIGNED: Final = (Type.BOOLEAN, Type.INT32, Type.INT64, Type.FLOAT, Type.DOUBLE)


def script_of(footer: ModularLayout, thrift: bytes) -> bytes:
    """What leads from this footer to the Thrift bytes."""
    return edit_script.make(metadata_of(footer).encode(), thrift, rules=edit_script.Rules.MODULAR)


def thrift_of(footer: ModularLayout, script: bytes) -> bytes:
    """The Thrift bytes. Raises EditScriptError where the script does not fit this footer."""
    return edit_script.apply(metadata_of(footer).encode(), script, rules=edit_script.Rules.MODULAR)


def metadata_of(footer: ModularLayout) -> FileMetaData:
    """All that the modules say. These rules never change: scripts of files that lie somewhere start from here."""
    schema = footer.schema
    leaves = Leaves(schema)
    groups = footer.num_row_groups
    chunks = footer.place().to_pylist()
    bounds = footer.recorded_bounds(absent_means_exact=True).to_pylist()
    row_groups = [
        RowGroup(columns=[], total_byte_size=0, num_rows=rows, total_compressed_size=0, ordinal=at)
        for at, rows in enumerate(footer.row_group_num_rows)
    ]
    for at, (chunk, bound) in enumerate(zip(chunks, bounds, strict=True)):
        column, group = divmod(at, groups)
        dictionary = chunk["dictionary_page_offset"]
        leaf_type = schema[leaves.indexes[column]].type or Type.BOOLEAN
        metadata = ColumnMetaData(
            type=leaf_type,
            encodings=[*_PLAIN, *([] if dictionary is None else _DICTIONARY)],
            path_in_schema=leaves.path(leaves.list[column]) if leaves.adds_up else [],
            codec=CompressionCodec(chunk["codec"]),
            num_values=chunk["num_values"],
            total_uncompressed_size=chunk["uncompressed_size"],
            total_compressed_size=chunk["compressed_size"],
            data_page_offset=chunk["data_page_offset"],
            dictionary_page_offset=dictionary,
            statistics=_statistics(bound, is_signed=leaf_type in _SIGNED),
            encoding_stats=_encoding_stats(has_dictionary=dictionary is not None),
        )
        row_groups[group].columns.append(ColumnChunk(file_offset=0, meta_data=metadata))
        row_groups[group].total_byte_size += metadata.total_uncompressed_size
        row_groups[group].total_compressed_size = (
            row_groups[group].total_compressed_size or 0
        ) + metadata.total_compressed_size
    for row_group in row_groups:
        if row_group.columns and (first := row_group.columns[0].meta_data) is not None:
            row_group.file_offset = first.dictionary_page_offset or first.data_page_offset
    described = footer.file_metadata
    return FileMetaData(
        version=footer.version,
        schema=schema,
        num_rows=footer.num_rows,
        row_groups=row_groups,
        key_value_metadata=described.key_value_metadata,
        created_by=described.created_by,
        column_orders=footer.schema_module.column_orders,
    )


def _encoding_stats(*, has_dictionary: bool) -> list[PageEncodingStats]:
    """What most writers say: one data page, and the dictionary page before it."""

    def page(of: PageType, encoding: Encoding) -> PageEncodingStats:
        return PageEncodingStats(page_type=of, encoding=encoding, count=1)

    if not has_dictionary:
        return [page(PageType.DATA_PAGE, Encoding.PLAIN)]
    return [
        page(PageType.DICTIONARY_PAGE, Encoding.PLAIN),
        page(PageType.DATA_PAGE, Encoding.RLE_DICTIONARY),
    ]


def _statistics(bound: dict[str, Any], *, is_signed: bool) -> Statistics | None:
    """With the deprecated bounds where most writers repeat them."""
    statistics = Statistics(
        null_count=bound["null_count"],
        nan_count=bound["nan_count"],
        min=bound["minimum"] if is_signed else None,
        max=bound["maximum"] if is_signed else None,
        min_value=bound["minimum"],
        max_value=bound["maximum"],
        is_min_value_exact=bound["min_is_exact"],
        is_max_value_exact=bound["max_is_exact"],
    )
    return None if statistics == Statistics() else statistics
