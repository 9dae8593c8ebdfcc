"""What is said of the size of a page is held against how many strings are in it, before a plug-in makes room for them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from inlay.encoding import Encodings, choose_columns
from inlay.footers.footer import read_footer
from inlay.pages.encodings.on_files import add_to_file
from inlay.pages.encodings.payload import find_encoded_chunks, wrong_with
from tests.pages.encodings.faults import Whole
from tests.pages.encodings.files import pa, pq

ROWS: Final = 1_000
THERE: Final = 750

SIZES: Final = {
    "as they are": (None, ""),
    "all of them empty": (4 * THERE, ""),
    "a byte too few": (
        4 * THERE - 1,
        "page 0 says 2,999 bytes in PLAIN encoding, and 750 values take 3,000 or more",
    ),
    "nothing": (0, "page 0 says 0 bytes in PLAIN encoding, and 750 values take 3,000 or more"),
}
"""What the page table says, and what is wrong with it."""


@pytest.mark.parametrize("name", SIZES)
def test_strings_take_their_lengths_and_more(name: str, tmp_path: Path) -> None:
    size, what = SIZES[name]
    path = tmp_path / "file.parquet"
    strings = [None if row % 4 == 0 else f"row {row}" for row in range(ROWS)]
    pq.write_table(pa.table({"s": strings}), path)
    add_to_file(str(path), choose_columns(["s"], Whole()), encodings=Encodings(Whole()))
    footer = read_footer(path)
    assert footer.metadata is not None
    ((_, _, meta, slot),) = find_encoded_chunks(footer.metadata)
    assert slot.encoding is not None
    if size is not None:
        slot.encoding.plain_lengths = [size]
    problem = wrong_with(slot.encoding, meta, ROWS, footer.offset)
    assert (problem.what if problem else "") == what
