"""`missing-size-statistics`."""

from __future__ import annotations

from pathlib import Path

from parquet_format.parquet import Type
from tests.verbs.lint.footers import advise, chunk, column, footer, make_fine, row_group, string
from tests.verbs.lint.metadata_planters import make_list

RULE = "missing-size-statistics"


def test_text_has_them_and_numbers_need_none(tmp_path: Path) -> None:
    text = row_group(chunk("t", Type.BYTE_ARRAY, size_statistics=None))
    (advice,) = advise(RULE, footer([string("t")], [text]), tmp_path)
    assert advice.seen == "no size statistics in its row group"
    number = row_group(chunk("id", size_statistics=None))
    assert advise(RULE, footer([column("id")], [number]), tmp_path) == []


def test_lists_have_them(tmp_path: Path) -> None:
    metadata = make_list("list", "element")
    assert advise(RULE, metadata, tmp_path) == []
    meta = metadata.row_groups[0].columns[0].meta_data
    assert meta is not None
    meta.size_statistics = None
    assert len(advise(RULE, metadata, tmp_path)) == 1


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
