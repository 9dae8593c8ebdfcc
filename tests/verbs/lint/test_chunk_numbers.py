"""What is counted natively of the chunks of a footer is what is counted of each chunk that is decoded."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.footers.footer.read import read_footer
from inlay.ground.statements import chunk_numbers
from inlay.ground.statements.chunk_numbers import (
    ChunkNumbers,
    ColumnNumbers,
    add_chunks,
    count_chunk,
    count_footer,
)
from inlay.verbs.lint.advise import advise_on
from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.settings_file import Given, read_lint_settings
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    Encoding,
    FileMetaData,
    PageEncodingStats,
    PageType,
    RowGroup,
    SchemaElement,
    SizeStatistics,
    Statistics,
    Type,
)
from tests.support.wide_file import write_wide

TYPES = (Type.DOUBLE, Type.BYTE_ARRAY, Type.FLOAT)
LEAVES = len(TYPES)

numbers = st.none() | st.integers(0, 3)
flags = st.none() | st.booleans()
NAN, QUIET = struct.pack("<d", float("nan")), struct.pack("<f", float("nan"))
INFINITE = struct.pack("<d", float("inf"))
bounds = st.sampled_from([None, b"", b"x", bytes(8), bytes(4), NAN, QUIET, INFINITE])
statistics = st.builds(
    Statistics,
    null_count=numbers,
    distinct_count=numbers,
    nan_count=numbers,
    min=bounds,
    max=bounds,
    min_value=bounds,
    max_value=bounds,
    is_max_value_exact=flags,
    is_min_value_exact=flags,
)
encodings = st.sampled_from(
    [Encoding.PLAIN, Encoding.RLE, Encoding.PLAIN_DICTIONARY, Encoding.RLE_DICTIONARY]
)
pages = st.builds(
    PageEncodingStats,
    page_type=st.sampled_from(
        [PageType.DATA_PAGE, PageType.DATA_PAGE_V2, PageType.DICTIONARY_PAGE]
    ),
    encoding=encodings,
    count=st.integers(0, 2),
)
histograms = st.none() | st.lists(st.integers(0, 3), max_size=2)
sizes = st.builds(
    SizeStatistics,
    unencoded_byte_array_data_bytes=numbers,
    definition_level_histogram=histograms,
)
metas = st.builds(
    ColumnMetaData,
    type=st.just(Type.INT32),
    encodings=st.lists(encodings, max_size=3),
    path_in_schema=st.just(["c"]),
    codec=st.sampled_from([CompressionCodec.UNCOMPRESSED, CompressionCodec.ZSTD]),
    num_values=st.integers(0, 3),
    total_uncompressed_size=st.integers(0, 9),
    total_compressed_size=st.integers(0, 9),
    data_page_offset=st.integers(0, 9),
    dictionary_page_offset=st.none() | st.integers(0, 9),
    statistics=st.none() | statistics,
    encoding_stats=st.none() | st.lists(pages, max_size=2),
    bloom_filter_offset=numbers,
    bloom_filter_length=numbers,
    size_statistics=st.none() | sizes,
)
chunks = st.builds(
    ColumnChunk,
    file_offset=st.just(0),
    meta_data=metas,
    offset_index_offset=numbers,
    offset_index_length=numbers,
    column_index_offset=numbers,
    column_index_length=numbers,
)
row_groups = st.builds(
    RowGroup,
    columns=st.lists(chunks, min_size=LEAVES, max_size=LEAVES),
    total_byte_size=st.just(0),
    num_rows=st.integers(0, 3),
)


def footer_of(groups: list[RowGroup]) -> bytes:
    schema = [SchemaElement(name="root", num_children=LEAVES)]
    schema += [SchemaElement(name=f"c{at}", type=each) for at, each in enumerate(TYPES)]
    return FileMetaData(version=2, schema=schema, num_rows=0, row_groups=groups).encode()


@pytest.mark.needs("native core")
@given(st.lists(row_groups, min_size=1, max_size=3))
def test_the_native_pass_counts_what_the_structs_say(groups: list[RowGroup]) -> None:
    counted = count_footer(footer_of(groups), TYPES)
    for at, type_ in enumerate(TYPES):
        each: list[ChunkNumbers] = []
        for group in groups:
            meta = group.columns[at].meta_data
            assert meta is not None
            each.append(count_chunk(group.columns[at], meta, group.num_rows, type_))
        assert counted.of_chunks(at, ChunkNumbers) == each
        assert ColumnNumbers._make(counted.of_column(at)) == add_chunks(each)


def chunk_of(*, values: int = 1, size: int = 4, path: str | None = None) -> ColumnChunk:
    meta = ColumnMetaData(
        type=Type.INT32,
        encodings=[Encoding.PLAIN],
        path_in_schema=["c"],
        codec=CompressionCodec.UNCOMPRESSED,
        num_values=values,
        total_uncompressed_size=4,
        total_compressed_size=size,
        data_page_offset=4,
    )
    return ColumnChunk(file_path=path, file_offset=0, meta_data=meta)


@pytest.mark.needs("native core")
@pytest.mark.parametrize(
    ("chunk", "is_counted"),
    [
        (chunk_of(), True),
        (chunk_of(path="elsewhere"), False),
        (chunk_of(values=-1), False),
        (chunk_of(size=1 << 60), False),
        (ColumnChunk(file_offset=0), False),
    ],
)
def test_what_no_file_has_is_left_to_the_structs(chunk: ColumnChunk, is_counted: bool) -> None:
    group = RowGroup(columns=[chunk] * LEAVES, total_byte_size=0, num_rows=1)
    assert (count_footer(footer_of([group]), TYPES) is not None) == is_counted
    assert count_footer(footer_of([group]), TYPES[1:]) is None


def test_advice_is_the_same_without_the_native_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_wide(tmp_path, 20)
    settings = read_lint_settings(None, Given(None, (), False))
    both = []
    for _ in range(2):
        linted = advise_on(FileFacts(path, read_footer(path)), settings)
        both.append((linted.outline, list(linted.advice)))
        monkeypatch.setattr(chunk_numbers, "count_chunks", None)
    assert both[0] == both[1]
    assert both[0][1]
