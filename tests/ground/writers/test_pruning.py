"""What is not believed of a writer prunes nothing: bounds, numbers of nulls, column indexes, bounds of a page."""

from __future__ import annotations

from pathlib import Path

import pytest

import inlay
from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.writers.affected import WrittenColumn
from inlay.ground.writers.created_by import writer_of
from inlay.rows.pruning.facts import facts_of
from parquet_format.parquet import ColumnOrder, SchemaElement, Statistics, StringType, Type
from tests.pages.encodings.files import pa, pq
from tests.verbs.parts.test_writers import rename_writer

GO = "github.com/parquet-go/parquet-go version {}(build )"
TEXT = SchemaElement(name="t", type=Type.BYTE_ARRAY, logicalType=StringType())


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two pages of numbers and of texts, without a null."""
    path = tmp_path_factory.mktemp("files") / "f.parquet"
    table = pa.table({"i": list(range(20)), "t": [f"{number:02}" for number in range(20)]})
    options = {"use_dictionary": False, "data_page_size": 1, "write_batch_size": 10}
    pq.write_table(table, path, write_page_index=True, **options)
    return path


@pytest.mark.parametrize(
    ("created_by", "is_pruned"),
    [
        ("DuckDB", False),
        ("DuckDB version v0.10.0 (build 1)", False),
        ("DuckDB version v0.10.1 (build 1)", True),
        (None, True),
    ],
)
def test_numbers_of_nulls(path: Path, created_by: str | None, is_pruned: bool) -> None:
    rename_writer(path, created_by)
    assert inlay.prune(path, "i is null").row_groups == ([] if is_pruned else [0])


@pytest.mark.parametrize("created_by", ["DuckDB", "DuckDB version v0.10.1 (build 1)"])
def test_a_sum_of_nulls_is_not_taken_for_nothing_but_nulls(created_by: str) -> None:
    """The second of two row groups, each with five nulls in ten values."""
    rules = ColumnRules(WrittenColumn(TEXT), ColumnOrder.TYPE_ORDER, writer_of(created_by))
    facts = facts_of(rules, Statistics(null_count=10), 10)
    assert facts.are_all_null == (created_by != "DuckDB")


@pytest.mark.parametrize(
    ("version", "left"), [("0.19.9", [(0, 20)]), ("0.20.0", [(0, 10)]), ("0.21.0", [(0, 10)])]
)
def test_column_indexes(path: Path, version: str, left: list[tuple[int, int]]) -> None:
    rename_writer(path, GO.format(version))
    (group,) = inlay.prune(path, "i = 3").groups
    assert list(group.row_ranges) == left


@pytest.mark.parametrize(("version", "left"), [("0.20.9", [0]), ("0.21.0", [])])
def test_bounds(path: Path, version: str, left: list[int]) -> None:
    rename_writer(path, GO.format(version))
    assert inlay.prune(path, "t = 'z'").row_groups == left
    assert inlay.prune(path, "i = 99").row_groups == []


@pytest.mark.parametrize(("version", "is_believed"), [("52.2.0", False), ("53.0.0", True)])
def test_empty_bounds_of_a_page(version: str, is_believed: bool) -> None:
    writer = writer_of(f"parquet-rs version {version}")
    rules = ColumnRules(WrittenColumn(TEXT), ColumnOrder.TYPE_ORDER, writer)
    empty = Statistics(min_value=b"", max_value=b"", null_count=0)
    assert (facts_of(rules, empty, 10, is_page=True).bounds.why == "") == is_believed
    assert facts_of(rules, empty, 10).bounds.why == ""
