"""Commands take at most eight times the footer beside what any process takes: measured from outside, where all memory counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from inlay.footers.footer import read_footer
from tests.pages.encodings.files import pa, pq
from tests.support.process_peaks import measure_peak

if TYPE_CHECKING:
    from pathlib import Path

COLUMNS = 2_500
"""And twice as many. Of footers of less than a MiB nothing is given back."""
GROUPS = 5
MOST = 8
"""Bytes of the peak for each byte of the footer. Where a command decodes all of it at once, they are 13 to 15."""

COMMANDS = {
    "set": ["set", "FILE", "--key", "a=b", "-o", "SET"],
    "drop": ["drop", "FILE", "--columns", "c7", "-o", "DROPPED"],
    "lint": ["lint", "FILE"],
    "layout": ["layout", "FILE"],
    "dump": ["dump", "FILE", "-o", "TEXT"],
    "scan": ["scan", "FILE", "--table", "column_chunks", "-o", "SCANNED.PARQUET"],
}
"""Each has another way through a footer."""


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Folders with a file each."""
    folders = [tmp_path_factory.mktemp("wide") for _ in range(2)]
    rows = pa.array(list(map(float, range(2 * GROUPS))))
    options: dict[str, Any] = {"compression": "none", "use_dictionary": False}
    for folder, columns in zip(folders, (COLUMNS, 2 * COLUMNS), strict=True):
        table = pa.table({f"c{at}": rows for at in range(columns)})
        pq.write_table(table, folder / "FILE", row_group_size=2, **options)
    return folders


@pytest.mark.needs("native core")
@pytest.mark.parametrize("name", COMMANDS)
def test_memory_is_eight_times_the_footer(name: str, wide: list[Path]) -> None:
    small, large = (
        measure_peak([_place(word, folder) for word in COMMANDS[name]]) for folder in wide
    )
    short, long = (len(read_footer(folder / "FILE").data) for folder in wide)
    assert large - small <= MOST * (long - short)


def _place(word: str, folder: Path) -> str:
    return str(folder / word) if word.isupper() else word
