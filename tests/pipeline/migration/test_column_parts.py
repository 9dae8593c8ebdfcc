"""The rows of a file with a long footer are read some columns at a time: together they are all of it, and what differs is found."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.pages.engine import excerpt
from inlay_spark.migration import column_parts, compare_values, group_verifying
from inlay_spark.migration.column_parts import PARTS, iter_column_parts
from inlay_spark.migration.group_publishing import publish_group
from inlay_spark.migration.group_staging import stage_group
from inlay_spark.migration.group_verifying import verify_group
from inlay_spark.migration.operations import Operation
from inlay_spark.migration.publishing import publish_file
from inlay_spark.migration.rows import DONE, ListedFile, Staged
from inlay_spark.migration.staging import stage_file
from inlay_spark.migration.verifying import verify_file
from tests.pipeline.migration.small_files import JOB, LARGE, group_of
from tests.support.wide_file import write_wide

COLUMNS: Final = 11

pytestmark = pytest.mark.needs("native core")


@pytest.fixture(autouse=True)
def all_are_long(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (column_parts, excerpt):
        monkeypatch.setattr(module, "LONG", 400)


def list_parts(path: str) -> list[list[str]]:
    return [inlay.read_table(part).column_names for part in iter_column_parts(path)]


def publish(path: str, operation: Operation) -> Staged:
    staged = stage_file(ListedFile(path), operation, JOB)
    assert publish_file(staged).state == DONE, staged
    return staged


def note_compared(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Columns, as this module compares them."""
    compared: list[str] = []

    def have_equal_bits(table: pa.Table, other: pa.Table) -> bool:
        compared.extend(table.column_names)
        return compare(table, other)

    compare = compare_values.have_equal_bits
    monkeypatch.setattr(module, "have_equal_bits", have_equal_bits)
    return compared


def test_every_column_is_in_a_part(tmp_path: Path) -> None:
    path = write_wide(tmp_path, COLUMNS)
    parts = list_parts(path)
    assert len(parts) == PARTS
    assert [name for part in parts for name in part] == [f"c{at}" for at in range(COLUMNS)]


def test_of_a_flatbuffer_too(tmp_path: Path) -> None:
    path = write_wide(tmp_path, COLUMNS)
    for name in ("private", "final"):
        publish(path, Operation(name))
    assert len(list_parts(path)) == PARTS


@pytest.mark.parametrize("names", [["a", "b", "a", "c"], ["a.b", "b", "c", "d"], []])
def test_what_names_do_not_lead_to_is_read_at_once(tmp_path: Path, names: list[str]) -> None:
    path = str(tmp_path / "odd.parquet")
    columns = [pa.array([1.5, 2.5])] * len(names)
    pq.write_table(pa.Table.from_arrays(columns, names=names), path)
    assert path in [*iter_column_parts(path)]


def test_a_short_footer_is_read_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(column_parts, "LONG", 1 << 20)
    path = write_wide(tmp_path, COLUMNS)
    assert [*iter_column_parts(path)] == [path]


def test_of_a_sample_all_rows_are_read_a_part_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[int] = []

    def iter_batches(source: Any) -> pa.RecordBatchReader:
        rows = iter_all(source)
        shown.append(len(rows.schema))
        return rows

    iter_all = inlay.iter_batches
    monkeypatch.setattr(inlay, "iter_batches", iter_batches)
    seal = Operation("seal")
    staged = publish(write_wide(tmp_path, COLUMNS), seal)
    assert verify_file(staged, seal, sample=True).reason == ""
    assert shown == [3, 3, 3, 2]


def test_both_encodings_are_compared_a_part_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = note_compared(compare_values, monkeypatch)
    encoding = Operation("encoding", columns=("c7",))
    staged = publish(write_wide(tmp_path, COLUMNS), encoding)
    assert verify_file(staged, encoding, sample=True).reason == ""
    assert compared[:3] == ["c0", "c1", "c2"] == compared[3:6]  # of two row groups
    assert sorted(compared) == sorted(2 * [f"c{at}" for at in range(COLUMNS)])
    monkeypatch.setattr(compare_values, "have_equal_bits", lambda *_: False)
    assert "hold other values" in verify_file(staged, encoding, sample=True).reason


def test_a_compacted_file_is_compared_a_part_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = note_compared(group_verifying, monkeypatch)
    path = write_wide(tmp_path, COLUMNS)
    other = shutil.copy(path, tmp_path / "other.parquet")
    (staged,) = stage_group(group_of([path, str(other)]), LARGE, JOB)
    assert publish_group(staged).state == DONE
    assert verify_group(staged, sample=False).reason == ""
    assert compared == []
    assert verify_group(staged, sample=True).reason == ""
    assert compared[:12] == 4 * ["c0", "c1", "c2"]  # of two row groups each
    assert sorted(compared) == sorted(4 * [f"c{at}" for at in range(COLUMNS)])
    monkeypatch.setattr(group_verifying, "have_equal_bits", lambda *_: False)
    assert "holds other values" in verify_group(staged, sample=True).reason
