"""Which chunks of a damaged footer lie in the file, each apart from the others: by hand, and numbers beyond 64 bits."""

from __future__ import annotations

import pytest

from inlay.verbs.verify.chunk_extents import ChunkExtents
from inlay.verbs.verify.subjects import FooterSubject
from parquet_format.parquet import FileMetaData
from tests.footers.conversion.footers import wide

BODY = 1000
MOST = 2**63 - 1


def metadata_of(extents: list[tuple[int, int]]) -> FileMetaData:
    metadata = wide(len(extents), 1)
    for chunk, (start, size) in zip(metadata.row_groups[0].columns, extents, strict=True):
        meta = chunk.meta_data
        assert meta is not None
        meta.data_page_offset, meta.dictionary_page_offset = start, None
        meta.total_compressed_size = size
    return metadata


@pytest.mark.parametrize(
    ("extents", "expected"),
    [
        ([(4, 10), (14, 10), (24, 976)], [1, 1, 1]),
        ([(24, 976), (14, 10), (4, 10)], [1, 1, 1]),
        ([(4, 10), (13, 10), (14, 10)], [1, 0, 1]),
        ([(14, 10), (4, 11), (20, 10)], [0, 1, 1]),
        ([(4, 10), (4, 5), (9, 5)], [0, 1, 1]),
        ([(0, 10), (4, 997), (500, 0)], [0, 0, 1]),
        ([(MOST, MOST), (-MOST, -MOST), (4, -1)], [0, 0, 0]),
    ],
)
def test_distinct_chunks(extents: list[tuple[int, int]], expected: list[int]) -> None:
    found = ChunkExtents(FooterSubject(metadata_of(extents), BODY).chunks())
    assert list(found.find_distinct(BODY)) == expected


def test_what_belongs_to_chunks_elsewhere_is_not_known() -> None:
    metadata = metadata_of([(4, 10), (14, 10)])
    assert ChunkExtents(FooterSubject(metadata, BODY).chunks()).owned == 20
    metadata.row_groups[0].columns[1].file_path = "other.parquet"
    found = ChunkExtents(FooterSubject(metadata, BODY).chunks())
    assert found.owned is None
    assert list(found.find_distinct(BODY)) == [1, 0]
