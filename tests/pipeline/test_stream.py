"""`spark.readStream.format("parquet_footer")`: every new file once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyspark.sql.types import StructType

from inlay.ground.files.entries import FileEntry
from inlay_spark.footers.file_pack import FilePack
from inlay_spark.footers.scanning import FooterScan
from inlay_spark.sources.option_names import FOOTERS
from inlay_spark.sources.options import SourceOptions
from tests.pipeline.cluster_jobs import run_to_end
from tests.tables.scan.lake import plain_file

pytest.importorskip("pyspark.sql.streaming.datasource", reason="streams need Spark 4.2")

from inlay_spark.footers.stream import FooterStreamReader

if TYPE_CHECKING:
    from pyspark.sql import SparkSession
    from pyspark.sql.streaming.datasource import ReadLimit


def run(spark: SparkSession, folder: Path, **options: object) -> list[str]:
    """The names that this run finds, in batches that are kept under `folder`."""
    reader = spark.readStream.format("parquet_footer").schema("path string, num_rows bigint")
    for name, value in options.items():
        reader = reader.option(name, str(value))
    before = set((folder / "out").glob("*.parquet"))
    writer = reader.load(str(folder / "lake")).writeStream.format("parquet")
    kept = writer.option("checkpointLocation", str(folder / "checkpoint"))
    run_to_end(kept.trigger(availableNow=True), folder / "out")
    new = [str(path) for path in set((folder / "out").glob("*.parquet")) - before]
    if not new:
        return []
    rows = spark.read.schema("path string, num_rows bigint").parquet(*new).collect()
    assert all(row.num_rows == 6 for row in rows)
    return sorted(Path(row.path).name for row in rows)


def test_each_run_finds_what_is_new(spark: SparkSession, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    lake.mkdir()
    data = plain_file(tmp_path)

    def write(name: str, minute: int) -> None:
        (lake / name).write_bytes(b"" if name == "bad" else data)
        os.utime(lake / name, (60 * minute, 60 * minute))

    for minute, name in enumerate(["a", "b", "c", "bad"], 1_000):
        write(name, minute)
    assert run(spark, tmp_path, maxFilesPerTrigger=3) == ["a", "b", "c"]
    assert run(spark, tmp_path) == []
    write("d", 1_010)
    write("e", 990)  # it appears now, and is older than those that were seen
    write("a", 1_020)  # anew
    assert run(spark, tmp_path) == ["a", "d", "e"]
    assert run(spark, tmp_path) == []


class Listing(SourceOptions):
    """Files that come and go."""

    def __init__(self) -> None:
        super().__init__({"lateness": "100"}, FOOTERS)
        self.there: list[FileEntry] = []

    def files(self) -> Iterator[FileEntry]:
        return iter(self.there)


def reader_of(listing: Listing) -> FooterStreamReader:
    return FooterStreamReader(FooterScan(listing, StructType()))


ARRIVALS = st.lists(
    st.lists(st.tuples(st.integers(0, 30), st.integers(0, 1_500_000)), max_size=5), max_size=6
)


@given(ARRIVALS, st.integers(1, 4))
def test_no_file_is_lost_or_seen_twice(arrivals: list[list[tuple[int, int]]], most: int) -> None:
    """Whatever the order, as long as a file is at most `lateness` older than the newest: here always."""
    from pyspark.sql.streaming.datasource import ReadMaxFiles

    listing = Listing()
    reader = reader_of(listing)
    limit: ReadLimit = ReadMaxFiles(most)
    offset: dict[str, Any] = reader.initialOffset()
    seen: list[tuple[str, int]] = []
    expected: set[tuple[str, int]] = set()
    newest = version = 0
    for arrival in arrivals:
        for name, mtime in arrival:
            version += 1
            hundreds = max(mtime, newest // 100 - 990_000)
            time_ = hundreds * 100 + version  # no two files are written in the same microsecond
            newest = max(newest, time_)
            entry = FileEntry(f"/lake/{name}", 10, time_)
            there = [one for one in listing.there if one.path != entry.path]
            listing.there = [*there, entry]
        while (after := reader.latestOffset(offset, limit)) != offset:
            packs = reader.partitions(offset, after)
            batch = [file for pack in packs if isinstance(pack, FilePack) for file in pack.files]
            assert 0 < len(batch) <= most
            seen += [(file.path, file.mtime) for file in batch]
            offset = after
        expected |= {(file.path, file.mtime) for file in listing.there}
    assert len(seen) == len(set(seen))
    assert set(seen) == expected


def test_what_comes_during_a_run_is_for_the_next() -> None:
    from pyspark.sql.streaming.datasource import ReadAllAvailable

    listing = Listing()
    listing.there = [FileEntry("/lake/a", 1, 5)]
    reader = reader_of(listing)
    reader.prepareForTriggerAvailableNow()
    listing.there.append(FileEntry("/lake/b", 1, 6))
    first = reader.latestOffset(reader.initialOffset(), ReadAllAvailable())
    assert reader.latestOffset(first, ReadAllAvailable()) == first


def test_the_core_of_the_stream_needs_no_schema(spark: SparkSession, tmp_path: Path) -> None:
    (tmp_path / "lake").mkdir()
    frame = spark.readStream.format("parquet_footer").load(str(tmp_path / "lake"))
    assert "num_rows" in frame.columns
    with pytest.raises(Exception, match="streaming"):
        frame.collect()
