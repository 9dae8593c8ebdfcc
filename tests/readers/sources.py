"""The files that everything is tried on, as pyarrow writes them, and a few of the corpus.

None holds an Arrow schema, which would hide damage to logical types. What pyarrow does not write is put into
the footer with the generated classes: the annotation or the order then says nothing that is true of the
values, which no reader checks.
"""

from __future__ import annotations

import importlib
import uuid
from collections.abc import Callable
from datetime import UTC, date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from parquet_format.parquet import (
    BoundingBox,
    BsonType,
    ColumnOrder,
    EnumType,
    FileMetaData,
    FileType,
    GeographyType,
    GeometryType,
    GeospatialStatistics,
    KeyValue,
    LogicalType,
    VariantType,
)
from tests.conftest import CORPUS

ROWS: Final = 12
CODECS: Final = ("none", "snappy", "gzip", "brotli", "zstd", "lz4")
CORPUS_FILES: Final = (
    "alltypes_plain.parquet",
    "binary.parquet",
    "data_index_bloom_encoding_with_length.parquet",
    "datapage_v2.snappy.parquet",
    "int32_decimal.parquet",
    "nested_maps.snappy.parquet",
    "null_list.parquet",
)


def write_sources(folder: Path) -> dict[str, Path]:
    """By name; the same bytes every time."""
    makers: dict[str, Callable[[Path], None]] = {
        "flat": flat,
        "nested": nested,
        "codecs": codecs,
        "annotated": annotated,
        "orders": orders,
        "variant": variant,
        "file": file,
        "geometry": geometry,
        "geography": geography,
        "bounding box": bounding_box,
        "page": page,
        "page v2": page_v2,
        "page index": page_index,
    }
    paths: dict[str, Path] = {}
    for name, make in makers.items():
        paths[name] = folder / f"{name.replace(' ', '_')}.parquet"
        make(paths[name])
    return paths


def corpus_sources() -> dict[str, Path]:
    """Empty where the corpus is not there."""
    folder = CORPUS / "parquet-testing" / "data"
    return {name: folder / name for name in CORPUS_FILES if (folder / name).is_file()}


def flat(path: Path) -> None:
    """Most types, three row groups, a page index, checksums, sorting columns, a key and a value."""
    pa = importlib.import_module("pyarrow")
    numbers = range(ROWS)
    columns = {
        "id": pa.array(numbers, pa.int64()),
        "small": pa.array([n % 5 for n in numbers], pa.int8()),
        "price": pa.array([Decimal(n) / 4 for n in numbers], pa.decimal128(9, 2)),
        "name": pa.array([None if n % 4 == 3 else f"name {n}" for n in numbers]),
        "ratio": pa.array([n / 2 for n in numbers]),
        "flag": pa.array([n % 3 == 0 for n in numbers]),
        "day": pa.array([date(2024, 1, 1 + n) for n in numbers]),
        "time": pa.array([time(1, n) for n in numbers], pa.time32("ms")),
        "at": pa.array(
            [datetime(2024, 1, 1, 0, n, tzinfo=UTC) for n in numbers], pa.timestamp("us", "UTC")
        ),
        "local": pa.array([datetime(2024, 1, 1, 0, n) for n in numbers], pa.timestamp("ns")),
    }
    sorting = [importlib.import_module("pyarrow.parquet").SortingColumn(0)]
    _write(
        path,
        pa.table(columns),
        row_group_size=5,
        write_page_index=True,
        write_page_checksum=True,
        sorting_columns=sorting,
    )
    metadata = footer_of(path)
    metadata.key_value_metadata = [KeyValue(key="writer", value="inlay tests")]
    with_footer(path, metadata)


def nested(path: Path) -> None:
    pa = importlib.import_module("pyarrow")
    numbers = range(ROWS)
    lists = [None if n % 4 == 3 else list(range(n % 3)) for n in numbers]
    maps = [[(str(n), n)] for n in numbers]
    columns = {
        "id": pa.array(numbers, pa.int64()),
        "list": pa.array(lists, pa.list_(pa.int32())),
        "struct": pa.array([{"a": n, "b": {"c": str(n)}} for n in numbers]),
        "map": pa.array(maps, pa.map_(pa.string(), pa.int64())),
    }
    _write(path, pa.table(columns), row_group_size=7)


def codecs(path: Path) -> None:
    """With a key that has no value, of which Spark's vectorized reader dies: it lacks Brotli anyway."""
    pa = importlib.import_module("pyarrow")
    table = pa.table({codec: [f"{codec} {n % 3}" for n in range(200)] for codec in CODECS})
    _write(path, table, compression={codec: codec for codec in CODECS})
    metadata = footer_of(path)
    metadata.key_value_metadata = [KeyValue(key="empty")]
    with_footer(path, metadata)


def annotated(path: Path) -> None:
    """The logical types that the other files do not have and that every reader knows, or passes over."""
    pa = importlib.import_module("pyarrow")
    columns = {
        "uuid": pa.array([uuid.UUID(int=n).bytes for n in range(ROWS)], pa.uuid()),
        "half": pa.array([n / 2 for n in range(ROWS)], pa.float16()),
        "json": pa.array(['{"a":1}'] * ROWS, pa.json_()),
        "null": pa.nulls(ROWS),
        "enum": pa.array([b"A"] * ROWS),
        "bson": pa.array([b"\5\0\0\0\0"] * ROWS),
    }
    _write(path, pa.table(columns))
    metadata = footer_of(path)
    metadata.schema[5].logicalType = EnumType()
    metadata.schema[6].logicalType = BsonType()
    with_footer(path, metadata)


def orders(path: Path) -> None:
    pa = importlib.import_module("pyarrow")
    at = pa.array([datetime(2024, 1, 1, 0, n) for n in range(ROWS)], pa.timestamp("ns"))
    table = pa.table({"ratio": [n / 2 for n in range(ROWS)], "at": at})
    _write(path, table, use_deprecated_int96_timestamps=True)
    metadata = footer_of(path)
    metadata.column_orders = [ColumnOrder.IEEE_754_TOTAL_ORDER, ColumnOrder.INT96_TIMESTAMP_ORDER]
    with_footer(path, metadata)


def variant(path: Path) -> None:
    """A Variant of null in every row."""
    pa = importlib.import_module("pyarrow")
    values = [{"metadata": b"\1\0\0", "value": b"\0"}] * ROWS
    binary = [pa.field(name, pa.binary(), nullable=False) for name in ("metadata", "value")]
    _write(path, pa.table({"variant": pa.array(values, pa.struct(binary))}))
    _annotate_first(path, VariantType(specification_version=1))


def file(path: Path) -> None:
    pa = importlib.import_module("pyarrow")
    _write(path, pa.table({"file": pa.array([{"uri": f"{n}.png"} for n in range(ROWS)])}))
    _annotate_first(path, FileType())


def geometry(path: Path) -> None:
    _write_points(path)
    _annotate_first(path, GeometryType(crs="OGC:CRS84"))


def geography(path: Path) -> None:
    _write_points(path)
    _annotate_first(path, GeographyType(crs="OGC:CRS84"))


def bounding_box(path: Path) -> None:
    """Statistics alone, so that readers which do not know the annotations take part."""
    _write_points(path)
    metadata = footer_of(path)
    chunk = metadata.row_groups[0].columns[0].meta_data
    assert chunk is not None
    box = BoundingBox(xmin=1.0, xmax=1.0, ymin=2.0, ymax=2.0)
    chunk.geospatial_statistics = GeospatialStatistics(bbox=box, geospatial_types=[1])
    with_footer(path, metadata)


def _write_points(path: Path) -> None:
    pa = importlib.import_module("pyarrow")
    point = bytes.fromhex("0101000000000000000000f03f0000000000000040")
    _write(path, pa.table({"point": pa.array([point] * ROWS)}))


def page(path: Path) -> None:
    """One column chunk, with a dictionary page and a data page, and no page index."""
    _one_column(path)


def page_v2(path: Path) -> None:
    _one_column(path, data_page_version="2.0")


def page_index(path: Path) -> None:
    _one_column(path, write_page_index=True)


def write_wide(path: Path) -> None:
    """100 columns in 4 row groups: a footer of a usual size."""
    pa = importlib.import_module("pyarrow")
    table = pa.table({f"column {n}": range(n, n + 40) for n in range(100)})
    _write(path, table, row_group_size=10)


def _one_column(path: Path, **options: Any) -> None:
    pa = importlib.import_module("pyarrow")
    table = pa.table({"name": [f"name {n % 3}" for n in range(ROWS)]})
    _write(path, table, **options)


def _annotate_first(path: Path, logical_type: LogicalType) -> None:
    metadata = footer_of(path)
    metadata.schema[1].logicalType = logical_type
    with_footer(path, metadata)


def _write(path: Path, table: Any, **options: Any) -> None:
    write: Any = importlib.import_module("pyarrow.parquet").write_table
    write(table, path, store_schema=False, **options)


def footer_of(path: Path) -> FileMetaData:
    return FileMetaData.decode(split(path.read_bytes())[1])


def with_footer(path: Path, metadata: FileMetaData) -> None:
    data, _ = split(path.read_bytes())
    path.write_bytes(joined(data, metadata.encode()))


def split(file: bytes) -> tuple[bytes, bytes]:
    """What stands before the footer, and the footer."""
    start = len(file) - 8 - int.from_bytes(file[-8:-4], "little")
    return file[:start], file[start:-8]


def joined(data: bytes, footer: bytes) -> bytes:
    return data + footer + len(footer).to_bytes(4, "little") + b"PAR1"
