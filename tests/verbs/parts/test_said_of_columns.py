"""What is heard natively of the statements of columns is what is heard of the structs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.ground.statements.said_of_columns import NOT_ALL, SOME, hear_footer, hear_row_groups
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    FileMetaData,
    RowGroup,
    SchemaElement,
    Statistics,
    Type,
)

LEAVES = 2


def chunk_of(values: int, statistics: Statistics | None) -> ColumnChunk:
    meta = ColumnMetaData(
        type=Type.INT32,
        encodings=[],
        path_in_schema=["c"],
        codec=CompressionCodec.UNCOMPRESSED,
        num_values=values,
        total_uncompressed_size=0,
        total_compressed_size=0,
        data_page_offset=4,
        statistics=statistics,
    )
    return ColumnChunk(file_offset=0, meta_data=meta)


def group_of(columns: list[ColumnChunk]) -> RowGroup:
    return RowGroup(columns=columns, total_byte_size=0, num_rows=1)


def footer_of(groups: list[RowGroup]) -> bytes:
    schema = [SchemaElement(name="root", num_children=LEAVES)]
    schema += [SchemaElement(name=f"c{at}", type=Type.INT32) for at in range(LEAVES)]
    return FileMetaData(version=2, schema=schema, num_rows=0, row_groups=groups).encode()


bounds = st.none() | st.just(b"") | st.just(b"x")
said = st.none() | st.builds(
    Statistics,
    null_count=st.none() | st.integers(-1, 3),
    min=bounds,
    max=bounds,
    min_value=bounds,
    max_value=bounds,
)
chunks = st.builds(chunk_of, st.integers(0, 3), said)
row_groups = st.lists(
    st.lists(chunks, min_size=LEAVES, max_size=LEAVES).map(group_of), min_size=1, max_size=4
)


@pytest.mark.needs("native core")
@given(row_groups, st.data())
def test_the_native_pass_hears_what_the_structs_say(
    groups: list[RowGroup], data: st.DataObject
) -> None:
    chosen = data.draw(st.lists(st.sampled_from(range(len(groups)))))
    heard = hear_footer(footer_of(groups), LEAVES, chosen)
    assert heard == hear_row_groups([groups[at] for at in chosen], LEAVES)


@pytest.mark.needs("native core")
def test_other_columns_are_left_to_the_structs() -> None:
    assert hear_footer(footer_of([group_of([])]), LEAVES, [0]) is None


def test_some_row_groups_say_it_and_some_do_not() -> None:
    full = Statistics(null_count=0, min_value=b"a", max_value=b"b")
    groups = [group_of([chunk_of(2, statistics)]) for statistics in (full, None)]
    assert hear_row_groups(groups[:1], 1) == (bytes([SOME]), bytes([SOME]))
    assert hear_row_groups(groups[1:], 1) == (bytes([NOT_ALL]), bytes([NOT_ALL]))
    assert hear_row_groups(groups, 1) == (bytes([SOME | NOT_ALL]), bytes([SOME | NOT_ALL]))
