"""Every type of a file as every type of Spark, held against Spark's own reader: which are read, and as what.

One file for each pair, with its name and a column that says as what it is to be read. Both readers are told to pass over files
that they cannot read, and asked for the columns of all types at once: what comes out is what is read.
"""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.ground.files.local_store import LocalStore
from inlay_spark.rows.errors import UnreadableError
from inlay_spark.rows.plan import FilePart
from inlay_spark.rows.read import read_rows

if TYPE_CHECKING:
    from pyspark.sql import Row, SparkSession

NOON: Final = datetime(2026, 1, 1, 12, 0, 0, 123000)
NANOSECONDS: Final = 1_767_268_800_123_456_789
AMOUNT: Final = Decimal("1.25")
INT96: Final = "int96"
ELAPSED: Final = "interval day to second"
SOURCES: Final[dict[str, Any]] = {
    "bool": pa.array([True]),
    "i8": pa.array([-5], pa.int8()),
    "i16": pa.array([-500], pa.int16()),
    "i32": pa.array([70_000], pa.int32()),
    "i64": pa.array([2**40 + 1], pa.int64()),
    "u8": pa.array([200], pa.uint8()),
    "u16": pa.array([60_000], pa.uint16()),
    "u32": pa.array([2**32 - 1], pa.uint32()),
    "u64": pa.array([2**64 - 1], pa.uint64()),
    "f16": pa.array([1.5], pa.float16()),
    "f32": pa.array([0.1], pa.float32()),
    "f64": pa.array([0.1], pa.float64()),
    "text": pa.array(["12"]),
    "bytes": pa.array([b"\xff"], pa.binary()),
    "fixed": pa.array([b"abc"], pa.binary(3)),
    "date": pa.array([date(2026, 1, 1)]),
    "time_ms": pa.array([1], pa.time32("ms")),
    "time_us": pa.array([1], pa.time64("us")),
    "ms_utc": pa.array([NOON], pa.timestamp("ms", "UTC")),
    "ms": pa.array([NOON], pa.timestamp("ms")),
    "us": pa.array([NOON], pa.timestamp("us")),
    "us_utc": pa.array([NOON], pa.timestamp("us", "UTC")),
    "ns_utc": pa.array([NANOSECONDS], pa.timestamp("ns", "UTC")),
    "d5": pa.array([AMOUNT], pa.decimal128(5, 2)),
    "d15": pa.array([AMOUNT], pa.decimal128(15, 2)),
    "d25": pa.array([AMOUNT], pa.decimal128(25, 2)),
    INT96: pa.array([NOON], pa.timestamp("us")),
    "nothing": pa.nulls(1),
}
TARGETS: Final = [
    *(
        "boolean tinyint smallint int bigint float double string binary date timestamp timestamp_ntz "
        "decimal(5,2) decimal(10,0) decimal(12,4) decimal(15,2) decimal(20,0) decimal(25,4) decimal(38,2)"
    ).split(),
    ELAPSED,
]

NARROWER: Final = {
    *[("i16", "tinyint"), ("i32", "tinyint"), ("i32", "smallint"), ("date", "tinyint")],
    *[("u8", "tinyint"), ("u16", "tinyint"), ("u16", "smallint"), ("u64", "bigint")],
    *[("u32", one) for one in ("tinyint", "smallint", "int")],
}
"""Spark cuts these numbers off, or reads them as negative ones: here they are errors, by their values."""

OTHER_THINGS: Final = {
    *[(one, "date") for one in ("u8", "u16", "u32", "time_ms", "d5")],
    *[("d5", one) for one in ("tinyint", "smallint", "int", "bigint", "double")],
    *[("d15", "bigint"), ("d25", "binary"), ("f16", "binary")],
    *[
        (one, ELAPSED)
        for one in ("u64", "time_us", "ms", "ms_utc", "us", "us_utc", "ns_utc", "d15")
    ],
}
"""Spark reads the bits as if the column were one without a unit or a scale: 125 for 1.25."""

ONLY_HERE: Final = {
    *[("f16", "float"), ("f16", "double")],
    *[("nothing", one) for one in TARGETS],
}


def write(path: Path, source: str, column: str) -> None:
    pq.write_table(
        pa.table({"name": [path.stem], column: SOURCES[source]}),
        path,
        store_schema=False,
        use_dictionary=False,  # which Spark does not read as every type that it reads otherwise
        use_deprecated_int96_timestamps=source == INT96,
        store_decimal_as_integer=source in ("d5", "d15"),
    )


def test_types_are_read_as_spark_reads_them(spark: SparkSession, tmp_path: Path) -> None:
    """And so are they by both readers together, where Spark's own would cut off or take for something else."""
    import inlay_spark

    pairs = {
        f"{source}__{at}": (source, target)
        for source in SOURCES
        for at, target in enumerate(TARGETS)
    }
    columns = {target: f"as_{at}" for at, target in enumerate(TARGETS)}
    for name, (source, target) in pairs.items():
        write(tmp_path / f"{name}.parquet", source, columns[target])
    schema = ", ".join(["name string", *(f"{column} {one}" for one, column in columns.items())])

    def list_values(rows: list[Row]) -> dict[tuple[str, str], Any]:
        return {
            (source, target): row[columns[target]]
            for row in rows
            for source, target in [pairs[row["name"]]]
        }

    def read(format_: str) -> dict[tuple[str, str], Any]:
        reader = spark.read.format(format_).schema(schema)
        reader = reader.option("ignoreCorruptFiles", "true")
        if format_ == "inlay":
            reader = reader.option("maxPartitionBytes", 1 << 40)
        return list_values(reader.load(str(tmp_path)).collect())

    expected, found = read("parquet"), read("inlay")
    by_both = inlay_spark.read(spark, str(tmp_path), schema=schema, ignoreCorruptFiles=True)
    assert list_values(by_both.collect()) == found
    assert expected.keys() >= NARROWER | OTHER_THINGS
    assert expected.keys() - found.keys() == NARROWER | OTHER_THINGS
    assert found.keys() - expected.keys() == ONLY_HERE - expected.keys()
    assert expected.pop(("u32", "double")) == -1
    assert found.pop(("u32", "double")) == 2**32 - 1
    assert {pair: found[pair] for pair in found.keys() & expected.keys()} == {
        pair: expected[pair] for pair in found.keys() & expected.keys()
    }


@pytest.mark.parametrize(
    ("source", "target", "said"),
    [
        ("i64", pa.int32(), "is int64, and int32 is asked for$"),
        ("i32", pa.int8(), "is int32, and int8 is asked for: Integer value 70000 not in range"),
        ("text", pa.int64(), "is string, and int64 is asked for$"),
        ("us_utc", pa.date32(), r"is timestamp\[us, tz=UTC\], and date32\[day\] is asked for$"),
        ("date", pa.timestamp("us", "UTC"), "is date32.* is asked for$"),
        ("d5", pa.decimal128(5, 1), "is decimal.* is asked for$"),
        (INT96, pa.int64(), "is an INT96, and int64 is asked for$"),
        ("i32", pa.list_(pa.int32()), "is int32, and list.* is asked for$"),
        ("i32", pa.struct([("a", pa.int32())]), "is int32, and struct.* is asked for$"),
        ("i32", pa.map_(pa.string(), pa.int32()), "is int32, and map.* is asked for$"),
    ],
)
def test_an_error_names_file_column_and_both_types(
    source: str, target: pa.DataType, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "one.parquet"
    write(path, source, "c")
    entry = LocalStore().entry(str(path))
    assert entry is not None
    with pytest.raises(UnreadableError, match=f"^{path}: column c {said}"):
        list(read_rows(LocalStore(), [FilePart(entry, None)], pa.schema([("c", target)])))
