"""`missing-bloom-filter-length`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verbs.lint.footers import advise, chunk, column, footer, make_fine, row_group

RULE = "missing-bloom-filter-length"


@pytest.mark.parametrize(
    ("offset", "length", "is_seen"), [(100, None, True), (100, 47, False), (None, None, False)]
)
def test_a_filter_says_its_length(
    tmp_path: Path, offset: int | None, length: int | None, *, is_seen: bool
) -> None:
    of_column = chunk("id", bloom_filter_offset=offset, bloom_filter_length=length)
    advice = advise(RULE, footer([column("id")], [row_group(of_column)]), tmp_path)
    assert [each.seen for each in advice] == [
        "a Bloom filter whose length is not said in its row group"
    ] * is_seen


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
