"""Of indexes in which nothing is odd, fewer checks are asked: with the same findings as all of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.ground.statements.column_rules import ColumnRules
from inlay.pages.engine.chunk_indexes import ChunkIndexes
from inlay.verbs.verify.check import findings_of
from inlay.verbs.verify.page_subjects import WalkedChunk
from inlay.verbs.verify.plain_indexes import CHECKS_OF_SUMS, choose_checks
from inlay.verbs.verify.subjects import FooterSubject
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    ColumnOrder,
    CompressionCodec,
    FieldRepetitionType,
    FileMetaData,
    RowGroup,
    SchemaElement,
    SizeStatistics,
    Statistics,
    Type,
)
from tests.rows.pruning.test_plain_pages import drawn_columns

Drawn = tuple[ColumnRules, ChunkIndexes, list[int], Statistics]


def walk_pages(drawn: Drawn, sizes: SizeStatistics | None, values: list[int]) -> WalkedChunk:
    """A chunk of such a column behind its last page."""
    rules, indexes, rows, statistics = drawn
    assert indexes.bounds is not None
    leaf = SchemaElement.decode(rules.element.encode())
    leaf.repetition_type = (
        FieldRepetitionType.OPTIONAL if rules.highest else FieldRepetitionType.REQUIRED
    )
    meta = ColumnMetaData(
        type=leaf.type or Type.INT32,
        encodings=[],
        path_in_schema=["x"],
        codec=CompressionCodec.UNCOMPRESSED,
        num_values=sum(rows),
        total_uncompressed_size=0,
        total_compressed_size=0,
        data_page_offset=4,
        statistics=statistics,
        size_statistics=sizes,
    )
    chunk = ColumnChunk(file_offset=0, meta_data=meta)
    group = RowGroup(columns=[chunk], total_byte_size=0, num_rows=sum(rows))
    footer = FileMetaData(
        version=1,
        schema=[SchemaElement(name="root", num_children=1), leaf],
        num_rows=sum(rows),
        row_groups=[group],
        column_orders=[ColumnOrder.TYPE_ORDER],
    )
    (placed,) = FooterSubject(footer, 1000).chunks()
    walked = WalkedChunk(placed, meta, lambda _: 0, indexes.offsets, indexes.bounds)
    walked.offset_bytes, walked.column_bytes = indexes.offsets.encode(), indexes.bounds.encode()
    walked.pages = walked.data_pages = len(values)
    walked.values = walked.rows = sum(values)
    walked.nulls, walked.first_data_at, walked.page_values = None, 4, values
    return walked


def make_usual(drawn: Drawn, but: str) -> None:
    """As writers have it, but for one thing that stays as it was drawn."""
    rules, indexes, rows, said = drawn
    index, width, count = indexes.bounds, rules.size or 1, len(rows)
    assert index is not None
    low, high = (bytes((value, *b"\0" * 7))[:width] for value in (1, 2))
    usual: dict[str, tuple[object, dict[str, object]]] = {
        "null pages": (index, {"null_pages": [False] * count}),
        "nulls": (index, {"null_counts": [0] * count}),
        "nulls of the chunk": (said, {"null_count": 0}),
        "bounds": (index, {"min_values": [low] * count, "max_values": [high] * count}),
        "bounds of the chunk": (said, {"min_value": low, "max_value": high}),
        "levels": (index, {"definition_level_histograms": None}),
        "sizes": (indexes.offsets, {"unencoded_byte_array_data_bytes": None}),
        "distinct values": (said, {"distinct_count": None}),
    }
    for name, (struct, fields) in usual.items():
        for field, value in fields.items():
            if name != but:
                setattr(struct, field, value)


ODD = (
    "null pages",
    "nulls",
    "nulls of the chunk",
    "bounds",
    "bounds of the chunk",
    "levels",
    "sizes",
    "distinct values",
    "values",
    "repetitions",
    "levels of the chunk",
    "nothing",
)


@given(drawn_columns(), st.sampled_from(ODD), st.data())
def test_fewer_checks_find_the_same(drawn: Drawn, odd: str, data: st.DataObject) -> None:
    _, indexes, rows, _ = drawn
    make_usual(drawn, odd)
    assert indexes.bounds is not None
    values, sizes = list(rows), None
    if odd == "values":
        values[data.draw(st.integers(0, len(values) - 1))] += data.draw(st.integers(-1, 1))
    if odd == "repetitions":
        indexes.bounds.repetition_level_histograms = data.draw(
            st.sampled_from([rows, [0, *rows[1:]]])
        )
    if odd == "levels of the chunk":
        levels = st.lists(st.integers(0, 9), min_size=2, max_size=2)
        sizes = SizeStatistics(
            definition_level_histogram=data.draw(levels),
            unencoded_byte_array_data_bytes=data.draw(st.sampled_from([None, 0, 7])),
        )
    walked = walk_pages(drawn, sizes, values)
    assert findings_of(choose_checks(walked), walked, 4) == findings_of(CHECKS_OF_SUMS, walked, 4)


@pytest.mark.needs("native core")
@given(drawn_columns().filter(lambda drawn: min(drawn[2]) > 1))
def test_usual_indexes_need_fewer(drawn: Drawn) -> None:
    make_usual(drawn, "nothing")
    walked = walk_pages(drawn, None, drawn[2])
    assert len(choose_checks(walked)) < len(CHECKS_OF_SUMS)
    assert findings_of(CHECKS_OF_SUMS, walked, 4) == []
    walked.page_values = [*drawn[2][:-1], drawn[2][-1] - 1]
    assert choose_checks(walked) is CHECKS_OF_SUMS
