"""A tally of a filtered read tells what was really read: every request for bytes of pages is counted beside it."""

from __future__ import annotations

import re
from io import FileIO
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pytest

import inlay
from inlay.rows.pruning import prune
from inlay.variant import read_path, try_read_path, variant_array, write_table
from inlay_runtime.errors import RequestError
from tests.docs.pages import ROOT, steps_of

ROWS = 400
SCHEMA = pa.struct([("at", pa.int64()), ("name", pa.string())])


class WatchedFile(FileIO):
    """It remembers which bytes were asked for."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.reads: list[tuple[int, int]] = []

    def read(self, size: int | None = -1, /) -> Any:
        start = self.tell()
        data = super().read(size)
        self.reads.append((start, len(data or b"")))
        return data

    def count_bytes(self, path: Path) -> int:
        """Of pages: what lies before the first page index, but for the read of the end that has the footer."""
        chunks = [it for group in inlay.read_metadata(path).row_groups for it in group.columns]
        first = min(chunk.column_index_offset or 0 for chunk in chunks)
        size = path.stat().st_size
        return sum(count for start, count in self.reads if start < first and start + count < size)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Four row groups of ten pages; `at` ascends, and what is left in `value` is one name of the first."""
    events: list[object] = [{"at": at, "name": f"n{at}", "more": at % 7} for at in range(ROWS)]
    events[3] = {"at": 3, "name": 3}
    file = tmp_path / "events.parquet"
    write_table(
        pa.table({"id": range(ROWS), "event": variant_array(events)}),
        file,
        shred={"event": SCHEMA},
        row_group_size=100,
        max_rows_per_page=10,
        write_page_index=True,
        use_dictionary=["event.typed_value.name.typed_value"],
    )
    return file


CASES: dict[str, tuple[str, list[int], tuple[int, int], tuple[int, int]]] = {
    "a page": ("variant_get(event, '$.at') between 250 and 259", [1, 10, 1, 10], (1, 1), (1, 1)),
    "over pages": ("variant_get(event, '$.at') between 195 and 204", [2, 20, 2, 10], (2, 2), (2, 2)),
    "a plain column": ("id = 77", [1, 10, 1, 1], (1, 1), (2, 2)),
    "two columns": (
        "id < 20 and variant_get(event, '$.name') = 'n17'", [1, 20, 1, 1], (3, 6), (2, 2),
    ),
    "all but one": ("id != 7", [4, 400, 4, 399], (4, 40), (5, 50)),
    "nothing": ("id > 1000", [0, 0, 0, 0], (0, 0), (0, 0)),
    "nothing that is not pruned": ("variant_get(event, '$.name') = 'n255x'", [2, 30, 0, 0], (3, 5), (0, 0)),
}  # fmt: skip
"""A filter; row groups and rows that are tested, and that match; chunks and data pages of its columns, and of the names."""


@pytest.mark.needs("native core")
@pytest.mark.parametrize("name", CASES)
def test_every_byte_of_a_page_is_told(path: Path, name: str) -> None:
    text, expected, tested, read = CASES[name]
    tally = inlay.FilterTally()
    with WatchedFile(path) as file:
        values = read_path(file, "event", "$.name", pa.string(), filter=text, tally=tally)
        asked = file.count_bytes(path)
    assert (tally.row_groups, tally.rows) == (4, ROWS)
    assert [
        tally.tested_row_groups,
        tally.tested_rows,
        tally.matching_row_groups,
        tally.matching_rows,
    ] == expected
    assert (tally.tested.chunks, tally.tested.pages) == tested
    assert (tally.read.chunks, tally.read.pages) == read
    assert tally.tested.num_bytes + tally.read.num_bytes == asked
    assert len(values) == tally.matching_rows
    left = prune(path, text)
    assert tally.tested_row_groups == len(left.row_groups)
    assert tally.tested_rows == left.num_rows_left


@pytest.mark.parametrize("name", CASES)
def test_tables_and_both_cores_count_alike(path: Path, name: str, both: str) -> None:
    """Where pyarrow reads, whole chunks are counted by what the footer says of them."""
    text, expected, tested, _ = CASES[name]
    tally = inlay.FilterTally()
    table = inlay.read_table(path, columns=["id"], filters=text, tally=tally)
    assert [tally.tested_row_groups, tally.matching_row_groups] == expected[::2]
    assert table.num_rows == tally.matching_rows == expected[3]
    assert tally.tested_rows == prune(path, text).num_rows_left
    assert tally.read.chunks == tally.matching_row_groups
    assert tally.read.pages == 0
    if both == "native":
        assert (tally.tested.chunks, tally.tested.pages) == tested
    assert bool(tally.tested.num_bytes) == bool(tally.tested_rows)
    metadata = inlay.read_metadata(path)
    chunks = [group.columns[0].meta_data for group in metadata.row_groups]
    sizes = [chunk.total_compressed_size for chunk in chunks if chunk is not None]
    assert len(sizes) == len(chunks)
    low, high = (end(sizes) * tally.read.chunks for end in (min, max))
    assert low <= tally.read.num_bytes <= high


@pytest.mark.needs("native core")
def test_one_tally_adds_files(path: Path) -> None:
    tally = inlay.FilterTally()
    for _ in range(2):
        try_read_path(path, "event", "$.at", pa.int64(), filter="id = 77", tally=tally)
    assert (tally.row_groups, tally.tested_row_groups, tally.matching_rows) == (8, 2, 2)
    first, second, third = str(tally).splitlines()
    assert first.startswith("tested: 2 of 8 row groups, 20 of 800 rows: 2 chunks, ")
    assert second == "match:  2 of 8 row groups, 2 of 800 rows"
    assert third.startswith("read:   2 chunks, ")


@pytest.mark.needs("native core")
def test_it_is_as_shown(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The block of prune.md, and what it prints."""
    text = (ROOT / "docs" / "prune.md").read_text(encoding="utf-8")
    (block,) = (step.text for step in steps_of(text) if step.language == "python")
    exec(block, {"inlay": inlay, "pa": pa, "read_path": read_path, "file": path})
    printed, shown = (
        re.sub(r"\d+ bytes", "some bytes", it) for it in (capsys.readouterr().out, text)
    )
    assert len(printed.splitlines()) == 3
    assert "".join(f"    {line}\n" for line in printed.splitlines()) in shown


@pytest.mark.parametrize("filters", [None, [("id", ">", 3)], pc.field("id") > 3])
def test_only_what_inlay_filters_is_counted(path: Path, filters: Any) -> None:
    with pytest.raises(
        RequestError, match="a tally counts what Inlay filters: give the filter as text"
    ):
        inlay.read_table(path, filters=filters, tally=inlay.FilterTally())
    with pytest.raises(RequestError, match="give a filter with it"):
        read_path(path, "event", "$.at", tally=inlay.FilterTally())
