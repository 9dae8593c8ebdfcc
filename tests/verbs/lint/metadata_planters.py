"""Defects of statistics, indexes, names and schemas, planted as those of `planters.py` are."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.verbs.set.convert_footer import convert_footer
from parquet_format.parquet import (
    BoundingBox,
    ColumnOrder,
    ConvertedType,
    Encoding,
    EncryptionWithFooterKey,
    FieldRepetitionType,
    FileMetaData,
    GeometryType,
    GeospatialStatistics,
    KeyValue,
    ListType,
    PageType,
    SchemaElement,
    SizeStatistics,
    Statistics,
    Type,
    VariantType,
)
from tests.verbs.lint.arrow_copies import KEY, encode_schema
from tests.verbs.lint.footers import (
    MIB,
    ROWS,
    chunk,
    column,
    footer,
    pages_of,
    row_group,
    write_sparse,
)
from tests.verbs.lint.planters import PLANTERS, Planter, as_table, in_chunks, in_footer, with_column

EXACT: Final[dict[str, Any]] = {"is_min_value_exact": True, "is_max_value_exact": True}


def in_column_chunks(**fields: Any) -> Planter:
    """A fine file with these fields of ColumnChunk in all chunks of the first column."""

    def change(metadata: FileMetaData) -> None:
        for group in metadata.row_groups:
            group.columns[0] = group.columns[0].replace(**fields)

    return in_footer(change)


def in_fields(**fields: Any) -> Planter:
    """A fine file with these fields of FileMetaData."""

    def change(metadata: FileMetaData) -> None:
        for name, value in fields.items():
            setattr(metadata, name, value)

    return in_footer(change)


def text_bounds(**fields: Any) -> Statistics:
    """From a to z without nulls, but for these fields."""
    whole = Statistics(min_value=b"a", max_value=b"z", null_count=0, **EXACT)
    return whole.replace(**fields)


def number_bounds(low: int, high: int) -> Statistics:
    """Of an INT64 column without nulls."""
    low_value, high_value = (value.to_bytes(8, "little") for value in (low, high))
    return Statistics(null_count=0, min_value=low_value, max_value=high_value, **EXACT)


def in_groups(bounds: Callable[[int], Statistics]) -> FileMetaData:
    """Ten row groups of one column, with bounds by the number of the row group."""
    groups = [row_group(chunk("id", statistics=bounds(number))) for number in range(10)]
    return footer([column("id")], groups)


def write_groups(bounds: Callable[[int], Statistics]) -> Planter:
    return lambda folder: _write(folder, in_groups(bounds))


def _write(folder: Path, metadata: FileMetaData) -> None:
    write_sparse(folder / "file.parquet", metadata)


def _plant_list(folder: Path) -> None:
    _write(folder, make_list("array"))


def make_list(repeated: str, element: str = "") -> FileMetaData:
    """A list of numbers of two levels, or of three with the name of an element."""
    number = column(element or repeated, repetition_type=FieldRepetitionType.REPEATED)
    middle = SchemaElement(name=repeated, num_children=1, repetition_type=FieldRepetitionType.REPEATED)  # fmt: skip
    inner = [middle, column(element)] if element else [number]
    top = SchemaElement(
        name="xs", num_children=1, logicalType=ListType(), converted_type=ConvertedType.LIST,
        repetition_type=FieldRepetitionType.REQUIRED,
    )  # fmt: skip
    path = ".".join(["xs", repeated, element]).rstrip(".")
    groups = [row_group(chunk(path, size_statistics=SizeStatistics()))]
    return footer([top, *inner], groups, children=1)


def _plant_paths(folder: Path) -> None:
    names = [f"{number:03}_" + "x" * 900 for number in range(150)]
    sizes: dict[str, Any] = {"total_compressed_size": MIB // 2, "total_uncompressed_size": MIB}
    groups = [row_group(*(chunk(name, **sizes) for name in names)) for _ in range(2)]
    _write(folder, footer([column(name) for name in names], groups))


def _plant_names(metadata: FileMetaData) -> None:
    metadata.schema[2].name = "ID"
    for group in metadata.row_groups:
        meta = group.columns[1].meta_data
        assert meta is not None
        meta.path_in_schema = ["ID"]


def _plant_converted(metadata: FileMetaData) -> None:
    metadata.schema[2].logicalType = None
    metadata.schema[2].converted_type = ConvertedType.UTF8


def _make_optional(metadata: FileMetaData) -> None:
    metadata.schema[1].repetition_type = FieldRepetitionType.OPTIONAL


def _plant_file_offset(metadata: FileMetaData) -> None:
    metadata.created_by = "parquet-mr version 1.12.0 (build 1)"
    for group in metadata.row_groups:
        group.file_offset = 4


def _plant_form(folder: Path) -> None:
    """A modular footer alone."""
    _write_small(folder, write_page_checksum=True)
    convert_footer(str(folder / "file.parquet"), "modular")


def _write_small(folder: Path, **options: Any) -> None:
    """A small file of pyarrow's, whose other traits are those of a fine one."""
    schema = pa.schema([pa.field("id", pa.int64(), nullable=False)])
    pq.write_table(
        pa.table({"id": range(60_000)}, schema),
        folder / "file.parquet",
        compression="zstd",
        column_encoding="DELTA_BINARY_PACKED",
        use_dictionary=False,
        write_page_index=True,
        **options,
    )


def _with_copy(*fields: pa.Field[Any]) -> Planter:
    """A fine file with Arrow's copy of a schema."""
    return in_fields(key_value_metadata=[KeyValue(key=KEY, value=encode_schema(pa.schema(fields)))])


def _plant_unused(folder: Path) -> None:
    """A Variant whose values are all in `value`."""
    top = SchemaElement(
        name="v", num_children=3, logicalType=VariantType(),
        repetition_type=FieldRepetitionType.REQUIRED,
    )  # fmt: skip
    binary = [column(name, Type.BYTE_ARRAY) for name in ("metadata", "value")]
    chunks = [chunk(f"v.{it.name}", Type.BYTE_ARRAY) for it in binary]
    nulls = chunk("v.typed_value", Type.BOOLEAN, statistics=Statistics(null_count=ROWS))
    typed = column("typed_value", Type.BOOLEAN, repetition_type=FieldRepetitionType.OPTIONAL)
    _write(folder, footer([top, *binary, typed], [row_group(*chunks, nulls)], children=1))


def _plant_encrypted(metadata: FileMetaData) -> None:
    for group in metadata.row_groups:
        meta = group.columns[1].meta_data
        assert meta is not None
        sizes = SizeStatistics(unencoded_byte_array_data_bytes=7)
        group.columns[1] = group.columns[1].replace(
            meta_data=meta.replace(statistics=None, size_statistics=sizes),
            crypto_metadata=EncryptionWithFooterKey(),
        )


def _of_geometries(crs: str | None = None, *, has_key: bool = True, **fields: Any) -> Planter:
    """A file of one column of geometries without bounds, with the key `geo`."""
    fields = {"statistics": Statistics(null_count=0)} | fields
    element = column("g", Type.BYTE_ARRAY, logicalType=GeometryType(crs=crs))

    def plant(folder: Path) -> None:
        metadata = footer([element], [row_group(chunk("g", Type.BYTE_ARRAY, **fields))] * 2)
        if has_key:
            metadata.key_value_metadata = [KeyValue(key="geo", value=_GEO)]
        write_sparse(folder / "file.parquet", metadata)

    return plant


_GEO: Final = json.dumps(
    {
        "version": "1.1.0",
        "primary_column": "g",
        "columns": {"g": {"encoding": "WKB", "geometry_types": []}},
    }
)
_BOX: Final = GeospatialStatistics(bbox=BoundingBox(xmin=0, xmax=1, ymin=0, ymax=1))
_DAFT: Final = {
    "ARROW:extension:name": "daft.super_extension",
    "ARROW:extension:metadata": '{"datatype":"Python"}',
}


def _plant_total_order(metadata: FileMetaData) -> None:
    low, high = struct.pack("<d", 1.0), struct.pack("<d", 2.0)
    metadata.schema[1].type = Type.DOUBLE
    orders = metadata.column_orders or []
    metadata.column_orders = [ColumnOrder.IEEE_754_TOTAL_ORDER, *orders[1:]]
    for group in metadata.row_groups:
        meta = group.columns[0].meta_data
        assert meta is not None
        meta.type = Type.DOUBLE
        meta.statistics = Statistics(
            null_count=0, nan_count=0, min_value=low, max_value=high, **EXACT
        )


PLANTED: Final[dict[str, Planter]] = {
    **PLANTERS,
    "ambiguous-names": in_footer(_plant_names),
    "bounds-of-geometries": _of_geometries(statistics=text_bounds()),
    "converted-types-only": in_footer(_plant_converted),
    "deprecated-bounds": in_chunks(
        statistics=Statistics(min=bytes(8), max=b"\xff".ljust(8, b"\0"), null_count=0)
    ),
    "distrusted-statistics": in_fields(created_by="Polars version 1.0.0"),
    "int96-timestamps": with_column(column("t", Type.INT96), statistics=Statistics(null_count=0)),
    "known-writer-defect": in_footer(_plant_file_offset),
    "misread-converted-types": with_column(
        column("at", converted_type=ConvertedType.TIMESTAMP_MICROS),
        encodings=[Encoding.DELTA_BINARY_PACKED],
        dictionary_page_offset=None,
        encoding_stats=pages_of((PageType.DATA_PAGE, Encoding.DELTA_BINARY_PACKED, 8)),
    ),
    "missing-bloom-filter-length": in_chunks(bloom_filter_offset=9000),
    "geometry-without-key": _of_geometries(has_key=False),
    "large-bloom-filter": in_chunks(bloom_filter_offset=9000, bloom_filter_length=MIB),
    "large-key-values": in_fields(key_value_metadata=[KeyValue(key="notes", value="x" * 20_000)]),
    "lonely-box": _of_geometries(statistics=None, geospatial_statistics=_BOX),
    "legacy-list": _plant_list,
    "missing-column-index": in_column_chunks(column_index_offset=None, column_index_length=None),
    "missing-column-orders": in_fields(column_orders=None),
    "missing-created-by": in_fields(created_by=None),
    "missing-encoding-stats": in_chunks(encoding_stats=None),
    "missing-null-count": in_chunks(1, statistics=text_bounds(null_count=None)),
    "missing-offset-index": in_column_chunks(offset_index_offset=None, offset_index_length=None),
    "missing-page-checksums": _write_small,
    "missing-size-statistics": in_chunks(1, size_statistics=None),
    "missing-statistics": in_chunks(statistics=None),
    "nan-in-bounds": with_column(
        column("x", Type.DOUBLE),
        statistics=Statistics(null_count=0, min_value=b"\0\0\0\0\0\0\xf8\x7f", max_value=b"\0\0\0\0\0\0\xf8\x7f"),
    ),
    "never-null": as_table(*[_make_optional] * 10),
    "overlapping-row-groups": write_groups(lambda _: number_bounds(0, 255)),
    "oversized-bounds": in_chunks(1, statistics=text_bounds(max_value=b"z" * 5000)),
    "partial-statistics": in_chunks(1, statistics=Statistics(min_value=b"a", null_count=0, is_min_value_exact=True)),
    "pickled-column": _with_copy(
        pa.field("id", pa.int64()), pa.field("name", pa.large_binary(), metadata=_DAFT)
    ),
    "readable-statistics": in_footer(_plant_encrypted),
    "repeated-key": in_fields(key_value_metadata=[KeyValue(key="k", value="1"), KeyValue(key="k", value="2")]),
    "repeated-paths": _plant_paths,
    "schema-copies": in_fields(
        key_value_metadata=[KeyValue(key="pandas", value="x" * 3000), KeyValue(key="avro.schema", value="x" * 3000)]
    ),
    "undeclared-sorting": write_groups(lambda at: number_bounds(100 * at, 100 * at + 99)),
    "unfit-arrow-schema": _with_copy(pa.field("id", pa.int64())),
    "unknown-exactness": in_chunks(1, statistics=text_bounds(is_min_value_exact=None, is_max_value_exact=None)),
    "unfit-geo": in_fields(key_value_metadata=[KeyValue(key="geo", value="{}")]),
    "unread-crs": _of_geometries("EPSG:4326"),
    "unused-typed-value": _plant_unused,
    "unread-form": _plant_form,
    "unread-order": in_footer(_plant_total_order),
    "unreadable-created-by": in_fields(created_by="Hardwood"),
    "useless-bloom-filter": in_chunks(
        statistics=number_bounds(7, 7), bloom_filter_offset=9000, bloom_filter_length=32
    ),
}  # fmt: skip
"""By the id of the rule, those of `planters.py` as well."""
