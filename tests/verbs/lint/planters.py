"""A defect for each rule: what is planted in a fine file, or how the files of a table with it are written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

from parquet_format.parquet import (
    CompressionCodec,
    Encoding,
    FieldRepetitionType,
    FileMetaData,
    IntType,
    PageType,
    SchemaElement,
    Statistics,
    TimestampType,
    TimeUnit,
    Type,
)
from tests.verbs.lint.footers import (
    DICTIONARY_PAGES,
    MIB,
    chunk,
    column,
    footer,
    make_fine,
    pages_of,
    row_group,
    string,
    write_sparse,
)

Planter: TypeAlias = Callable[[Path], None]
"""Writes files with the defect, and no other, into a folder."""

PLAIN: Final = (Encoding.PLAIN, Encoding.RLE)
PLAIN_PAGES: Final = pages_of((PageType.DATA_PAGE, Encoding.PLAIN, 8))


def in_footer(change: Callable[[FileMetaData], None]) -> Planter:
    """A fine file whose footer is changed."""

    def plant(folder: Path) -> None:
        metadata = make_fine()
        change(metadata)
        write_sparse(folder / "file.parquet", metadata)

    return plant


def in_chunks(number: int = 0, **fields: Any) -> Planter:
    """A fine file with these fields of ColumnMetaData in all chunks of one column."""

    def change(metadata: FileMetaData) -> None:
        for group in metadata.row_groups:
            meta = group.columns[number].meta_data
            assert meta is not None
            group.columns[number] = group.columns[number].replace(meta_data=meta.replace(**fields))

    return in_footer(change)


def with_column(element: SchemaElement, groups: int = 2, **fields: Any) -> Planter:
    """A file of one column."""

    def plant(folder: Path) -> None:
        of_column = chunk(element.name, element.type or Type.INT64, **fields)
        metadata = footer([element], [row_group(of_column)] * groups)
        write_sparse(folder / "file.parquet", metadata)

    return plant


def as_table(*changes: Callable[[FileMetaData], None], size: int = 64 * MIB) -> Planter:
    """A table with a file for each change of a fine one."""

    def plant(folder: Path) -> None:
        for number, change in enumerate(changes):
            metadata = make_fine()
            change(metadata)
            write_sparse(folder / f"{number}.parquet", metadata, size)

    return plant


def keep(_metadata: FileMetaData) -> None:
    """No change."""


def _plant_small_groups(metadata: FileMetaData) -> None:
    sizes: dict[str, Any] = {"total_compressed_size": MIB // 4}
    small = row_group(chunk("id", **sizes), chunk("name", Type.BYTE_ARRAY, **sizes), num_rows=9000)
    metadata.row_groups = [small] * 9


def _plant_repeated_dictionaries(folder: Path) -> None:
    of_column = chunk("name", Type.BYTE_ARRAY, data_page_offset=3 * MIB, num_values=5000)
    groups = [row_group(of_column, num_rows=5000)] * 3
    write_sparse(folder / "file.parquet", footer([string("name")], groups))


def _plant_empty_group(metadata: FileMetaData) -> None:
    metadata.row_groups.append(row_group(chunk("id"), chunk("name", Type.BYTE_ARRAY), num_rows=0))


def _plant_many_rows(metadata: FileMetaData) -> None:
    for group in metadata.row_groups:
        group.num_rows = 70_000
    metadata.num_rows = 140_000


def _plant_mixed_codecs(metadata: FileMetaData) -> None:
    meta = metadata.row_groups[0].columns[0].meta_data
    assert meta is not None
    meta.codec = CompressionCodec.GZIP


def _plant_mixed_pages(metadata: FileMetaData) -> None:
    meta = metadata.row_groups[0].columns[0].meta_data
    assert meta is not None
    meta.encoding_stats = pages_of((PageType.DATA_PAGE_V2, Encoding.RLE_DICTIONARY, 8))


def _plant_other_codec(metadata: FileMetaData) -> None:
    for group in metadata.row_groups:
        meta = group.columns[0].meta_data
        assert meta is not None
        meta.codec = CompressionCodec.LZ4_RAW


def _plant_other_writer(metadata: FileMetaData) -> None:
    metadata.created_by = "parquet-mr version 1.15.0 (build abc)"


def _plant_other_type(metadata: FileMetaData) -> None:
    metadata.schema[1].logicalType = IntType(bitWidth=64, isSigned=False)


def _plant_embeddings(folder: Path) -> None:
    values = column("element", Type.FLOAT)
    nodes = [
        SchemaElement(name="vector", num_children=1, repetition_type=FieldRepetitionType.REPEATED),
        values,
    ]
    of_column = chunk("vector.element", Type.FLOAT, num_values=60_000 * 128, **FOUR_BYTES)
    metadata = footer(nodes, [row_group(of_column)], children=1)
    write_sparse(folder / "file.parquet", metadata)


def _plant_large_footer(folder: Path) -> None:
    metadata = make_fine()
    metadata.created_by = "parquet-cpp-arrow version 21.0.0" + " " * 300 * 1024
    write_sparse(folder / "file.parquet", metadata, size=4 * MIB)


FOUR_BYTES: Final[dict[str, Any]] = {
    "statistics": Statistics(
        null_count=0,
        min_value=b"\0\0\0\0",
        max_value=b"\0\0\x80\x3f",
        is_min_value_exact=True,
        is_max_value_exact=True,
        nan_count=0,
    )
}
EIGHT_BYTES: Final[dict[str, Any]] = {
    "statistics": Statistics(
        null_count=0,
        min_value=bytes(8),
        max_value=b"\0\0\0\0\0\0\xf0\x3f",
        is_min_value_exact=True,
        is_max_value_exact=True,
        nan_count=0,
    )
}
FEW_VALUES: Final = Statistics(
    null_count=0,
    distinct_count=10,
    min_value=b"a",
    max_value=b"z",
    is_min_value_exact=True,
    is_max_value_exact=True,
)
FALLEN: Final = pages_of(*DICTIONARY_PAGES, (PageType.DATA_PAGE, Encoding.PLAIN, 3))
MOMENT: Final = TimestampType(isAdjustedToUTC=True, unit=TimeUnit.MICROS)

PLANTERS: Final[dict[str, Planter]] = {
    "bit-packed-levels": in_chunks(
        encodings=[Encoding.PLAIN, Encoding.BIT_PACKED, Encoding.RLE_DICTIONARY]
    ),
    "codec-upgrade": in_chunks(
        1, codec=CompressionCodec.GZIP, encodings=[Encoding.RLE_DICTIONARY, Encoding.RLE]
    ),
    "dictionary-fallback": in_chunks(encoding_stats=FALLEN),
    "embedding-pages": _plant_embeddings,
    "empty-row-group": in_footer(_plant_empty_group),
    "float-not-split": with_column(
        column("x", Type.DOUBLE), encodings=[*PLAIN], encoding_stats=PLAIN_PAGES, **EIGHT_BYTES
    ),
    "incompressible-column": in_chunks(total_compressed_size=8 * MIB),
    "large-dictionary": in_chunks(data_page_offset=9 * MIB),
    "large-footer": _plant_large_footer,
    "large-pages": in_chunks(
        encoding_stats=pages_of((PageType.DATA_PAGE, Encoding.RLE_DICTIONARY, 1))
    ),
    "large-row-group": with_column(
        string("name"),
        1,
        total_compressed_size=1025 * MIB,
        total_uncompressed_size=4000 * MIB,
        encoding_stats=pages_of((PageType.DATA_PAGE, Encoding.RLE_DICTIONARY, 4000)),
    ),
    "lz4-framed": in_chunks(codec=CompressionCodec.LZ4),
    "many-rows-in-row-group": in_footer(_plant_many_rows),
    "missing-dictionary": with_column(
        string("name"), encodings=[*PLAIN], encoding_stats=PLAIN_PAGES, statistics=FEW_VALUES
    ),
    "mixed-codecs": in_footer(_plant_mixed_codecs),
    "mixed-file-codecs": as_table(keep, _plant_other_codec),
    "mixed-page-versions": in_footer(_plant_mixed_pages),
    "mixed-writers": as_table(keep, _plant_other_writer),
    "plain-dictionary": in_chunks(encodings=[Encoding.PLAIN_DICTIONARY, Encoding.RLE]),
    "plain-integers": with_column(column("n"), encodings=[*PLAIN], encoding_stats=PLAIN_PAGES),
    "rare-codec": in_chunks(codec=CompressionCodec.BROTLI),
    "repeated-dictionaries": _plant_repeated_dictionaries,
    "schema-drift": as_table(keep, keep, _plant_other_type),
    "small-files": as_table(*[keep] * 10, size=MIB),
    "small-pages": in_chunks(
        encoding_stats=pages_of((PageType.DATA_PAGE, Encoding.RLE_DICTIONARY, 4000))
    ),
    "small-row-groups": in_footer(_plant_small_groups),
    "text-not-delta": in_chunks(1, total_uncompressed_size=16 * MIB, total_compressed_size=8 * MIB),
    "timestamp-not-delta": with_column(column("at", logicalType=MOMENT)),
    "uncompressed-column": in_chunks(codec=CompressionCodec.UNCOMPRESSED),
    "useless-dictionary": in_chunks(data_page_offset=5 * MIB // 4),
}
"""By the id of the rule."""

COMPANIONS: Final = {
    "large-dictionary": {"useless-dictionary"},
    "large-row-group": {"many-rows-in-row-group"},
}
"""Other rules that say something of a planted defect, too."""
