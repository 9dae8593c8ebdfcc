"""A long footer is shown to pyarrow in parts: together they are all of it, and what differs in one is found."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay_runtime.errors import InlayError
from inlay_spark.jobs import foreign_footers
from inlay_spark.jobs.foreign_footers import count_rows, pair_parts
from inlay_spark.migration.operations import Operation
from inlay_spark.migration.publishing import publish_file
from inlay_spark.migration.rows import DONE, PROBLEM, ListedFile
from inlay_spark.migration.staging import stage_file
from inlay_spark.migration.verifying import verify_file
from parquet_format.parquet import FileMetaData, KeyValue
from tests.pipeline.migration.small_files import JOB

GROUPS: Final = 7


@pytest.fixture(autouse=True)
def all_are_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreign_footers, "LONG", 400)


@pytest.fixture
def data() -> bytes:
    file = io.BytesIO()
    table = pa.table({"a": range(GROUPS * 10), "s": ["x"] * GROUPS * 10})
    pq.write_table(table.replace_schema_metadata({"k": "v"}), file, row_group_size=10)
    return file.getvalue()


def tail_of(data: bytes) -> bytes:
    return data[-8 - int.from_bytes(data[-8:-4], "little") :]


def as_tail(metadata: FileMetaData) -> bytes:
    thrift = metadata.encode()
    return thrift + len(thrift).to_bytes(4, "little") + b"PAR1"


@pytest.mark.parametrize("with_columns", [False, True])
def test_all_is_shown_once(data: bytes, with_columns: bool) -> None:
    whole = pq.read_metadata(io.BytesIO(data))
    shown = [
        old() for old, _ in pair_parts(tail_of(data), tail_of(data), with_columns=with_columns)
    ]
    beside, *parts = shown
    assert (beside.num_rows, beside.num_row_groups, beside.metadata) == (70, 0, whole.metadata)
    assert beside.schema.equals(whole.schema)
    assert len(parts) > 2
    groups = [part.row_group(at) for part in parts for at in range(part.num_row_groups)]
    assert [group.num_rows for group in groups] == [10] * GROUPS
    if with_columns:
        assert [group.to_dict() for group in groups] == [
            whole.row_group(at).to_dict() for at in range(GROUPS)
        ]


@pytest.mark.parametrize("group", range(GROUPS))
def test_what_differs_in_a_row_group_is_found(data: bytes, group: int) -> None:
    tail = tail_of(data)
    other = FileMetaData.decode(tail[:-8])
    chunk = other.row_groups[group].columns[1].meta_data
    assert chunk is not None
    chunk.total_compressed_size += 1
    pairs = pair_parts(tail, as_tail(other), with_columns=False)
    assert sum(not old().equals(new()) for old, new in pairs) == 1


def test_what_differs_beside_row_groups_is_found(data: bytes) -> None:
    tail = tail_of(data)
    other = FileMetaData.decode(tail[:-8])
    other.key_value_metadata = [KeyValue(key="k", value="w")]
    first, *others = pair_parts(tail, as_tail(other), with_columns=False)
    assert not first[0]().equals(first[1]())
    assert all(old().equals(new()) for old, new in others)


def test_a_row_group_less_is_found(data: bytes) -> None:
    tail = tail_of(data)
    other = FileMetaData.decode(tail[:-8])
    other.row_groups = other.row_groups[:-1]
    ((old, new),) = pair_parts(tail, as_tail(other), with_columns=False)
    assert old().num_row_groups == new().num_row_groups + 1


@pytest.mark.parametrize("name", ["private", "seal", "index"])
def test_a_job_is_verified_by_parts(data: bytes, name: str, tmp_path: Path) -> None:
    path = tmp_path / "one.parquet"
    path.write_bytes(data)
    operation = Operation(name, what=("all",) if name == "index" else ())
    staged = stage_file(ListedFile(str(path)), operation, JOB)
    assert publish_file(staged).state == DONE, staged
    assert verify_file(staged, operation, sample=False).state == DONE
    other = FileMetaData.decode(staged.old_tail[-len(tail_of(data)) : -8])
    other.row_groups[4].num_rows += 1
    changed = replace(staged, old_tail=as_tail(other))
    assert verify_file(changed, operation, sample=False).state == PROBLEM


def test_rows_are_counted_in_parts(
    data: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "one.parquet"
    path.write_bytes(data)
    shown: list[int] = []

    def read_metadata(source: Any) -> pq.FileMetaData:
        metadata = read_all(source)
        shown.append(metadata.num_row_groups)
        return metadata

    read_all = pq.read_metadata
    monkeypatch.setattr(pq, "read_metadata", read_metadata)
    assert count_rows(str(path)) == GROUPS * 10
    assert sum(shown) == GROUPS > max(shown)
    path.write_bytes(data[:-8] + data[-9:])
    with pytest.raises((OSError, InlayError)):
        count_rows(str(path))
