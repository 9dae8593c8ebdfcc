"""`missing-dictionary`."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.advice.lint import lint
from parquet_format.parquet import Encoding, Statistics
from tests.advice.footers import ROWS, advise, chunk, column, footer, make_fine, row_group

RULE = "missing-dictionary"


def test_few_values_without_a_dictionary(tmp_path: Path) -> None:
    for distinct, expected in ((ROWS // 10 - 1, 1), (ROWS // 10, 0)):
        statistics = Statistics(null_count=0, distinct_count=distinct)
        plain = chunk("id", encodings=[Encoding.PLAIN], statistics=statistics)
        metadata = footer([column("id")], [row_group(plain)] * 3)
        advice = advise(RULE, metadata, tmp_path)
        assert len(advice) == expected
        for each in advice:
            assert (
                each.seen
                == "no dictionary in 3 of 3 row groups; about 10% of its values are distinct"
            )


def test_nulls_are_no_values(tmp_path: Path) -> None:
    statistics = Statistics(null_count=ROWS - 10, distinct_count=2)
    plain = chunk("id", encodings=[Encoding.PLAIN], statistics=statistics)
    assert advise(RULE, footer([column("id")], [row_group(plain)]), tmp_path) == []


def test_a_sample_tells_where_the_footer_does_not(tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    table = pa.table({"few": [1, 2] * 500, "many": range(1000), "nothing": [None] * 1000})
    pq.write_table(table, path, use_dictionary=False)
    assert [each.column for each in lint(path, select=[RULE], pages=True)] == ["few"]
    assert list(lint(path, select=[RULE])) == []


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
