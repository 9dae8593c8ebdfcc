"""A catalogue is safe from whatever is cut off, damaged or run twice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from inlay.ground.refusals import RefusedError
from inlay_spark.catalog.build import build_catalog
from inlay_spark.catalog.directory import CatalogDirectory, CatalogError
from inlay_spark.catalog.views import open_catalog
from inlay_spark.jobs.directory import LockedError
from inlay_spark.jobs.work_items import pack_json
from tests.pipeline.catalog.catalog_pages import paths
from tests.tables.scan.lake import DAMAGE

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from inlay.ground.files.entries import FileEntry


MANIFESTS = [
    b"",
    b"[]",
    b"{}",
    b"\xff",
    b'{"version": 9}',
    b'{"version": 1}',
    b'{"version": 1, "run": "1", "parts": {}}',
    b'{"version": 1, "run": 1, "parts": []}',
    b'{"version": 1, "run": 1, "parts": {"a": {}}}',
    b'{"version": 1, "run": 1, "parts": {"a": {"files": -1, "unreadable": 0}}}',
    b'{"version": 1, "run": 1, "parts": {"a": {"files": 1, "unreadable": 0}}}',
]


@pytest.mark.parametrize("manifest", MANIFESTS)
def test_a_damaged_manifest(spark: SparkSession, manifest: bytes, tmp_path: Path) -> None:
    (tmp_path / "lake").mkdir()
    out = tmp_path / "out"
    out.mkdir()
    (out / "catalog.json").write_bytes(manifest)
    for ask in (
        lambda: build_catalog(spark, str(tmp_path / "lake"), str(out)),
        lambda: open_catalog(spark, str(out)),
    ):
        with pytest.raises(CatalogError, match=str(out)):
            ask()


def test_a_part_that_is_gone_or_damaged(spark: SparkSession, lake: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build_catalog(spark, str(lake), str(out))
    (part,) = (out / "files").iterdir()
    part.write_bytes(b"PAR1 damaged PAR1")
    with pytest.raises(CatalogError, match=f"{part}.*create a new one"):
        build_catalog(spark, str(lake), str(out))
    part.unlink()
    for ask in (
        lambda: build_catalog(spark, str(lake), str(out)),
        lambda: open_catalog(spark, str(out)),
    ):
        with pytest.raises(CatalogError, match=f"{part} is not there"):
            ask()


def test_what_a_killed_run_left_is_swept(spark: SparkSession, lake: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build_catalog(spark, str(lake), str(out))
    published = next((out / "files").iterdir())
    orphan = out / "files" / "part-000009-000000-0badcafe.parquet"  # moved, and not yet true
    orphan.write_bytes(published.read_bytes())
    (out / "_staging" / "9" / "parts").mkdir(parents=True)
    (out / "_staging" / "9" / "0.order").write_bytes(b"")
    assert len(paths(spark, out, "files")) == 12
    build_catalog(spark, str(lake), str(out))
    assert not orphan.exists()
    assert not (out / "_staging").exists()


def test_one_run_at_a_time_and_only_in_its_own_directory(
    spark: SparkSession, lake: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    with (
        CatalogDirectory(str(out)).lock(),
        pytest.raises(LockedError, match="another run is using it"),
    ):
        build_catalog(spark, str(lake), str(out))
    for inside in (lake, lake / "out", lake / "day=2026-11-10" / "deep" / "out"):
        with pytest.raises(RefusedError, match="is inside the lake"):
            build_catalog(spark, str(lake), str(inside))
    before = sorted(tmp_path.iterdir())
    with pytest.raises(CatalogError, match="holds other files"):
        build_catalog(spark, str(lake), str(tmp_path))
    assert sorted(tmp_path.iterdir()) == before
    assert build_catalog(spark, str(lake), str(lake / "_catalog")).files == 12 + len(DAMAGE)
    with pytest.raises(FileNotFoundError):
        build_catalog(spark, str(lake / "none"), str(out))
    with pytest.raises(CatalogError, match="is not a catalog"):
        open_catalog(spark, str(tmp_path / "nowhere"))


def test_parts_of_attempts_that_lost_do_not_count(
    spark: SparkSession, lake: Path, tmp_path: Path
) -> None:
    """Speculation runs a task twice to its end; here the second attempt comes by hand."""
    from inlay_spark.catalog import work

    out = tmp_path / "out"
    directory = CatalogDirectory(str(out))
    item = work.WorkItem(list(_entries(lake)))
    directory.make("_staging", "1")
    directory.write(pack_json(item.as_json()), "_staging", "1", "0.item")
    first, second = (work.CatalogWorker(str(out), 1).carry_out(0) for _ in range(2))
    assert first.part != second.part
    assert first.rows == second.rows
    build_catalog(spark, str(lake), str(out))
    assert len(paths(spark, out, "files")) == 12
    assert [each.part for each in (first, second) if list(out.rglob(f"{each.part}*"))] == [
        min(first.part, second.part)
    ]  # the run was cut off, and one attempt is taken


def _entries(lake: Path) -> Iterator[FileEntry]:
    from inlay.ground.files.local_store import LocalStore
    from inlay.tables.scan.listing import list_files

    return list_files(LocalStore(), [str(lake)])
