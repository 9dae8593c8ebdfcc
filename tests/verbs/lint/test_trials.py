"""With pages, lint tries what it advises. What it promises is what its command saves: on a few of the files of `benchmarks/advice.py`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from benchmarks.advice import Kind, measure
from inlay.verbs.lint import rewriting
from parquet_format.parquet import FileMetaData
from tests.verbs.lint.footers import advise_on_file

ROWS = 6000


def texts(_random: Any, rows: int) -> pa.Table:
    """Each row group has the words of all others."""
    return pa.table(
        {f"c{at}": [f"word {at} {row % 300}" for row in range(rows)] for at in range(5)}
    )


def changing(_random: Any, rows: int) -> pa.Table:
    """No value is in two row groups."""
    return pa.table({"c": [f"number {row // 2:06d}" for row in range(rows)], "n": range(rows)})


def lists(random: Any, rows: int) -> pa.Table:
    values = [[random.randrange(50) for _ in range(row % 5)] or None for row in range(rows)]
    return pa.table({"c": values})


def fixed(random: Any, rows: int) -> pa.Table:
    half = [random.randbytes(16) for _ in range(200)]
    values = [half[row % 200] for row in range(rows)]
    numbers = [random.randrange(10**6) for _ in range(rows)]
    return pa.table(
        {
            "id": pa.array(values, pa.binary(16)),
            "flag": [row % 7 == 0 for row in range(rows)],
            "price": pa.array(numbers, pa.decimal128(12, 2)),
            "x": [number / 8 for number in numbers],
        }
    )


def unlike(random: Any, rows: int) -> pa.Table:
    """In row groups that are large enough, their dictionaries are left out."""
    return pa.table(
        {
            "id": [random.randrange(2**62) for _ in range(rows)],
            "x": [random.random() for _ in range(rows)],
            "key": [random.randbytes(8).hex() for _ in range(rows)],
        }
    )


SMALL = {"row_group_size": 400}
KINDS = {
    "texts": Kind(texts, ROWS, SMALL),
    "texts, no codec": Kind(texts, ROWS, SMALL | {"compression": "none"}),
    "texts, one row group": Kind(texts, ROWS, {"compression": "none"}),
    "texts, GZIP": Kind(texts, ROWS, SMALL | {"compression": "gzip"}),
    "changing": Kind(changing, ROWS, SMALL | {"compression": "none"}),
    "lists": Kind(lists, ROWS, SMALL | {"compression": "zstd"}),
    "values of one width": Kind(fixed, ROWS, SMALL | {"compression": "none"}),
    "unlike": Kind(unlike, 160_000, {"row_group_size": 16_000, "compression": "zstd"}),
    "unlike, SNAPPY": Kind(unlike, 160_000, {"row_group_size": 16_000}),
    "unlike, dictionaries that were full": Kind(
        unlike,
        160_000,
        {"row_group_size": 16_000, "compression": "zstd", "dictionary_pagesize_limit": 100_000},
    ),
    "version 2": Kind(fixed, ROWS, SMALL | {"data_page_version": "2.0", "write_page_index": True}),
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_truth_is_near_and_in_the_range(kind: str, tmp_path: Path) -> None:
    outcome = measure(KINDS[kind], tmp_path)
    assert outcome.options
    assert outcome.is_true, outcome
    assert outcome.by_pages.least <= outcome.saved <= outcome.by_pages.most, outcome


@pytest.mark.parametrize("kind", ["texts", "changing", "values of one width"])
def test_a_part_of_the_file_tells_of_all_of_it(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rewriting, "_TRIED", 20_000)
    outcome = measure(KINDS[kind], tmp_path)
    assert outcome.is_true, outcome


def test_alike_columns_are_tried_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file.parquet"
    rows = [f"row {row}" for row in range(2000)]
    pq.write_table(pa.table({f"c{at}": rows for at in range(30)}), path, compression="none")
    tried: list[str] = []
    old = rewriting.Rewriting._try_zstd

    def try_zstd(self: Any, column: Any, share: float) -> Any:
        tried.append(column.path)
        return old(self, column, share)

    monkeypatch.setattr(rewriting.Rewriting, "_try_zstd", try_zstd)
    advice = advise_on_file("uncompressed-column", path, needs_pages=True)
    assert tried == ["c0", "c1"]
    assert len(advice) == 30
    assert len({each.num_bytes for each in advice}) == 1


def test_damaged_pages_are_guessed(tmp_path: Path) -> None:
    """The range is that of the footer."""
    path = tmp_path / "file.parquet"
    table = pa.table({"c": [f"row {row}" for row in range(5000)]})
    pq.write_table(table, path, compression="none", row_group_size=1000)
    select = ["uncompressed-column", "small-row-groups"]
    by_footer = inlay.lint(path, select=select)
    data = bytearray(path.read_bytes())
    for group in FileMetaData.decode(_footer_of(data)).row_groups:
        meta = group.columns[0].meta_data
        assert meta is not None
        start = meta.dictionary_page_offset or meta.data_page_offset
        data[start : start + 40] = b"\xff" * 40
    path.write_bytes(data)
    damaged = inlay.lint(path, select=select, pages=True)
    assert [each.saved for each in damaged] == [each.saved for each in by_footer]


def test_a_bit_for_a_megabyte_is_not_decoded(tmp_path: Path) -> None:
    """A page of a few bytes may stand for more than fits in memory."""
    path = tmp_path / "file.parquet"
    numbers = pa.array([0] * 20_000, pa.int32())
    table = pa.table({"c": pa.DictionaryArray.from_arrays(numbers, ["x" * 100_000])})
    pq.write_table(table, path, row_group_size=5000)
    pool: Any = pa.default_memory_pool()
    allowed = max(pool.max_memory(), pool.bytes_allocated() + 128 * 2**20)
    (advice,) = inlay.lint(path, select=["small-row-groups"], pages=True)
    assert pool.max_memory() <= allowed
    assert advice.saved is not None
    assert advice.saved.most <= path.stat().st_size


def _footer_of(data: bytearray) -> bytes:
    length = int.from_bytes(data[-8:-4], "little")
    return bytes(data[-8 - length : -8])
