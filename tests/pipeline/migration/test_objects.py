"""Objects in place of files: nothing is staged beside them, and publishing is one conditional write."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from typing import Any

import fsspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.changes.rewrite.s3_objects import S3Objects
from inlay.footers.footer.read import read_footer
from inlay_spark.migration import staging
from inlay_spark.migration.operations import Operation
from inlay_spark.migration.planning import plan_file
from inlay_spark.migration.publishing import publish_file
from inlay_spark.migration.rows import DONE, PROBLEM, REFUSED, REMOVE, SAME, ListedFile, Staged
from inlay_spark.migration.staging import stage_file, stage_undo
from inlay_spark.migration.sweeping import Swept, sweep
from inlay_spark.migration.verifying import verify_file, verify_undone
from tests.faults.s3_emulation import S3Emulation

JOB = "inlay-0123456789ab"
PRIVATE = Operation("private")
INDEX = Operation("index", what=("parts",))
MEMORY: Any = fsspec.filesystem("memory")


def table_bytes(rows: int) -> bytes:
    made = BytesIO()
    pq.write_table(pa.table({"a": list(range(rows)), "s": ["x"] * rows}), made)
    return made.getvalue()


@pytest.fixture
def url() -> Iterator[str]:
    folder = f"/{uuid.uuid4().hex}"
    MEMORY.pipe_file(f"{folder}/one.parquet", table_bytes(3))
    yield f"memory:/{folder}/one.parquet"
    MEMORY.rm(folder, recursive=True)


def content(url: str) -> bytes:
    data: bytes = MEMORY.cat_file(url.removeprefix("memory:/"))
    return data


def put(url: str, data: bytes) -> None:
    MEMORY.pipe_file(url.removeprefix("memory:/"), data)


def staged_of(url: str, operation: Operation, *, new_name: bool = False) -> Staged:
    staged = stage_file(ListedFile(url), operation, JOB, new_name=new_name)
    assert (staged.state, staged.hidden) == (DONE, ""), staged
    return staged


@pytest.mark.parametrize(
    "operation",
    [*map(Operation, ("private", "migration", "final", "seal")), INDEX],
    ids=lambda operation: operation.name,
)
def test_there_and_back(url: str, operation: Operation) -> None:
    before = content(url)
    staged = staged_of(url, operation)
    assert content(url) == before
    assert [publish_file(staged).state for _ in range(2)] == [DONE, DONE]
    assert len(content(url)) == staged.new_size
    assert plan_file(url, operation).action == SAME
    assert verify_file(staged, operation, sample=True).state == DONE
    undone = stage_undo(staged, operation, JOB)
    assert [publish_file(undone).state for _ in range(2)] == [DONE, DONE]
    assert content(url) == before
    assert verify_undone(staged, sample=True).state == DONE
    assert stage_undo(staged, operation, JOB).state == SAME


def test_two_attempts(url: str) -> None:
    first, second = staged_of(url, PRIVATE), staged_of(url, PRIVATE)
    assert first == second
    assert [publish_file(row).state for row in (first, second)] == [DONE, DONE]
    assert sweep([url.rpartition("/")[0]], JOB) == Swept()


@pytest.mark.parametrize("phase", ["publish", "undo", "undo publish"])
def test_what_somebody_changed_is_left_alone(url: str, phase: str) -> None:
    staged = stage_file(ListedFile(url), PRIVATE, JOB)
    if phase.startswith("undo"):
        publish_file(staged)
    undone = stage_undo(staged, PRIVATE, JOB)
    theirs = table_bytes(4)
    put(url, theirs)
    state = {
        "publish": lambda: publish_file(staged).state,
        "undo": lambda: stage_undo(staged, PRIVATE, JOB).state,
        "undo publish": lambda: publish_file(undone).state,
    }[phase]()
    assert (state, content(url)) == (PROBLEM, theirs)


def test_a_new_end_that_is_too_large_for_the_journal(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staging, "_MOST_IN_ROW", 100)
    before = content(url)
    staged = stage_file(ListedFile(url), INDEX, JOB)
    assert staged.state == PROBLEM
    assert "100 go into the journal: change it alone, without Spark" in staged.reason
    assert content(url) == before


def test_an_object_that_is_gone(url: str) -> None:
    staged = stage_file(ListedFile(url), PRIVATE, JOB)
    MEMORY.rm(url.removeprefix("memory:/"))
    assert plan_file(url, PRIVATE).action == PROBLEM
    assert stage_file(ListedFile(url), PRIVATE, JOB).state == PROBLEM
    assert publish_file(staged).state == PROBLEM
    assert stage_undo(staged, PRIVATE, JOB).state == PROBLEM
    put(url, b"")


def test_a_new_name(url: str) -> None:
    before = content(url)
    staged = staged_of(url, PRIVATE, new_name=True)
    assert stage_undo(staged, PRIVATE, JOB).state == SAME
    assert [publish_file(staged).state for _ in range(2)] == [DONE, DONE]
    assert (content(url), read_footer(staged.publish_as).form.value) == (before, "private")
    undone = stage_undo(staged, PRIVATE, JOB)
    assert undone.state == REMOVE
    put(staged.publish_as, b"somebody else's")
    assert publish_file(undone).state == PROBLEM
    assert publish_file(staged).state == PROBLEM
    put(staged.publish_as, content(url)[: staged.keep] + staged.new_tail)
    assert [publish_file(undone).state for _ in range(2)] == [DONE, DONE]
    assert not MEMORY.exists(staged.publish_as.removeprefix("memory:/"))


def test_what_has_no_conditional_writes_or_moves_data(url: str) -> None:
    assert plan_file(url, Operation("encoding")).action == REFUSED
    row = plan_file("http://127.0.0.1:9/one.parquet", PRIVATE)
    assert row.action == REFUSED
    assert "conditional" in row.reason


@pytest.mark.parametrize("smallest_part", [1, 5 << 20], ids=["parts", "whole"])
def test_on_s3(smallest_part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The calls of S3: a race for `If-Match` is lost by whoever comes second."""
    s3 = S3Emulation()
    place = ("lake", "year=1/part.parquet")
    before = table_bytes(3)
    s3.objects[place] = before
    objects = S3Objects(s3, smallest_part=smallest_part)
    key = "/".join(place)
    etag = objects.head(key).etag
    put("memory://s3/one.parquet", before)
    tail = staged_of("memory://s3/one.parquet", PRIVATE)
    row = replace(tail, path=f"s3://{key}", publish_as=f"s3://{key}", etag=etag)
    monkeypatch.setattr(
        "inlay_spark.migration.publishing.open_object_store", lambda _: (objects, key)
    )
    monkeypatch.setattr("inlay_spark.migration.publishing._is_there", lambda _: False)
    assert publish_file(row).state == DONE
    assert s3.objects[place] == before[: row.keep] + row.new_tail
    lost = publish_file(row)
    assert (lost.state, lost.reason) == (PROBLEM, "the object changed since it was staged")
    assert s3.uploads == {}
    back = replace(row, etag=objects.head(key).etag, new_tail=row.old_tail, new_size=row.size)
    assert publish_file(back).state == DONE
    assert s3.objects == {place: before}
