"""Readers read what `index add` and `index strip` make as they read the source: a sample; `python -m tests.indexed.reading` has all."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

from tests.indexed.reading import WHAT, Results, compare, make_results, write_sources
from tests.indexed.soak import start_writers
from tests.readers.process import lend_reader
from tests.verbs.index.files import pq

READERS = ("pyarrow", "DuckDB", "Inlay")
PATIENCE = 300.0


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> list[Results]:
    folder = tmp_path_factory.mktemp("read")
    with start_writers(["DuckDB"]) as writers:
        sources = [*write_sources(writers, folder, seed=1, rows=2_100)]
    return [make_results(source) for source in sources]


@pytest.mark.parametrize("reader", READERS)
def test_every_result_is_read_as_its_source(reader: str, results: list[Results]) -> None:
    with lend_reader(reader, PATIENCE) as process:
        reading = compare(process, results)
    assert reading.other == []
    assert reading.read + reading.retyped + reading.refused == sum(len(it.made) for it in results)
    assert reading.read > len(results[0].made) / 2


def test_results_are_of_all_kinds(results: list[Results]) -> None:
    """DuckDB flags its bounds itself."""
    added = {what.partition(",")[0] for it in results for what in it.made}
    assert {*WHAT} - added == {"exact-flags"}


def test_other_values_are_told(tmp_path: Path) -> None:
    source, other = tmp_path / "a.parquet", tmp_path / "b.parquet"
    pq.write_table(pa.table({"c": [1, 2]}), source)
    pq.write_table(pa.table({"c": [1, 3]}), other)
    with lend_reader("pyarrow", PATIENCE) as process:
        reading = compare(process, [Results(source, {"the same": source, "another": other})])
    assert reading.read == 1
    assert len(reading.other) == 1
    assert "another" in reading.other[0]
