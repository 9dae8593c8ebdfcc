"""Row groups of page-first footers that do not name them: from where the pages lie, or not at all."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.footers.designs.encoded_arrays import pack_stream
from inlay.footers.designs.page_first import PageFirstLayout
from inlay.footers.footer import FooterError
from inlay.layouts import FooterContents, NotCarriedError
from inlay_runtime.errors import InlayError
from inlay_runtime.packed import encode_deltas
from parquet_format.page_first import ColumnDataPages, ColumnRangeStatistics
from parquet_format.parquet import ColumnMetaData, FileMetaData
from tests.footers.designs.files import contents_in, corpus_files, nested_file
from tests.footers.designs.page_first_parts import Parts, opened, parts_of
from tests.footers.designs.sole_files import footer_in

LARGE: Final = 200_000


def plain(file: bytes, contents: FooterContents) -> bytes:
    return footer_in("plain page-first", file, contents)


def rows_of(metadata: FileMetaData) -> list[int]:
    return [group.num_rows for group in metadata.row_groups]


def places_of(metadata: FileMetaData) -> list[tuple[object, ...]]:
    chunks = [chunk.meta_data for group in metadata.row_groups for chunk in group.columns]
    return [
        (
            chunk.type,
            chunk.path_in_schema,
            chunk.codec,
            chunk.num_values,
            chunk.data_page_offset,
            chunk.dictionary_page_offset,
            chunk.total_compressed_size,
        )
        for chunk in chunks
        if isinstance(chunk, ColumnMetaData)
    ]


def test_public_files_have_the_row_groups_that_they_had(parquet_testing: Path) -> None:
    count = 0
    for name, file, contents in corpus_files(parquet_testing):
        if sum(group.total_byte_size for group in contents.metadata.row_groups) > LARGE:
            continue
        try:
            data = plain(file, contents)
        except NotCarriedError:
            continue
        metadata = inlay.open(data).metadata
        assert rows_of(metadata) == rows_of(contents.metadata), name
        try:
            expected = inlay.read_table(file)
        except (InlayError, pa.ArrowException, OSError):
            continue
        count += 1
        assert str(inlay.read_table(data)) == str(expected), name
    assert count > 60


def test_chunks_lie_where_they_lay() -> None:
    file = nested_file()
    contents = contents_in(file)
    metadata = inlay.open(plain(file, contents)).metadata
    assert rows_of(metadata) == [40, 40, 40]
    expected = [
        # Nothing names the dictionary of a column whose values are all null.
        (*place[:5], None if place[1] == ["nothing"] else place[5], *place[6:])
        for place in places_of(contents.metadata)
    ]
    assert [place for place in places_of(metadata) if place[1] != ["nothing"]] == [
        place for place in expected if place[1] != ["nothing"]
    ]


def write(columns: int, **options: Any) -> bytes:
    sink = io.BytesIO()
    table = pa.table({f"c{at}": pa.array(range(100)) for at in range(columns)})
    pq.write_table(table, sink, row_group_size=25, **options)
    return sink.getvalue()


APART: Final = {
    "several columns": (write(2, use_dictionary=False, write_statistics=False), [25] * 4),
    "one column with dictionaries": (write(1, write_statistics=False), [25] * 4),
    "one column with statistics": (write(1, use_dictionary=False), [25] * 4),
    # Its pages follow each other, so any number of row groups is as good.
    "one column": (write(1, use_dictionary=False, write_statistics=False), [100]),
    "no rows": (nested_file(0), []),
}


@pytest.mark.parametrize("case", APART)
def test_row_groups_end_where_pages_do_not_follow_each_other(case: str) -> None:
    file, expected = APART[case]
    data = plain(file, contents_in(file))
    assert rows_of(inlay.open(data).metadata) == expected
    assert inlay.read_table(data).equals(pq.read_table(io.BytesIO(file)))


FILE: Final = write(3, use_dictionary=["c2"], data_page_size=64, write_batch_size=5)
FINE: Final = parts_of(PageFirstLayout.build_plain(contents_in(FILE), len(FILE)), len(FILE))
PAGES: Final = [ColumnDataPages.decode(region) for region in FINE.regions[:3]]


def with_pages(column: int, **changes: Any) -> Parts:
    return FINE.with_region(column, PAGES[column].replace(**changes).encode())


def with_ranges(starts: list[int]) -> Parts:
    """All statistics are those of other ranges."""
    parts = FINE
    for at, region in enumerate(FINE.regions[4:7], 4):
        statistics = ColumnRangeStatistics.decode(region)
        changed = statistics.replace(range_start_rows=encode_deltas(starts))
        parts = parts.with_region(at, changed.encode())
    return parts


def grouped(parts: Parts) -> PageFirstLayout:
    return opened(parts.joined(), len(FILE)).grouped()


ROWS: Final = [25 * group + 10 * at for group in range(4) for at in range(3)]
"""The first row of each page of a column without a dictionary."""


def test_the_parts_are_those_of_the_file() -> None:
    assert list(grouped(FINE).row_group_num_rows) == [25] * 4
    assert pack_stream(ROWS) == PAGES[0].first_row_indexes
    assert grouped(FINE).bounds([0]).column("minimum").null_count == 0


REFUSED: Final = {
    "row groups that end at other rows": (
        with_pages(0, first_row_indexes=pack_stream([row + (row == 50) for row in ROWS])),
        "at row 50 pages of other columns are apart, and those of column 0 are not",
    ),
    "a dictionary that lies elsewhere": (
        with_pages(1, dictionary_regions=pack_stream([1] * PAGES[1].num_data_pages)),
        "the dictionary of page 0 of column 1 does not lie before it",
    ),
    "a column without pages": (
        with_pages(
            1,
            num_data_pages=0,
            codecs=encode_deltas([]),
            **dict.fromkeys(
                (
                    "region_ordinals",
                    "first_row_indexes",
                    "dictionary_regions",
                    "num_values",
                    "total_uncompressed_sizes",
                ),
                pack_stream([]),
            ),
        ),
        "those of column 1 are not",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_pages_that_are_no_row_groups_are_refused(case: str) -> None:
    parts, reason = REFUSED[case]
    with pytest.raises(NotCarriedError, match=reason):
        grouped(parts)
    with pytest.raises(FooterError, match=reason):
        _ = inlay.open(FILE + parts.joined()).metadata


@pytest.mark.parametrize(
    "starts", [[0, 50], [0, 10, 25, 50, 75], list(range(100)), [0, 1, 2, 3, 4]]
)
def test_ranges_that_are_no_row_groups_have_no_statistics(starts: list[int]) -> None:
    """A column with a dictionary can be parted at row groups only, and a range of rows may be anything."""
    footer = grouped(with_ranges(starts))
    assert list(footer.row_group_num_rows) == [25] * 4
    with pytest.raises(NotCarriedError):
        footer.bounds([0])
    metadata = inlay.open(FILE + with_ranges(starts).joined()).metadata
    assert all(
        chunk.meta_data is None or chunk.meta_data.statistics is None
        for group in metadata.row_groups
        for chunk in group.columns
    )
