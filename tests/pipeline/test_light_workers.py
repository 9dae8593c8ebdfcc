"""Tasks do without what is large and of no use to them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from inlay.ground.files.stores import store_of
from inlay.tables.scan.listing import list_files
from inlay_spark.catalog import file_rows
from inlay_spark.catalog.directory import CatalogDirectory
from inlay_spark.catalog.work import WorkItem
from inlay_spark.compat import work
from inlay_spark.compat.work import CompatWorker
from inlay_spark.jobs.directory import STAGING
from inlay_spark.jobs.work_items import pack_json
from tests.support.wide_file import write_wide, write_wide_variants

ROOT = Path(__file__).parents[2]


def run_python(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.needs("native core")
def test_tasks_do_without_pandas(tmp_path: Path) -> None:
    """pyarrow imports it for a list of Python's, which takes 0.2 s and 33 MiB of each worker."""
    shutil.copy(write_wide(tmp_path, 10), tmp_path / "plain.parquet")
    write_wide_variants(str(tmp_path / "variants.parquet"), 10)
    assert run_python("-m", "tests.pipeline.tasks_alone", str(tmp_path)) == "False"


@pytest.mark.needs("native core")
def test_workers_divide_memory_as_commands_do() -> None:
    code = (
        "import os\n"
        "from pyspark import daemon\n"
        "from inlay_spark.session import worker_daemon\n"
        "daemon.manager = lambda: print(os.environ.get('ARROW_DEFAULT_MEMORY_POOL'))\n"
        "worker_daemon.serve()\n"
        "assert daemon.worker is worker_daemon.run_worker"
    )
    assert run_python("-c", code) == "system"


@pytest.mark.needs("native core")
def test_what_readers_make_of_a_wide_file_is_written_some_rows_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[int] = []

    def build_batch(schema: pa.Schema, rows: Any) -> pa.RecordBatch:
        batch = build_all(schema, rows)
        written.append(batch.num_rows)
        return batch

    build_all = file_rows.build_batch
    monkeypatch.setattr(work, "build_batch", build_batch)
    monkeypatch.setattr(work, "_ROWS", 4)
    worker = CompatWorker(str(tmp_path / "out"), 1, ["duckdb==2.0.1"])
    directory = CatalogDirectory(str(tmp_path / "out"))
    directory.make(STAGING, "1")
    path = write_wide(tmp_path, 10)
    item = WorkItem([*list_files(store_of([path]), [path])])
    directory.write(pack_json(item.as_json()), STAGING, "1", "0.item")
    rows = worker.carry_out(0).rows
    assert sum(written) == sum(rows.values()) > rows["findings"] > 4
    assert max(written) == 4
