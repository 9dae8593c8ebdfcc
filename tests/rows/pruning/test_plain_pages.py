"""An index in which nothing is odd is looked at as a whole: with the same result as page by page."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.writers.affected import WrittenColumn
from inlay.pages.engine.chunk_indexes import ChunkIndexes, IndexBytes, decode_indexes
from inlay.rows.pruning import page_facts
from inlay.rows.pruning.agreement import compare_with_pages
from inlay.rows.pruning.facts import Facts, facts_of, find_plain_facts
from inlay.rows.pruning.page_facts import PagesOfChunk
from inlay.rows.pruning.plain_pages import find_plain_pages, has_plain_index
from parquet_format.parquet import (
    BoundaryOrder,
    ColumnChunk,
    ColumnIndex,
    ColumnMetaData,
    ColumnOrder,
    CompressionCodec,
    OffsetIndex,
    PageLocation,
    SchemaElement,
    Statistics,
    StringType,
    Type,
)

NUMBERS = SchemaElement(name="x", type=Type.INT32)
FLOATS = SchemaElement(name="x", type=Type.DOUBLE)
TEXT = SchemaElement(name="x", type=Type.BYTE_ARRAY, logicalType=StringType())

bounds_of = {
    Type.INT32: st.integers(-3, 3).map(lambda it: struct.pack("<i", it)) | st.just(b"\0"),
    Type.DOUBLE: st.sampled_from([-1.5, -0.0, 0.0, 2.0, float("nan")]).map(
        lambda it: struct.pack("<d", it)
    ),
    Type.BYTE_ARRAY: st.sampled_from([b"", b"a", b"aa", b"b", b"\xff"]),
}


@st.composite
def drawn_columns(draw: st.DrawFn) -> tuple[ColumnRules, ChunkIndexes, list[int], Statistics]:
    element = draw(st.sampled_from([NUMBERS, FLOATS, TEXT]))
    assert element.type is not None
    bound = bounds_of[element.type]
    can_be_null = draw(st.booleans())
    highest = int(can_be_null)
    rows = draw(st.lists(st.integers(1, 7), min_size=1, max_size=3))
    nulls = [draw(st.integers(0, count) if can_be_null else st.just(0)) for count in rows]
    pairs = [sorted((draw(bound), draw(bound))) for _ in rows]
    levels = [
        level
        for count, absent in zip(rows, nulls, strict=True)
        for level in (absent, count - absent)
    ]
    is_shuffled = draw(st.integers(0, 4)) == 0
    index = ColumnIndex(
        null_pages=[
            count == absent and draw(st.booleans())
            for count, absent in zip(rows, nulls, strict=True)
        ],
        min_values=[low for low, _ in pairs],
        max_values=[high for _, high in pairs],
        boundary_order=draw(st.sampled_from(list(BoundaryOrder)[:3])),
        null_counts=draw(st.sampled_from([nulls, nulls, None, [-1] * len(rows)])),
        definition_level_histograms=draw(
            st.sampled_from([None, levels[::-1] if is_shuffled else levels])
        ),
    )
    sizes = draw(st.sampled_from([None, [0] * len(rows), [7] * len(rows)]))
    offsets = OffsetIndex(
        page_locations=[
            PageLocation(offset=4, compressed_page_size=9, first_row_index=sum(rows[:at]))
            for at in range(len(rows))
        ],
        unencoded_byte_array_data_bytes=sizes,
    )
    rules = ColumnRules(
        WrittenColumn(element, can_be_null=can_be_null), ColumnOrder.TYPE_ORDER, None, highest
    )
    chunk = Statistics(
        min_value=draw(st.sampled_from(index.min_values)),
        max_value=draw(st.sampled_from(index.max_values)),
        null_count=draw(st.sampled_from([sum(nulls), sum(nulls), None, 1])),
        distinct_count=draw(st.sampled_from([None, None, 1, 2])),
    )
    return rules, ChunkIndexes(offsets, index), rows, chunk


def encode_indexes(indexes: ChunkIndexes) -> IndexBytes:
    assert indexes.bounds is not None
    chunk = ColumnChunk(
        file_offset=0,
        offset_index_offset=4,
        offset_index_length=9,
        column_index_offset=13,
        column_index_length=9,
    )
    return IndexBytes(chunk, indexes.offsets.encode(), indexes.bounds.encode())


def look_page_by_page(
    rules: ColumnRules, indexes: ChunkIndexes, rows: list[int]
) -> PagesOfChunk | None:
    assert indexes.bounds is not None
    sizes = page_facts._list_sizes(rules, indexes)
    if not page_facts._fits_rows(indexes.bounds, sizes, rows):
        return None
    starts = [sum(rows[:at]) for at in range(len(rows) + 1)]
    return page_facts._believe(rules, indexes.bounds, sizes, starts, rows)


def without_source(facts: Facts) -> tuple[object, ...]:
    """What decides, and what people read."""
    return facts._replace(rules=None, statistics=None), facts.shown, facts.list_values()


@given(drawn_columns())
def test_both_ways_say_the_same(
    drawn: tuple[ColumnRules, ChunkIndexes, list[int], Statistics],
) -> None:
    rules, indexes, rows, statistics = drawn
    read = encode_indexes(indexes)
    plain = find_plain_pages(rules, read, sum(rows))
    if plain is None:
        return
    pages = look_page_by_page(rules, indexes, rows)
    assert pages is not None
    assert plain.starts == pages.starts
    assert list(map(without_source, plain.facts)) == list(map(without_source, pages.facts))
    assert pages.least_nulls == pages.most_nulls == plain.nulls
    meta = ColumnMetaData(
        type=rules.element.type or Type.INT32,
        encodings=[],
        path_in_schema=["x"],
        codec=CompressionCodec.UNCOMPRESSED,
        num_values=sum(rows),
        total_uncompressed_size=0,
        total_compressed_size=0,
        data_page_offset=4,
        statistics=statistics,
    )
    written = ColumnChunk(file_offset=0, meta_data=meta)
    chunk = facts_of(rules, statistics, sum(rows))
    slowly = compare_with_pages(rules, written, chunk, pages)
    quickly = compare_with_pages(rules, written, chunk, pages._replace(hull=plain.hull))
    assert quickly == (slowly[0], slowly[1]._replace(hull=plain.hull))
    untouched = find_plain_facts(rules, ColumnChunk.decode(written.encode()), sum(rows))
    assert untouched is None or without_source(untouched) == without_source(chunk)
    if has_plain_index(rules, read, sum(rows), chunk):
        assert slowly == (chunk, pages)


@given(drawn_columns(), st.data())
def test_of_damaged_indexes_nothing_is_plain_that_cannot_be_decoded(
    drawn: tuple[ColumnRules, ChunkIndexes, list[int], Statistics], data: st.DataObject
) -> None:
    rules, indexes, rows, _ = drawn
    read = encode_indexes(indexes)
    places = st.integers(0, len(read.bounds or b"") - 1)
    bounds = bytearray(read.bounds or b"")
    bounds[data.draw(places)] = data.draw(st.integers(0, 255))
    read = read._replace(bounds=bytes(bounds[: data.draw(st.integers(0, len(bounds)))]))
    plain = find_plain_pages(rules, read, sum(rows))
    if plain is not None:
        pages = look_page_by_page(rules, decode_indexes(read), rows)
        assert pages is not None
        assert list(map(without_source, plain.facts)) == list(map(without_source, pages.facts))


@pytest.mark.needs("native core")
def test_a_usual_index_is_plain() -> None:
    index = ColumnIndex(
        null_pages=[False, False],
        min_values=[struct.pack("<i", 1), struct.pack("<i", -5)],
        max_values=[struct.pack("<i", 9), struct.pack("<i", 0)],
        boundary_order=BoundaryOrder.UNORDERED,
        null_counts=[1, 0],
        definition_level_histograms=[1, 9, 0, 10],
    )
    places = [PageLocation(offset=4, compressed_page_size=9, first_row_index=at) for at in (0, 10)]
    rules = ColumnRules(WrittenColumn(NUMBERS), ColumnOrder.TYPE_ORDER, None, 1)
    read = encode_indexes(ChunkIndexes(OffsetIndex(page_locations=places), index))
    plain = find_plain_pages(rules, read, 20)
    assert plain is not None
    assert (plain.starts, plain.nulls, plain.hull) == ([0, 10, 20], 1, (-5, 9))
    said = Statistics(min_value=struct.pack("<i", -5), max_value=struct.pack("<i", 9), null_count=1)
    assert has_plain_index(rules, read, 20, facts_of(rules, said, 20))
    said.null_count = 2
    assert not has_plain_index(rules, read, 20, facts_of(rules, said, 20))
