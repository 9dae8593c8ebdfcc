"""What `created_by` says of the writer, and whether parquet-java can read it."""

from __future__ import annotations

import pytest

from inlay.ground.writers.created_by import Version, writer_of
from tests.support.effort import costs_at_most

NAMES = [
    ("parquet-mr version 1.8.0 (build 0fda28af84b9746396014ad6a415b90592a98b3b)", "parquet-mr", (1, 8, 0), "", True),
    ("parquet-mr version 1.5.0-cdh5.5.0 (build abc)", "parquet-mr", (1, 5, 0), "-cdh5.5.0", True),
    ("parquet-mr version 1.6.0rc4", "parquet-mr", (1, 6, 0), "rc4", True),
    ("parquet-mr", "parquet-mr", None, "", False),
    ("parquet-cpp version 1.5.1-SNAPSHOT", "parquet-cpp", (1, 5, 1), "-SNAPSHOT", True),
    ("parquet-cpp-arrow version 26.0.0", "parquet-cpp-arrow", (26, 0, 0), "", True),
    ("parquet-cpp-velox", "parquet-cpp-velox", None, "", False),
    ("impala version 2.12.0-INTERNAL (build x)", "impala", (2, 12, 0), "-INTERNAL", True),
    ("DuckDB version v1.5 (build 1)", "duckdb", (1, 5, 0), "", True),
    ("DuckDB", "duckdb", None, "", False),
    ("github.com/parquet-go/parquet-go version 0.32.0(build )", "github.com/parquet-go/parquet-go", (0, 32, 0), "", True),
    ("parquet-go version latest", "parquet-go", None, "", True),
    ("Parquet.Net v4.4.6", "parquet.net", (4, 4, 6), "", False),
    ("ClickHouse v25.6.3.116-stable", "clickhouse", (25, 6, 3), ".116-stable", False),
    ("Polars", "polars", None, "", False),
    ("delta-rs version py-1.6.6", "delta-rs", (1, 6, 6), "", True),
    ("delta-rs version rust-0.30.1", "delta-rs", (0, 30, 1), "", True),
    ("datafusion version 55.2.0", "datafusion", (55, 2, 0), "", True),
    ("Carquet", "carquet", None, "", False),
    ("hyparquet", "hyparquet", None, "", False),
    ("Polars (python) version 2.0.0 (build 22a147d)", "polars (python)", (2, 0, 0), "", True),
]  # fmt: skip


@pytest.mark.parametrize(("name", "application", "version", "rest", "is_readable"), NAMES)
def test_names(
    name: str, application: str, version: Version | None, rest: str, is_readable: bool
) -> None:
    assert writer_of(name) == (application, version, rest, is_readable)


@pytest.mark.parametrize("name", [None, "", "  "])
def test_no_name(name: str | None) -> None:
    assert writer_of(name) is None


def test_a_long_name_takes_no_longer() -> None:
    hostile = "a" + " " * 2**20 + "version 1.0"
    assert writer_of(hostile) == ("a", None, "", False)
    assert costs_at_most(100, lambda: writer_of(hostile))


def test_names_are_shown_short() -> None:
    shown = [writer.shown for name, *_ in NAMES[1:4] if (writer := writer_of(name)) is not None]
    assert shown == ["parquet-mr 1.5.0-cdh5.5.0", "parquet-mr 1.6.0rc4", "parquet-mr"]
