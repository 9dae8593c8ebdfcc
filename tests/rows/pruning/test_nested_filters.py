"""What the page index makes void decides nothing in any part of a filter, wherever its test stands.

The index is read before a number of nulls decides. It says here that the bounds of the chunk are false.
"""

from __future__ import annotations

import pytest

import inlay
from parquet_format.parquet import FileMetaData, Statistics
from tests.rows.pruning.false_files import Values, write_pages
from tests.support.footers import edit_footer

VALUES: Values = [1, 2, 20]
NESTED = (
    "v > 10 or v is null",
    "v is null or v > 10",
    "(v > 10 and v < 100) or v is null",
    "v is null or (v > 10 and v < 100)",
    "((v > 10 or v = 7) and v < 100) or v is null",
    "(v < 100 and (v > 10 or v = 7)) or (v is null and v < 100)",
)


def _write_false_maximum() -> bytes:
    def edit(metadata: FileMetaData) -> None:
        meta = metadata.row_groups[0].columns[0].meta_data
        assert meta is not None
        low, high = ((value).to_bytes(8, "little") for value in (1, 3))
        meta.statistics = Statistics(null_count=0, min_value=low, max_value=high)

    return edit_footer(write_pages(VALUES, is_required=False), edit)


@pytest.mark.parametrize("text", NESTED)
def test_a_later_test_voids_what_an_earlier_one_rests_on(text: str) -> None:
    data = _write_false_maximum()
    assert inlay.prune(data, text).groups[0].row_ranges == ((0, len(VALUES)),)
    assert inlay.read_table(data, filters=text)["v"].to_pylist() == [20]
