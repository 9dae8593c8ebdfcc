"""`useless-dictionary`."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from tests.verbs.lint.footers import (
    advise,
    advise_on_file,
    chunk,
    column,
    footer,
    make_fine,
    row_group,
)

RULE = "useless-dictionary"
ROWS = 20_000
CHANCE = Random(49)
COLUMNS: dict[str, Any] = {
    "order": range(ROWS),
    "person": [f"person-{at * 7919 % ROWS:05d}@example.org" for at in range(ROWS)],
    "random": [CHANCE.randrange(2**62) for _ in range(ROWS)],
    "rate": [CHANCE.random() for _ in range(ROWS)],
    "cycle": [at % 900 for at in range(ROWS)],
    "few": [CHANCE.choice(("red", "green", "blue")) for _ in range(ROWS)],
}
ENCODINGS = {
    "order": "delta_binary_packed",
    "person": "plain",
    "random": "delta_binary_packed",
    "rate": "byte_stream_split",
}
"""Of the columns that need none."""


def write(path: Path, **options: Any) -> Path:
    pq.write_table(pa.table(COLUMNS), path, **options)
    return path


@pytest.mark.needs("native core")
@pytest.mark.parametrize("row_group_size", [4_000, ROWS])
def test_a_trial_tells_what_each_column_saves(row_group_size: int, tmp_path: Path) -> None:
    """A dictionary of few values stays, even where plain ones follow a pattern that a codec finds."""
    path = write(tmp_path / "file.parquet", row_group_size=row_group_size, compression="zstd")
    before = pq.read_metadata(path)
    advice = {it.column: it for it in advise_on_file(RULE, path, needs_pages=True)}
    assert set(advice) == set(ENCODINGS)
    for name, encoding in ENCODINGS.items():
        assert f"--encode {name}={encoding}" in advice[name].fix
        assert "most values differ, and dictionaries are" in advice[name].seen
    inlay.rewrite(path, tmp_path / "out.parquet", encode=ENCODINGS)
    after = pq.read_metadata(tmp_path / "out.parquet")
    for at, name in enumerate(COLUMNS):
        if name in ENCODINGS:
            saved = measure(before, at) - measure(after, at)
            promised = advice[name].saved
            assert promised is not None
            assert promised.least <= saved <= promised.most
            assert abs(promised.likely - saved) < 0.1 * saved


def measure(file: Any, column: int) -> int:
    groups = (file.row_group(at) for at in range(file.num_row_groups))
    return sum(group.column(column).total_compressed_size for group in groups)


def test_a_footer_tells_where_it_is_certain(tmp_path: Path) -> None:
    """Of integers whose bounds are close, and of texts where one row group has all."""
    few = write(tmp_path / "few.parquet", row_group_size=4_000)
    assert [it.column for it in advise_on_file(RULE, few)] == ["order"]
    one = write(tmp_path / "one.parquet")
    assert [it.column for it in advise_on_file(RULE, one)] == ["order", "person"]


def test_of_small_chunks_a_footer_says_nothing(tmp_path: Path) -> None:
    """Headers may be most of them, and few values seem to be many."""
    for size, expected in ((4096, ["id"]), (4095, [])):
        of_column = chunk(
            "id", num_values=400, total_uncompressed_size=size, data_page_offset=2**21
        )
        advice = advise(
            RULE, footer([column("id")], [row_group(of_column, num_rows=400)]), tmp_path
        )
        assert [it.column for it in advice] == expected


def test_a_dictionary_is_some_of_its_chunk(tmp_path: Path) -> None:
    for end, expected in ((2**20 + 4, ["id"]), (2**20 + 3, [])):
        group = row_group(chunk("id", data_page_offset=end))
        advice = advise(RULE, footer([column("id")], [group] * 2), tmp_path)
        assert [it.column for it in advice] == expected
    assert advise(RULE, make_fine(), tmp_path) == []


def test_a_column_without_a_dictionary_is_left_alone(tmp_path: Path) -> None:
    path = write(tmp_path / "file.parquet", use_dictionary=False)
    assert advise_on_file(RULE, path, needs_pages=True) == []
