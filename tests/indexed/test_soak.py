"""No reader loses a row by what `index add` gives: a sample; `python -m tests.indexed.soak` asks each reader 100,000 queries."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pytest

import inlay
from parquet_format.parquet import FileMetaData
from tests.indexed.random_tables import make_table
from tests.indexed.soak import IndexedFile, SearchingProcess, make_files, search, start_writers
from tests.lies.kind import Query
from tests.support.footers import edit_footer
from tests.verbs.index.files import pq

WRITERS = ("pyarrow", "DuckDB", "Polars")
READERS = ("pyarrow", "DuckDB", "Polars", "DataFusion", "Inlay")
QUERIES = 60
PATIENCE = 300.0


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[IndexedFile]:
    folder = tmp_path_factory.mktemp("indexed")
    with start_writers(WRITERS) as writers:
        made = make_files(1_000, writers, folder, rows=3_000, values=3)
        return [it._replace(queries=Random(1).sample(it.queries, QUERIES)) for it in made]


@pytest.fixture(scope="module")
def processes() -> Iterator[dict[str, SearchingProcess]]:
    """Each starts when it is first asked."""
    with ExitStack() as stack:
        yield {it: stack.enter_context(SearchingProcess(it, PATIENCE)) for it in READERS}


@pytest.mark.parametrize("reader", READERS)
def test_no_reader_loses_a_row(
    reader: str, files: list[IndexedFile], processes: dict[str, SearchingProcess]
) -> None:
    searched = [search(processes[reader], file) for file in files]
    assert [line for it in searched for line in it.other] == []
    assert sum(it.predicates for it in searched) > QUERIES * 2


@pytest.fixture
def lying(tmp_path: Path) -> Path:
    """Its bounds say that it has no 2."""
    path = tmp_path / "lie.parquet"
    pq.write_table(pa.table({"row": [0, 1], "c": [1, 2]}), path, use_dictionary=False)

    def lie(metadata: FileMetaData) -> None:
        meta = metadata.row_groups[0].columns[1].meta_data
        assert meta is not None
        assert meta.statistics is not None
        meta.statistics.max_value = meta.statistics.max = (1).to_bytes(8, "little")

    path.write_bytes(edit_footer(path.read_bytes(), lie))
    return path


@pytest.mark.parametrize("reader", READERS)
def test_a_row_that_is_lost_is_told(
    reader: str, lying: Path, processes: dict[str, SearchingProcess]
) -> None:
    query, bare = Query("=", "2"), lying.with_stem("bare")
    bare.write_bytes(lying.read_bytes())
    inlay.strip_index(bare, what=["all"])
    known, other = processes[reader].compare(lying, bare, [query])
    assert known == 1
    assert [*other] == [query]


def test_every_statement_is_in_the_files(files: list[IndexedFile]) -> None:
    """In many chunks: not of what loses rows."""
    for file in files:
        chunks: Any = inlay.chunk_table(str(file.path))
        metadata = inlay.read_metadata(file.path)
        every = [chunk for group in metadata.row_groups for chunk in group.columns]
        assert len(every) == len(chunks)
        metas = [chunk.meta_data for chunk in every if chunk.meta_data is not None]
        having = sum(meta.bloom_filter_offset is not None for meta in metas)
        assert having > len(every) / 3, file.writer
        assert sum(it.column_index_offset is not None for it in every) > len(every) / 3


def test_a_seed_is_a_table() -> None:
    first, again, other = (make_table(seed, rows=50, values=3) for seed in (1, 1, 2))
    assert str(first) == str(again)
    assert str(first.rows.to_pylist()) == str(again.rows.to_pylist())
    assert first.queries != other.queries
