"""`embedding-pages`."""

from __future__ import annotations

from pathlib import Path

from parquet_format.parquet import FieldRepetitionType, Type
from tests.verbs.lint.footers import ROWS, advise, chunk, column, footer, make_fine, row_group

RULE = "embedding-pages"
VECTOR = column("v", Type.FLOAT, repetition_type=FieldRepetitionType.REPEATED)


def test_it_begins_at_the_threshold(tmp_path: Path) -> None:
    for values, expected in ((64 * ROWS - 1, 0), (64 * ROWS, 1)):
        group = row_group(chunk("v", Type.FLOAT, num_values=values))
        advice = advise(RULE, footer([VECTOR], [group]), tmp_path)
        assert len(advice) == expected
        for each in advice:
            assert each.seen.startswith("64 values a row, as of an embedding")


def test_numbers_by_themselves_and_lists_of_integers_are_not(tmp_path: Path) -> None:
    integers = column("v", repetition_type=FieldRepetitionType.REPEATED)
    for element in (integers, column("v", Type.FLOAT)):
        type_ = element.type or Type.INT64
        group = row_group(chunk("v", type_, num_values=999 * ROWS))
        assert advise(RULE, footer([element], [group]), tmp_path) == []
    assert advise(RULE, make_fine(), tmp_path) == []
