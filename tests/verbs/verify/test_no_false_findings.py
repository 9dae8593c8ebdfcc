"""Files that others wrote: what `verify` says of them is true, and of most it says nothing."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay as api
from inlay.footers.footer.errors import FooterError
from inlay.verbs.verify.verify_file import Verification
from inlay_runtime.errors import InlayError

TRUE: dict[str, set[str]] = {
    "bad_data/ARROW-GH-41317.parquet": {"chunk-path", "page-walk", "page-values", "page-rows"},
    "bad_data/ARROW-GH-41321.parquet": {"page-walk", "page-count", "page-statistics"},
    "bad_data/ARROW-GH-47662.parquet": {"null-count", "page-nulls"},
    "bad_data/ARROW-RS-GH-6229-DICTHEADER.parquet": {"offset", "page-walk"},
    "bad_data/ARROW-RS-GH-6229-LEVELS.parquet": {"page-values"},
    # parquet-mr had no statistics of their pages, and calls them null pages; their columns are required.
    "data/datapage_v1-corrupt-checksum.parquet": {"page-crc", "page-nulls"},
    "data/datapage_v1-snappy-compressed-checksum.parquet": {"page-nulls"},
    "data/datapage_v1-uncompressed-checksum.parquet": {"page-nulls"},
    # What parquet-mr 1.2.8 and older wrote: the chunk leaves out the header of its dictionary page.
    "data/nation.dict-malformed.parquet": {"page-walk"},
    # Its field 15 is a list of structs.
    "data/dict-page-offset-zero.parquet": {"wire-type"},
    "data/rle-dict-uncompressed-corrupt-checksum.parquet": {"page-crc"},
    "data/repeated_no_annotation.parquet": {"metadata"},
}
"""The files of apache/parquet-testing that have findings; each was looked at by hand."""


def test_files_of_all_writers_have_no_findings_that_are_not_true(parquet_testing: Path) -> None:
    seen = 0
    for path in sorted(parquet_testing.rglob("*")):
        if not path.is_file() or path.suffix not in (".parquet", ".encrypted"):
            continue
        try:
            found = api.verify(str(path), data=True)
        except InlayError:
            continue
        seen += 1
        codes = {one.code for one in found.findings}
        name = str(path.relative_to(parquet_testing))
        assert codes <= TRUE.get(name, set()), (name, found.findings)
    assert seen > 50


def test_corrupt_checksums_of_the_corpus_are_found(parquet_testing: Path) -> None:
    path = parquet_testing / "data" / "rle-dict-uncompressed-corrupt-checksum.parquet"
    assert api.verify(str(path)).findings == ()
    found = api.verify(str(path), data=True).findings
    assert [one.code for one in found] == ["page-crc", "page-crc"]


def test_inputs_of_fuzzers_end_in_findings_or_an_error_of_ours(arrow_fuzzing: Path) -> None:
    for path in sorted(arrow_fuzzing.iterdir()):
        try:
            found = api.verify(str(path), data=True)
        except FooterError:
            continue
        assert isinstance(found, Verification)


@pytest.fixture(scope="module")
def table() -> pa.Table:
    size = 3_000
    return pa.table(
        {
            "i": pa.array(range(size), pa.int64()),
            "u": pa.array([2**63 + n for n in range(size)], pa.uint64()),
            "small": pa.array([n % 200 - 100 for n in range(size)], pa.int8()),
            "f": [float("nan") if n % 7 == 0 else n / 3 - 500 for n in range(size)],
            "s": [None if n % 3 == 0 else f"é{n}" for n in range(size)],
            "b": [bytes([n % 256]) for n in range(size)],
            "day": pa.array(range(-1_000, size - 1_000), pa.date32()),
            "nothing": pa.array([None] * size, pa.string()),
            "list": [None if n % 5 == 0 else list(range(n % 4)) for n in range(size)],
            "flag": [n % 2 == 0 for n in range(size)],
        }
    )


@pytest.mark.parametrize("version", ["1.0", "2.0"])
@pytest.mark.parametrize("compression", ["none", "snappy", "zstd"])
@pytest.mark.parametrize("page", [1 << 20, 512])
def test_pyarrow(
    table: pa.Table, tmp_path: Path, version: str, compression: str, page: int
) -> None:
    path = tmp_path / "arrow.parquet"
    options: dict[str, Any] = {"data_page_version": version, "compression": compression}
    pq.write_table(
        table,
        path,
        data_page_size=page,
        write_page_index=True,
        write_page_checksum=True,
        row_group_size=1_000,
        **options,
    )
    assert api.verify(str(path), data=True).findings == ()
    pq.write_table(table.slice(0, 0), path)
    assert api.verify(str(path), data=True).findings == ()


def test_duckdb(table: pa.Table, tmp_path: Path) -> None:
    connection = duckdb.connect()
    connection.register("rows", table)
    for version in ("V1", "V2"):
        path = tmp_path / f"{version}.parquet"
        more = "interval 3 day as iv, uuid() as uu, 12::utinyint as ut, 1.5::decimal(9, 2) as de"
        connection.execute(
            f"copy (select *, {more} from rows) to '{path}' (format parquet, parquet_version {version})"
        )
        assert api.verify(str(path), data=True).findings == ()


def test_polars(table: pa.Table, tmp_path: Path) -> None:
    path = tmp_path / "polars.parquet"
    frame = pl.DataFrame(pl.from_arrow(table))
    for rows in (frame, frame.head(0)):
        rows.write_parquet(path, row_group_size=1_000, data_page_size=1_024)
        assert api.verify(str(path), data=True).findings == ()


def test_datafusion_with_cut_bounds_and_bloom_filters(table: pa.Table, tmp_path: Path) -> None:
    datafusion: Any = pytest.importorskip("datafusion")
    long = pa.array(["é" * (n % 40) + "\U0010ffff" * (n % 9) for n in range(table.num_rows)])
    frame = datafusion.SessionContext().from_arrow(table.append_column("long", long))
    options = datafusion.ParquetWriterOptions(
        bloom_filter_on_write=True,
        writer_version="2.0",
        max_row_group_size=1_000,
        data_page_row_count_limit=100,
        write_batch_size=50,
        column_index_truncate_length=5,
        statistics_truncate_length=9,
    )
    path = tmp_path / "datafusion.parquet"
    frame.write_parquet_with_options(str(path), options)
    for file in [path] if path.is_file() else path.iterdir():
        assert api.verify(str(file), data=True).findings == ()


def test_fastparquet_and_its_summaries(table: pa.Table, tmp_path: Path) -> None:
    fastparquet: Any = import_module("fastparquet")
    frame: Any = table.drop_columns(["list", "nothing", "day"]).to_pandas()
    fastparquet.write(str(tmp_path / "one.parquet"), frame, row_group_offsets=1_000)
    fastparquet.write(str(tmp_path / "many"), frame, row_group_offsets=1_000, file_scheme="hive")
    paths = [tmp_path / "one.parquet", *sorted((tmp_path / "many").iterdir())]
    assert {path.name for path in paths} > {"_metadata", "_common_metadata"}
    for path in paths:
        found = api.verify(str(path), data=True)
        # The list of row groups of the file without any is of no type, which DataFusion 55 refuses.
        known = ["row_groups"] if path.name == "_common_metadata" else []
        assert [finding.at for finding in found.findings] == known
        assert found.walked is not None
        assert (found.walked.elsewhere > 0) == (path.name == "_metadata")
