"""A lake and its directory in S3: the same files and problems as on this machine."""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyarrow import fs

from inlay.ground.files.arrow_store import ArrowStore
from inlay.ground.files.entries import FileEntry
from inlay_spark.shred import shred
from inlay_spark.shredding.errors import build_problem_row
from inlay_spark.shredding.sources import write
from tests.faults.s3_emulation import S3Emulation
from tests.pipeline.shred.here import here
from tests.pipeline.shred.lakes import add_odd_files, expected, make_lake, table, values
from tests.pipeline.shred.reading import outputs
from tests.variant.kept import assert_offsets_lead_to_pages, kept_of

s3fs = import_module("s3fs")


def objects_below(s3: S3Emulation, folder: str) -> dict[str, bytes]:
    return {
        key.removeprefix(f"{folder}/"): data
        for (_, key), data in s3.objects.items()
        if key.startswith(f"{folder}/") and not key.endswith("/")
    }


def test_a_lake_in_s3(s3: S3Emulation, tmp_path: Path) -> None:
    lake, out = tmp_path / "lake", tmp_path / "out"
    good = make_lake(lake)
    bad = add_odd_files(lake)
    # Beyond the end of a file that is read at once.
    large = table(0, pa.string(), 20_000)
    pq.write_table(large, lake / "large.parquet", row_group_size=4_000, write_page_index=True)
    for path in lake.rglob("*.parquet"):
        s3.objects["lake", f"in/{path.relative_to(lake)}"] = path.read_bytes()

    here_done = shred(here(), str(lake), str(out), ["v"])
    done = shred(here(), "s3://lake/in", "s3://lake/out", ["v"])
    assert (done.files, done.rows, done.problems) == (
        here_done.files,
        here_done.rows,
        here_done.problems,
    )
    made = objects_below(s3, "out")
    assert {name for name in made if not name.startswith("_")} == outputs(out)
    told = [json.loads(line) for line in made["_problems.jsonl"].decode().splitlines()]
    assert {one["path"].removeprefix("s3://lake/in/"): one["error_id"] for one in told} == bad
    for name, first in {**good, "large.parquet": 0}.items():
        one = tmp_path / "one.parquet"
        one.write_bytes(made[name])
        assert kept_of(one) == kept_of(out / name), name
        assert_offsets_lead_to_pages(one)
        assert values(one) == expected(first, 20_000 if name == "large.parquet" else 40), name
    again = shred(here(), "s3://lake/in", "s3://lake/out")
    assert (again.files, again.unchanged) == (0, len(good) + len(bad) + 3)


class FailingStore(ArrowStore):
    """Of a file only the end can be read."""

    @contextmanager
    def open(self, entry: FileEntry) -> Generator[Any]:
        with super().open(entry) as handle:
            yield Failing(handle)


class Failing:
    def __init__(self, handle: Any) -> None:
        self.size = handle.size
        self._handle = handle

    def read(self, offset: int, size: int) -> bytes:
        if offset + size < self.size:
            raise OSError("connection reset")
        found: bytes = self._handle.read(offset, size)
        return found


def test_a_store_that_fails_is_no_damaged_file(tmp_path: Path) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(table(0, pa.string(), 20_000), path)
    entry = FileEntry(str(path), path.stat().st_size, 0)
    schemas = {"v": pa.struct([("n", pa.int64())])}
    local = fs.LocalFileSystem()
    with pytest.raises(OSError, match="connection reset") as failed:
        write(FailingStore(local), entry, out, schemas, False)
    assert build_problem_row(entry, failed.value).error_id == "io"

    data = bytearray(path.read_bytes())
    data[4:5_000] = b"\xff" * 4_996
    path.write_bytes(bytes(data))
    with pytest.raises(Exception, match=r"header|page|decompress") as damaged:
        write(ArrowStore(local), entry, out, schemas, False)
    assert build_problem_row(entry, damaged.value).error_id == "data"
    assert not out.exists()
