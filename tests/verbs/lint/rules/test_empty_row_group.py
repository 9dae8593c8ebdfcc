"""`empty-row-group`."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

import inlay
from tests.verbs.lint.footers import advise, chunk, column, footer, make_fine, row_group

RULE = "empty-row-group"


def test_it_is_advised_with_the_command_that_leaves_it_out(tmp_path: Path) -> None:
    full, empty = row_group(chunk("id")), row_group(chunk("id", num_values=0), num_rows=0)
    groups = [empty, full, full, full, empty, full]
    (advice,) = advise(RULE, footer([column("id")], groups), tmp_path)
    assert advice.seen == "2 of 6 row groups have no rows"
    assert (advice.place, advice.reads) == ("row_groups[0]", 2)
    assert advice.fix == "inlay select file.parquet --row-groups 1:4,5 -o OUT"


def test_a_file_of_nothing_else_is_written_anew(tmp_path: Path) -> None:
    empty = row_group(chunk("id", num_values=0), num_rows=0)
    (advice,) = advise(RULE, footer([column("id")], [empty]), tmp_path)
    assert advice.fix == "inlay rewrite file.parquet -o OUT"


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []


def test_a_table_without_columns_has_none(tmp_path: Path) -> None:
    """No reader reads anything of it, and a rewrite refuses it."""
    path = tmp_path / "none.parquet"
    pq.write_table(pa.table({"x": range(10)}).select([]), path)
    assert inlay.lint(path).advice == ()
