"""One wrong byte of each kind in the ALP pages of a file without CRCs, as most writers leave it: found, and where it is."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Final

import pytest

from inlay.encoding import read_table
from inlay.footers.footer import read_footer
from inlay.pages.encodings.errors import PluginFailedError
from inlay.pages.encodings.on_files import verify_file
from inlay.pages.encodings.plugins import Encodings
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.chunk_pages import data_of, pages_of
from inlay.pages.engine.leaf import leaves_of
from tests.pages.encodings.alp.mixed_chunk import replace_plain_pages
from tests.pages.encodings.files import pa, pq

NUMBERS: Final = [float("nan") if at % 50 == 0 else at / 4 for at in range(3_000)]
HEAD: Final = 13

KINDS: Final = {
    "mode": "compression mode 21, and only 0 (ALP) is known (byte 0",
    "count": "1,481 numbers, and the page has 1,500 values (byte 3",
    "offset": "(vector 1, byte 11",
    "exponent": "(vector 1, byte ",
    "exceptions": "(vector 1, byte ",
    "width": "(vector 1, byte ",
    "position": "an exception is at position 5,",
}
"""What is said of vector 1 of the second page."""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("version", ["1.0", "2.0"])
def test_a_byte_of_each_kind(kind: str, version: str, tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    table = pa.table({"x": NUMBERS})
    options = {"compression": "none", "data_page_version": version, "max_rows_per_page": 1_500}
    pq.write_table(table, path, use_dictionary=False, **options)
    replace_plain_pages(path)
    assert verify_file(str(path)) == []
    data = bytearray(path.read_bytes())
    start, page, size = _second_page(path)
    what = KINDS[kind]
    data[start + page + _list_places(bytes(data[start + page :]))[kind]] ^= 0x15
    path.write_bytes(data)
    (finding,) = verify_file(str(path))
    place = f"{start:,} to {start + size:,}"
    assert finding.sentence.startswith(
        f"column x in row group 0: the ratified page, {place}, is damaged: "
    )
    assert what in finding.sentence
    assert verify_file(str(path), encodings=Encodings()) == []  # nobody can know then
    with pytest.raises(PluginFailedError, match=f"the page at offset {start:,}: ") as caught:
        read_table(path)
    assert what in str(caught.value)


def _second_page(path: Path) -> tuple[int, int, int]:
    """Where it is, where its values are in it, and its size."""
    metadata = read_footer(path).metadata
    assert metadata is not None
    meta = metadata.row_groups[0].columns[0].meta_data
    assert meta is not None
    start, end = locate_pages(meta)
    _, page = pages_of(path.read_bytes()[start:end], meta, start)
    values = data_of(page, meta.codec, leaves_of(metadata)[0], start).values
    return start + page.offset, page.size - len(values), page.size


def _list_places(values: bytes) -> dict[str, int]:
    (offset,) = struct.unpack_from("<I", values, 11)
    vector: int = 7 + offset
    packed = (values[vector + HEAD - 1] * (1_500 - 1_024) + 7) // 8
    return {
        "mode": 0,
        "count": 3,
        "offset": 11,
        "exponent": vector,
        "exceptions": vector + 2,
        "width": vector + HEAD - 1,
        "position": vector + HEAD + packed + 1,
    }
