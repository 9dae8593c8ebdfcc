"""DuckDB beside ours, for as long as a module asks it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.readers.place import find_ducklake
from tests.registrars.duckdb_process import DuckDBProcess


@pytest.fixture(scope="module")
def duckdb_process() -> Iterator[DuckDBProcess | None]:
    """None where it is not installed."""
    if find_ducklake() is None:
        yield None
        return
    with DuckDBProcess() as process:
        yield process
