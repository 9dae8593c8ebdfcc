"""What earlier versions wrote is read: journals, manifests, logs and the notes of runs that were cut off."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.ground.files.entries import FileEntry
from inlay.ground.files.stores import store_of
from inlay.tables.scan.scan import scan_entries
from inlay_spark.catalog.build import build_catalog
from inlay_spark.catalog.directory import CatalogDirectory
from inlay_spark.catalog.manifest import Manifest, Part
from inlay_spark.catalog.work import columns_of
from inlay_spark.migration.journal import Job, MigrationJournal
from inlay_spark.migration.operations import Operation
from inlay_spark.shredding.directory import ShredDirectory
from inlay_spark.shredding.log import DONE, Shredded
from tests.pipeline.shred.here import here
from tests.tables.scan.lake import plain_file

MANIFEST = """{
 "version": 1,
 "run": 2,
 "parts": {
  "part-000001-000000-0badcafe": {
   "files": 5,
   "schema": 30,
   "problems": 2,
   "unreadable": 1
  }
 }
}"""
JOB = """{
  "journal": 2,
  "job": "inlay-0123456789ab",
  "paths": [
    "/lake"
  ],
  "pattern": "*.parquet",
  "operation": {
    "name": "encoding",
    "columns": [
      "a"
    ],
    "encoding": "pco",
    "allow": []
  },
  "new_names": false
}
"""
NOTE = (
    '{"files": 1, "bytes": 7, "unreadable": 0, "made": [{"path": "/lake/a.json", "size": 7, "mtime": 5, "state": "done", '
    '"output": "a.json.parquet", "out_size": 4, "rows": 1, "staged": "_staging/f62986ef/0-008dfc02-0.parquet"}]}'
)


def test_a_manifest() -> None:
    parts = {"part-000001-000000-0badcafe": Part({"files": 5, "schema": 30, "problems": 2}, 1)}
    assert Manifest.from_json(MANIFEST.encode()) == Manifest(2, parts)
    assert Manifest(2, parts).as_json().decode() == MANIFEST


def test_a_journal(tmp_path: Path) -> None:
    (tmp_path / "job.json").write_text(JOB)
    (tmp_path / "rollback.json").write_text('{\n  "begun": true\n}\n')
    job = Job(
        "inlay-0123456789ab", ("/lake",), Operation("encoding", ("a",), "pco"), False, "*.parquet"
    )
    journal = MigrationJournal.open(str(tmp_path))
    assert (journal.job, journal.is_undone) == (job, True)
    with MigrationJournal.begin(str(tmp_path / "again"), job):
        assert (tmp_path / "again" / "job.json").read_text() == JOB


def test_a_run_of_shredding_that_was_cut_off(tmp_path: Path) -> None:
    staging = tmp_path / "_staging" / "f62986ef"
    staging.mkdir(parents=True)
    (staging / "0.order").write_bytes(b"a pickle")
    (staging / "0-008dfc02.done").write_text(NOTE)
    (staging / "1-6875f024.done").write_text(NOTE[:90])
    (staging / "0-008dfc02-0.parquet").write_bytes(b"PAR1")
    row = Shredded(
        "/lake/a.json",
        7,
        5,
        state=DONE,
        output="a.json.parquet",
        out_size=4,
        rows=1,
        staged="_staging/f62986ef/0-008dfc02-0.parquet",
    )
    assert ShredDirectory(str(tmp_path)).recover() == {"/lake/a.json": row}


def test_a_catalog_that_calls_a_note_a_problem(tmp_path: Path) -> None:
    """The next run reads such files again, and counts them."""
    lake, out = tmp_path / "lake", tmp_path / "out"
    lake.mkdir()
    (lake / "a.parquet").write_bytes(plain_file(tmp_path))
    (lake / "b.parquet").write_bytes(b"notes" * 99)
    build_catalog(here(), str(lake), str(out))
    (lake / "README.md").write_bytes(b"notes" * 99)
    _add_problem(CatalogDirectory(str(out)), lake / "README.md")
    done = build_catalog(here(), str(lake), str(out))
    assert (done.files, done.others, done.unreadable, done.unchanged) == (1, 1, 0, 2)
    again = build_catalog(here(), str(lake), str(out))
    assert (again.files, again.unchanged) == (0, 3)
    paths = {
        table: sorted(
            Path(str(path)).name
            for file in (out / table).glob("*.parquet")
            for path in pq.read_table(file)["path"].to_pylist()
        )
        for table in ("files", "problems", "others")
    }
    assert paths == {"files": ["a.parquet"], "problems": ["b.parquet"], "others": ["README.md"]}


def _add_problem(directory: CatalogDirectory, path: Path) -> None:
    """As a run wrote it that knew no others: a part of its own with one row of `problems`."""
    status = path.stat()
    entry = FileEntry(str(path), status.st_size, status.st_mtime_ns // 1000)
    claim = entry._replace(error=OSError(0, "stands for what it said"))
    ((_, batch),) = scan_entries(store_of([str(path)]), [claim], [columns_of("problems")])
    at = batch.schema.get_field_index("error_id")
    batch = batch.set_column(at, batch.schema.field(at), pa.array(["not-parquet"]))
    pq.write_table(pa.table(batch), directory.part("problems", "part-000009-000000-0badcafe"))
    manifest = json.loads(directory.read("catalog.json"))
    parts: dict[str, Any] = manifest["parts"]
    parts["part-000009-000000-0badcafe"] = {"problems": 1, "unreadable": 1}
    directory.publish(json.dumps(manifest).encode(), "catalog.json")
