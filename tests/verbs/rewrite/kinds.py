"""Files of many kinds, small and by several writers, and what DuckDB reads in them."""

from __future__ import annotations

import importlib
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import polars

import inlay
from inlay.footers.footer.trailer import tail_of
from inlay.pages.engine.chunk_metadata import metadata_of
from parquet_format.parquet import (
    DecimalType,
    FileMetaData,
    GeographyType,
    GeometryType,
    KeyValue,
    Statistics,
)
from tests.pages.encodings.files import pa, pq

duckdb: Any = importlib.import_module("duckdb")
fastparquet: Any = importlib.import_module("fastparquet")

ROWS: Final = 60
SMALL: Final = {"row_group_size": 16, "compression": "none"}


def every(*values: object) -> list[Any]:
    """These values, a null, and these again, over all rows."""
    cycle = [*values, None]
    return [cycle[at % len(cycle)] for at in range(ROWS)]


def write(path: Path, columns: dict[str, Any], **options: Any) -> None:
    pq.write_table(pa.table(columns), path, **{**SMALL, **options})


def edit(path: Path, change: Callable[[FileMetaData], None]) -> None:
    """The same pages behind another footer."""
    footer = inlay.open(path)
    metadata = FileMetaData.decode(footer.thrift)
    change(metadata)
    body = path.read_bytes()[: footer.offset]
    path.write_bytes(body + tail_of(metadata.encode()))


def write_numbers(path: Path) -> None:
    columns: dict[str, Any] = {
        "id": pa.array(range(ROWS), pa.int64()),
        "zeros": pa.array(every(0.0, -0.0, float("nan"), float("inf")), pa.float64()),
        "half": pa.array(every(1.5, -2.0), pa.float32()).cast(pa.float16()),
        "flag": pa.array(every(True, False)),
    }
    for type_ in (pa.int8(), pa.int16(), pa.uint8(), pa.uint16(), pa.uint32(), pa.uint64()):
        high = 2 ** (type_.bit_width - (0 if str(type_).startswith("u") else 1)) - 1
        columns[str(type_)] = pa.array(every(0, 7, high), type_)
    write(path, columns, write_page_index=True)


def write_moments(path: Path) -> None:
    moments = every(0, 1, 1_600_000_000_123_456_789)
    columns = {
        "ns": pa.array(moments, pa.timestamp("ns", "UTC")),
        "us": pa.array(every(0, -1, 1_600_000_000_123_456), pa.timestamp("us")),
        "date": pa.array(every(0, -1, 18_000), pa.int32()).cast(pa.date32()),
        "time": pa.array(every(0, 86_399_999_999_999), pa.int64()).cast(pa.time64("ns")),
        "span": pa.array(every(1, -5), pa.duration("us")),
    }
    write(path, columns)


def write_int96(path: Path) -> None:
    moments = pa.array(every(0, 1, -1, 1_600_000_000_123_456_789), pa.timestamp("ns"))
    write(path, {"at": moments}, use_deprecated_int96_timestamps=True)


def write_decimals(path: Path) -> None:
    wide = [value and value.to_bytes(9, "big", signed=True) for value in every(1, -2, 300)]
    odd = [value and value.to_bytes(2, "big", signed=True) for value in every(1, -2, 300)]
    columns = {
        "small": pa.array(every(1, -2, 300), pa.int32()).cast(pa.decimal128(12, 2)),
        "large": pa.array(every(1, -2, 300), pa.int32()).cast(pa.decimal128(38, 3)),
        "in_9_bytes": pa.array(wide, pa.binary(9)),
        "in_bytes": pa.array(odd, pa.binary()),
        "in_int": pa.array(every(1, -2, 300), pa.int32()),
    }
    write(path, columns)
    widths = {"in_9_bytes": 9, "in_bytes": 2, "in_int": 0}

    def annotate(metadata: FileMetaData) -> None:
        for element in metadata.schema:
            if element.name in widths:
                element.logicalType = DecimalType(precision=8, scale=2)
        for group in metadata.row_groups:
            for chunk in group.columns:
                meta = metadata_of(chunk)
                if width := widths.get(meta.path_in_schema[0]):
                    low, high = (it.to_bytes(width, "big", signed=True) for it in (-2, 300))
                    meta.statistics = Statistics(min_value=low, max_value=high)

    edit(path, annotate)


def write_bytes(path: Path) -> None:
    columns = {
        "text": pa.array(every("", "a", "çé" * 20)),
        "large": pa.array(every("x", ""), pa.large_string()),
        "word": pa.array(every("x", "y")).dictionary_encode(),
        "raw": pa.array(every(b"", b"\0\xff"), pa.binary()),
        "fixed": pa.array(every(b"ab", b"cd"), pa.binary(2)),
        "uuid": pa.array(every(bytes(16), bytes(range(16))), pa.binary(16)),
    }
    write(path, columns, compression="gzip")
    inlay.set_metadata(path, logical_types={"uuid": "UUID"}, keys={"who": "me"})


def write_nested(path: Path) -> None:
    pair = pa.struct([("x", pa.int32()), ("y", pa.list_(pa.string()))])
    columns = {
        "list": pa.array(every([1, None], []), pa.list_(pa.int32())),
        "lists": pa.array(every([[1], [], None], [None]), pa.list_(pa.list_(pa.int64()))),
        "map": pa.array(every([("a", 1), ("b", None)], []), pa.map_(pa.string(), pa.int32())),
        "struct": pa.array(every({"x": 1, "y": ["a"]}, {"x": None, "y": None}), pair),
        "structs": pa.array(every([{"x": 1, "y": []}, None], []), pa.list_(pair)),
    }
    write(path, columns)


def write_bare_lists(path: Path) -> None:
    """`repeated int32 many`, as protobuf and Avro have it."""
    values = [[at] * (at % 3) for at in range(ROWS)]
    type_ = pa.list_(pa.field("element", pa.int32(), nullable=False))
    schema = pa.schema([pa.field("many", type_, nullable=False)])
    table = pa.table({"many": pa.array(values, type_)}, schema=schema)
    pq.write_table(table, path, store_schema=False, **SMALL)

    def flatten(metadata: FileMetaData) -> None:
        """Without the groups around it: levels stay as they are."""
        root, _, repeated, leaf = metadata.schema
        leaf.name, leaf.repetition_type = "many", repeated.repetition_type
        metadata.schema = [root, leaf]
        for group in metadata.row_groups:
            for chunk in group.columns:
                metadata_of(chunk).path_in_schema = ["many"]

    edit(path, flatten)


def write_geometries(path: Path) -> None:
    points = [struct.pack("<BIdd", 1, 1, at, -at) for at in range(ROWS)]
    columns = {
        "place": pa.array(points),
        "inside": pa.array([{"p": point} for point in points]),
        "globe": pa.array(points),
    }
    write(path, columns)

    def annotate(metadata: FileMetaData) -> None:
        for element in metadata.schema:
            if element.name in ("place", "p"):
                element.logicalType = GeometryType(crs="EPSG:25832")
            if element.name == "globe":
                element.logicalType = GeographyType()
        for group in metadata.row_groups:
            for chunk in group.columns:
                metadata_of(chunk).statistics = None
        metadata.key_value_metadata = [KeyValue(key="who", value="me")]

    edit(path, annotate)


def write_by_duckdb(path: Path) -> None:
    select = (
        "select i, {'z': i, 'a': 'x' || i}::variant as v, i::uhugeint as u, interval (i) day as span, "
        "(i / 7)::decimal(30, 3) as d, [i, null] as l, map{'k': i} as m, time '12:00:00' as t, uuid() as id "
        f"from range({ROWS}) as r(i)"
    )
    connection = duckdb.connect()
    connection.execute(f"copy ({select}) to '{path}' (format parquet, row_group_size 2048)")


def write_by_duckdb_2(path: Path) -> None:
    """Delta encodings, BYTE_STREAM_SPLIT and Bloom filters."""
    select = f"select i, i / 7 as f, 'word ' || (i % 5) as w from range({50 * ROWS}) as r(i)"
    connection = duckdb.connect()
    options = "format parquet, parquet_version v2, row_group_size 2048"
    connection.execute(f"copy ({select}) to '{path}' ({options})")


def write_by_fastparquet(path: Path) -> None:
    rows = pa.table({"n": pa.array(range(ROWS)), "s": pa.array(["a", "b"] * (ROWS // 2))})
    fastparquet.write(str(path), rows.to_pandas(), row_group_offsets=[0, 16, 32])


def write_by_polars(path: Path) -> None:
    frame = polars.DataFrame({"n": range(ROWS), "l": [[at, None] for at in range(ROWS)]})
    frame.write_parquet(path, row_group_size=16, statistics="full")


def write_odd_names(path: Path) -> None:
    names = ["a.b", "a", "", 'quo"te', "list", "element"]
    arrays = [pa.array(every(at, 7), pa.int32()) for at in range(len(names))]
    pq.write_table(pa.Table.from_arrays(arrays, names=names), path, **SMALL)


def write_no_rows(path: Path) -> None:
    pq.write_table(pa.table({"a": pa.array([], pa.int32()), "b": pa.array([], pa.string())}), path)


def write_nulls(path: Path) -> None:
    write(path, {"none": pa.nulls(ROWS), "all": pa.nulls(ROWS, pa.int32())})


def write_v2_pages(path: Path) -> None:
    columns = {"a": pa.array(every(1, 2)), "l": pa.array(every([1], [None, 2]))}
    write(path, columns, data_page_version="2.0", compression="zstd", use_dictionary=False)


KINDS: Final[dict[str, Callable[[Path], None]]] = {
    "numbers": write_numbers,
    "moments": write_moments,
    "INT96": write_int96,
    "decimals": write_decimals,
    "bytes": write_bytes,
    "nested": write_nested,
    "bare lists": write_bare_lists,
    "geometries": write_geometries,
    "DuckDB": write_by_duckdb,
    "DuckDB, version 2": write_by_duckdb_2,
    "fastparquet": write_by_fastparquet,
    "Polars": write_by_polars,
    "odd names": write_odd_names,
    "no rows": write_no_rows,
    "nulls": write_nulls,
    "pages of version 2": write_v2_pages,
}


def read_by_duckdb(path: Path) -> list[Any]:
    """Types and rows, as text, in which zeros have a sign."""
    connection = duckdb.connect()
    types = connection.execute(f"describe select * from '{path}'").fetchall()
    rows = connection.execute(f"select one::varchar from '{path}' as one").fetchall()
    return [*map(repr, types), *map(repr, rows)]
