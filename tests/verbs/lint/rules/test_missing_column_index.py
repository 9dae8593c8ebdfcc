"""`missing-column-index`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from parquet_format.parquet import SchemaElement, Statistics, Type
from tests.verbs.lint.footers import (
    ROWS,
    advise,
    chunk,
    column,
    footer,
    make_fine,
    optional,
    row_group,
    string,
)

RULE = "missing-column-index"


def test_one_row_group_is_enough(tmp_path: Path) -> None:
    full, bare = chunk("id"), chunk("id").replace(column_index_offset=None)
    for chunks, expected in (([full, bare], 1), ([full, full], 0)):
        metadata = footer([column("id")], [row_group(each) for each in chunks])
        advice = advise(RULE, metadata, tmp_path)
        assert [each.seen for each in advice] == ["no column index in 1 of 2 row groups"] * expected


@pytest.mark.parametrize(
    ("element", "fields"),
    [
        (column("t", Type.INT96), {"statistics": None}),
        (string("t"), {"statistics": Statistics(null_count=0)}),  # texts of 10,000 bytes
        (column("t"), {"num_values": 0, "statistics": None}),
        (optional("t"), {"statistics": Statistics(null_count=ROWS)}),
    ],
)
def test_what_no_writer_can_give_is_not_asked_for(
    element: SchemaElement, fields: dict[str, Any], tmp_path: Path
) -> None:
    assert element.type is not None
    bare = chunk("t", element.type, **fields).replace(column_index_offset=None)
    metadata = footer([element], [row_group(bare)])
    assert advise(RULE, metadata, tmp_path) == []
    assert advise("missing-statistics", metadata, tmp_path) == []


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
