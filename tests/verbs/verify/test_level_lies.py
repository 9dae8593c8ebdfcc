"""Histograms of levels that do not fit the schema, the values or the rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from inlay.footers.footer.read import read_footer
from inlay.verbs.verify.statistics import check_levels
from inlay.verbs.verify.subjects import FooterSubject
from parquet_format.parquet import (
    FileMetaData,
    SizeStatistics,
)
from tests.verbs.verify.files import NAMES, meta_of, write_file


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("levels") / "whole.parquet"
    write_file(path)
    return path


@pytest.mark.parametrize(
    ("column", "sizes", "what"),
    [
        ("tags", SizeStatistics(repetition_level_histogram=[1_000, 333]), None),
        ("tags", SizeStatistics(definition_level_histogram=[0, 333, 0, 1_000]), None),
        (
            "tags",
            SizeStatistics(repetition_level_histogram=[999, 334]),
            "999 values begin a row, and the row group has 1,000 rows",
        ),
        (
            "tags",
            SizeStatistics(repetition_level_histogram=[1_001, 332]),
            "1,001 values begin a row, and the row group has 1,000 rows",
        ),
        (
            "tags",
            SizeStatistics(repetition_level_histogram=[1_333]),
            "1 repetition levels, and the column has 2",
        ),
        (
            "tags",
            SizeStatistics(definition_level_histogram=[0, 333, 1_000]),
            "3 definition levels, and the column has 4",
        ),
        (
            "price",
            SizeStatistics(definition_level_histogram=[110, 890]),
            "the levels make 110 values null, and null_count is 111",
        ),
    ],
)
def test_levels_of_a_chunk_in_memory(
    column: str, sizes: SizeStatistics, what: str | None, whole: Path
) -> None:
    """No file has these: not every reader takes a histogram of other levels than those of its column."""
    footer = read_footer(str(whole))
    metadata = FileMetaData.decode(footer.data)
    meta_of(metadata, 1, column).size_statistics = sizes
    place = f"row_groups[1].columns[{NAMES.index(column)}]"
    (chunk,) = (it for it in FooterSubject(metadata, footer.offset).chunks() if it.place == place)
    assert check_levels(chunk) == what
