"""No reader that is given a filter loses a row of a file with a statement that another contradicts; each of these lost some."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.rows.pruning.filter_text import parse_filter
from inlay.rows.pruning.for_readers import list_unpruned_groups
from tests.rows.pruning.false_files import NAMES, Values, false_file
from tests.rows.pruning.rows import is_true

TEXTS = ("v is null", "v is not null", "v = 1", "v >= 3", "v < 2", "v != 1", "not v in (2)")
LISTS: tuple[Any, ...] = (
    [("v", "=", 1)],
    [("v", ">=", 3)],
    [("v", "!=", 1)],
    [("v", "in", [1, None])],
    [("v", "not in", [3])],
    pc.field("v") == 1,
    pc.field("v") >= 3,
    pc.field("v").is_null(),
    pc.field("v").is_valid(),
    ~(pc.field("v") == 3),
)


def _match(values: Values, text: str) -> list[int]:
    """The numbers of the rows of which it is true."""
    tree = parse_filter(text)
    return [
        row
        for row, value in enumerate(values)
        if is_true(tree, {"v": value}, nan_is_largest=False) is True
    ]


@pytest.mark.parametrize("name", NAMES)
def test_no_row_is_pruned(name: str) -> None:
    data, values = false_file(name)
    for text in TEXTS:
        left = inlay.prune(data, text).groups[0].row_ranges
        rows = _match(values, text)
        lost = [row for row in rows if not any(first <= row < end for first, end in left)]
        assert not lost, text


@pytest.mark.parametrize("name", NAMES)
def test_no_row_group_is_left_out(name: str) -> None:
    """Neither for Spark nor by lists, which ask nothing of single pages."""
    data, values = false_file(name)
    for text in TEXTS:
        tree = parse_filter(text)
        left = [list_unpruned_groups(data, tree, None, nan_is_largest=it) for it in (True, False)]
        if _match(values, text):
            assert left == [None, None], text


@pytest.mark.parametrize("name", NAMES)
def test_text_finds_all_rows(name: str) -> None:
    data, values = false_file(name)
    for text in TEXTS:
        found = inlay.read_table(data, filters=text)["v"].to_pylist()
        assert found == [values[row] for row in _match(values, text)], text


@pytest.mark.parametrize("filters", LISTS, ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_lists_and_expressions_find_all_rows(name: str, filters: Any, tmp_path: Path) -> None:
    data, values = false_file(name)
    expression = pq.filters_to_expression(filters) if isinstance(filters, list) else filters
    rows = inlay.read_table(data)
    assert rows["v"].to_pylist() == values
    path = tmp_path / "v.parquet"
    path.write_bytes(data)
    for source in (data, path):
        assert inlay.read_table(source, filters=filters).equals(rows.filter(expression))
