"""How much is read and done for a page header, of which nobody knows how long it is."""

from __future__ import annotations

from io import BytesIO

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.walk import walk
from tests.support.calls import count_calls


class Reads:
    """What gives bytes of a file, and how many at a time."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.sizes: list[int] = []

    def __call__(self, start: int, size: int) -> bytes:
        self.sizes.append(size)
        return self.data[start : start + size]


def write_words(length: int) -> tuple[bytes, int, int]:
    """A file of one chunk, a dictionary and a data page with two bounds of so many bytes; where its pages are."""
    words = pa.array(["a" * length, "b" * length, "a" * length])
    file = BytesIO()
    pq.write_table(pa.table({"s": words}), file, compression="none", data_page_version="1.0")
    data = file.getvalue()
    meta = inlay.read_metadata(data).row_groups[0].columns[0].meta_data
    assert meta is not None
    return data, *locate_pages(meta)


def count_walk(data: bytes, start: int, end: int) -> int:
    return count_calls(lambda: list(walk(Reads(data), start, end)))


def test_a_data_page_behind_a_dictionary_is_read_once() -> None:
    """Its header is longer than that of the dictionary, which says nothing of it."""
    data, start, end = write_words(5)
    reads = Reads(data)
    assert len(list(walk(reads, start, end))) == 2
    assert len(reads.sizes) == 2


@pytest.mark.needs("native core")
def test_a_header_that_is_longer_is_no_error() -> None:
    """Nobody hears the reason of a first read that was too short, and none is looked for."""
    short, long = (count_walk(*write_words(length)) for length in (5, 200))
    assert long <= short + 20


def test_what_is_no_header_has_its_reason() -> None:
    data, start, end = write_words(200)
    with pytest.raises(ChunkError, match="no page header: "):
        list(walk(Reads(data), start + 1, end))
    with pytest.raises(ChunkError, match="no page header: "):
        list(walk(Reads(data[: start + 10]), start, end))
