"""The partition of a file is proven: by its folder for a column that it lacks, by its bounds for one that it has."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyiceberg import types as iceberg
from pyiceberg.partitioning import PartitionField, PartitionSpec
from pyiceberg.schema import Schema
from pyiceberg.transforms import (
    BucketTransform,
    DayTransform,
    Transform,
    TruncateTransform,
)

from inlay.ground.mistakes import RequestError
from inlay.ground.refusals import RefusedError
from inlay.verbs.register.targets.iceberg.folder_values import parse_folder_value
from parquet_format.parquet import FileMetaData
from tests.support.footers import edit_footer
from tests.verbs.register.iceberg.tables import (
    NAME,
    ids_of,
    open_catalog,
    plan_files,
    plan_of,
    register,
)


def _write(path: Path, columns: Mapping[str, Any]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(dict(columns)), path)
    return path


def test_folders_are_columns(tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    for at, day in enumerate(("2026-11-27", "2026-11-28", "__HIVE_DEFAULT_PARTITION__")):
        _write(lake / f"day={day}" / "a.parquet", {"id": [at]})
    registration = register(tmp_path, lake, create=True)
    days = [entry["partition"] for entry in registration.describe_entries()]
    assert days == [[20784], [20785], [None]]
    with open_catalog(tmp_path) as catalog:
        table = catalog.load_table(NAME)
        rows = table.scan("day = '2026-11-28'").to_arrow().to_pylist()
        assert rows == [{"id": 1, "day": date(2026, 11, 28)}]
        assert ids_of(table.scan("day is null").to_arrow().to_pylist()) == [2]
        assert table.scan().to_arrow().num_rows == 3


CONTRADICTED: Final = (
    ({"k": [1, 1]}, "2", "is 1 in the file, and its path says '2'"),
    ({"k": [1, 2]}, "1", "has values of several partitions"),
    ({"k": [1, None]}, "1", "has nulls beside values"),
    ({"k": pa.array([None], pa.int64())}, "1", "is None in the file"),
)


@pytest.mark.parametrize(("columns", "folder", "what"), CONTRADICTED)
def test_a_folder_that_the_file_contradicts(
    columns: dict[str, Any], folder: str, what: str, tmp_path: Path
) -> None:
    _write(tmp_path / "lake" / f"k={folder}" / "a.parquet", columns)
    with pytest.raises(RefusedError, match=what) as raised:
        plan_files(tmp_path, tmp_path / "lake")
    assert raised.value.path.endswith("a.parquet")


def _forget_levels(metadata: FileMetaData) -> None:
    meta = metadata.row_groups[0].columns[0].meta_data
    assert meta is not None
    meta.size_statistics = None


def test_a_column_of_the_file_needs_bounds(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"k": [1, 1]}), path, write_statistics=False)
    with pytest.raises(RefusedError, match="partition column k has no bounds: row group 0"):
        plan_files(tmp_path, path, partition_by=["k"])
    path.write_bytes(edit_footer(path.read_bytes(), _forget_levels))
    with pytest.raises(RefusedError, match="has nulls that nobody counted"):
        plan_files(tmp_path, path, partition_by=["k"])
    with pytest.raises(
        RequestError, match="partition_by z: not a column of the files; there are k"
    ):
        plan_files(tmp_path, path, partition_by=["z"])


def _count_no_nans(metadata: FileMetaData) -> None:
    meta = metadata.row_groups[0].columns[0].meta_data
    assert meta is not None
    assert meta.statistics is not None
    meta.statistics = meta.statistics.replace(nan_count=0)


@pytest.mark.parametrize(("value", "is_one"), [(0.0, False), (1.5, True)])
def test_zeros_may_be_two_values(value: float, is_one: bool, tmp_path: Path) -> None:
    """A footer does not say which zeros there are, and Iceberg's Java library takes -0.0 for less than 0.0."""
    path = _write(tmp_path / "a.parquet", {"k": [value]})
    path.write_bytes(edit_footer(path.read_bytes(), _count_no_nans))
    if is_one:
        (entry,) = plan_files(tmp_path, path, partition_by=["k"]).entries
        assert entry.partition[0] == value
    else:
        with pytest.raises(RefusedError, match="has values of several partitions"):
            plan_files(tmp_path, path, partition_by=["k"])


def _cut_within_a_character(metadata: FileMetaData) -> None:
    meta = metadata.row_groups[0].columns[0].meta_data
    assert meta is not None
    assert meta.statistics is not None
    first = "é".encode()[:1]
    meta.statistics = meta.statistics.replace(min_value=first, is_min_value_exact=False)


def test_a_bound_that_is_cut_within_a_character_proves_nothing(tmp_path: Path) -> None:
    path = _write(tmp_path / "a.parquet", {"k": ["é"]})
    path.write_bytes(edit_footer(path.read_bytes(), _cut_within_a_character))
    with pytest.raises(RefusedError, match="partition column k has a bound that is not UTF-8"):
        plan_files(tmp_path, path, partition_by=["k"])


def test_a_column_of_one_value_is_a_partition(tmp_path: Path) -> None:
    one = _write(tmp_path / "1.parquet", {"id": [1, 2], "k": ["a" * 40] * 2})
    two = _write(tmp_path / "2.parquet", {"id": [3], "k": pa.array([None], pa.string())})
    register(tmp_path, one, two, create=True, partition_by=["k"])
    with open_catalog(tmp_path) as catalog:
        table = catalog.load_table(NAME)
        assert ids_of(table.scan(f"k = '{'a' * 40}'").to_arrow().to_pylist()) == [1, 2]
        assert ids_of(table.scan("k is null").to_arrow().to_pylist()) == [3]


_FIELDS: Final = (
    iceberg.NestedField(1, "id", iceberg.LongType()),
    iceberg.NestedField(2, "at", iceberg.TimestampType()),
)
_NOON: Final = datetime(2026, 11, 28, 12)
_NIGHT: Final = datetime(2026, 11, 28, 23, 59)
TRANSFORMED: Final[tuple[tuple[Transform[Any, Any], int, dict[str, Any], int | None], ...]] = (
    (DayTransform(), 2, {"id": [1, 9], "at": [_NOON, _NIGHT]}, 20785),
    (DayTransform(), 2, {"id": [1], "at": [_NOON, datetime(2026, 11, 29)][:1]}, 20785),
    (DayTransform(), 2, {"id": [1, 2], "at": [_NOON, datetime(2026, 11, 29)]}, None),
    (TruncateTransform(10), 1, {"id": [11, 19], "at": [_NOON, _NOON]}, 10),
    (TruncateTransform(10), 1, {"id": [9, 11], "at": [_NOON, _NOON]}, None),
    (BucketTransform(4), 1, {"id": [7, 7], "at": [_NOON, _NOON]}, 0),
    (BucketTransform(1), 1, {"id": [7, 8], "at": [_NOON, _NOON]}, None),
)


@pytest.mark.parametrize(("transform", "source", "columns", "value"), TRANSFORMED)
def test_transforms_of_a_table_are_applied(
    transform: Transform[Any, Any],
    source: int,
    columns: dict[str, Any],
    value: int | None,
    tmp_path: Path,
) -> None:
    with open_catalog(tmp_path) as catalog:
        catalog.create_namespace("lake")
        spec = PartitionSpec(PartitionField(source, 1000, transform, "part"))
        catalog.create_table(NAME, Schema(*_FIELDS), partition_spec=spec)
    path = _write(tmp_path / "a.parquet", columns)
    if value is None:
        with pytest.raises(RefusedError, match="has values of several partitions"):
            register(tmp_path, path)
        return
    (entry,) = plan_of(register(tmp_path, path)).entries
    applied = transform.transform(_FIELDS[source - 1].field_type)
    first = columns["id" if source == 1 else "at"][0]
    expected = (
        first
        if isinstance(first, int)
        else int((first - datetime(1970, 1, 1)).total_seconds()) * 10**6
    )
    assert entry.partition[0] == applied(expected)
    if not isinstance(transform, BucketTransform):
        assert entry.partition[0] == value
    with open_catalog(tmp_path) as catalog:
        scan = catalog.load_table(NAME).scan("id >= 0 and at > '2000-01-01T00:00:00'")
        assert scan.to_arrow().num_rows == len(columns["id"])


@pytest.mark.parametrize("version", ["1", "2"])
def test_a_partition_field_that_was_dropped(version: str, tmp_path: Path) -> None:
    """In version 1 it stays, and is null."""
    with open_catalog(tmp_path) as catalog:
        catalog.create_namespace("lake")
        spec = PartitionSpec(PartitionField(1, 1000, BucketTransform(4), "part"))
        properties = {"format-version": version}
        table = catalog.create_table(
            NAME, Schema(*_FIELDS), partition_spec=spec, properties=properties
        )
        with table.update_spec() as update:
            update.remove_field("part")
    path = _write(tmp_path / "a.parquet", {"id": [1, 2], "at": [_NOON, _NIGHT]})
    (entry,) = plan_of(register(tmp_path, path)).entries
    assert [entry.partition[at] for at in range(len(entry.partition))] == (
        [None] if version == "1" else []
    )
    with open_catalog(tmp_path) as catalog:
        assert catalog.load_table(NAME).scan("id = 2").to_arrow().num_rows == 1


SPELLED: Final = (
    (iceberg.IntegerType(), "12", 12),
    (iceberg.IntegerType(), str(2**31), None),
    (iceberg.LongType(), "-1", -1),
    (iceberg.LongType(), "1.5", None),
    (iceberg.StringType(), "a b", "a b"),
    (iceberg.DateType(), "1970-01-02", 1),
    (iceberg.DateType(), "yesterday", None),
    (iceberg.BooleanType(), "TRUE", True),
    (iceberg.BooleanType(), "yes", None),
    (iceberg.DoubleType(), "1.5", 1.5),
    (iceberg.DoubleType(), "nan", None),
    (iceberg.DecimalType(4, 2), "1.5", Decimal("1.50")),
    (iceberg.DecimalType(4, 2), "1.555", None),
    (iceberg.DecimalType(4, 2), "100", None),
    (iceberg.DecimalType(4, 2), "1e999999", None),
    (iceberg.UUIDType(), str(UUID(int=1)), UUID(int=1).bytes),
    (iceberg.TimestampType(), "2026-11-28 00:00:00", None),
    (iceberg.BinaryType(), "a", None),
)


@pytest.mark.parametrize(("type_", "text", "value"), SPELLED, ids=str)
def test_texts_of_folders(type_: iceberg.PrimitiveType, text: str, value: Any) -> None:
    assert parse_folder_value(type_, text) == value


def test_folders_of_a_table_without_partitions_are_no_columns(tmp_path: Path) -> None:
    register(tmp_path, _write(tmp_path / "a.parquet", {"id": [1]}), create=True)
    _write(tmp_path / "more" / "run=5" / "b.parquet", {"id": [2]})
    register(tmp_path, tmp_path / "more")
    with open_catalog(tmp_path) as catalog:
        table = catalog.load_table(NAME)
        assert table.schema().column_names == ["id"]
        assert ids_of(table.scan().to_arrow().to_pylist()) == [1, 2]


def test_a_column_of_folders_alone_is_not_lost(tmp_path: Path) -> None:
    """Where no partition has it, readers would find nulls."""
    for day in (1, 2):
        path = tmp_path / "lake" / f"day={day}" / "a.parquet"
        path.parent.mkdir(parents=True)
        pq.write_table(pa.table({"x": [day]}), path)
    whole = tmp_path / "whole.parquet"
    pq.write_table(pa.table({"x": [3], "day": [3]}), whole)
    with pytest.raises(RefusedError, match="only its folder says day"):
        register(tmp_path, tmp_path / "lake", create=True, partition_by=["x"])
    register(tmp_path, whole, create=True)
    with pytest.raises(RefusedError, match="only its folder says day"):
        register(tmp_path, tmp_path / "lake")
