"""`missing-dictionary`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.verbs.lint.lint import lint
from parquet_format.parquet import Encoding, Statistics
from tests.verbs.lint.footers import (
    ROWS,
    advise,
    chunk,
    column,
    footer,
    make_fine,
    optional,
    row_group,
)

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
                == "no dictionary in all 3 row groups; about 10% of its values are distinct"
            )


def test_nulls_are_no_values(tmp_path: Path) -> None:
    statistics = Statistics(null_count=ROWS - 10, distinct_count=2)
    plain = chunk("id", encodings=[Encoding.PLAIN], statistics=statistics)
    assert advise(RULE, footer([optional("id")], [row_group(plain)]), tmp_path) == []


@pytest.mark.parametrize("version", ["1.0", "2.0"])
@pytest.mark.parametrize("codec", ["none", "zstd"])
def test_a_sample_tells_where_the_footer_does_not(tmp_path: Path, version: Any, codec: Any) -> None:
    path = tmp_path / "file.parquet"
    columns: dict[str, Any] = {
        "few": [1, 2] * 10_000,
        "texts": ["a", None, "b", "a"] * 5000,
        "split": [1.5, 2.5] * 10_000,
        "lists": [[1, 2, 3]] * 20_000,
        "many": range(20_000),
        "others": [str(number) for number in range(20_000)],
        "nothing": pa.nulls(20_000, pa.int32()),
    }
    pq.write_table(
        pa.table(columns),
        path,
        use_dictionary=False,
        data_page_version=version,
        compression=codec,
        column_encoding={"split": "BYTE_STREAM_SPLIT"},
    )
    advised = [each.column for each in lint(path, select=[RULE], pages=True)]
    assert advised == ["few", "texts", "split", "lists.list.element"]
    assert list(lint(path, select=[RULE])) == []


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
