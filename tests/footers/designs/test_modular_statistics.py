"""Statistics that are packed natively are those that Python packs."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inlay.footers.designs.modular import new_modules
from parquet_format.parquet import (
    ColumnMetaData,
    CompressionCodec,
    Encoding,
    Statistics,
    Type,
)

COUNTS = st.none() | st.integers(0, 3) | st.integers(0, (1 << 63) - 1)
BOUNDS = st.none() | st.binary(max_size=4) | st.binary(max_size=40).map(b"same beginning".__add__)


@st.composite
def columns(draw: st.DrawFn) -> list[ColumnMetaData]:
    flags = draw(st.sampled_from([st.none(), st.just(True), st.none() | st.booleans()]))
    statistics = st.builds(
        Statistics,
        null_count=COUNTS,
        nan_count=COUNTS,
        min_value=BOUNDS,
        max_value=BOUNDS,
        is_min_value_exact=flags,
        is_max_value_exact=flags,
    )
    said = draw(st.lists(st.none() | statistics, min_size=1, max_size=20))
    return [chunk_with(each) for each in said]


def chunk_with(statistics: Statistics | None) -> ColumnMetaData:
    return ColumnMetaData(
        type=Type.BYTE_ARRAY,
        encodings=[Encoding.PLAIN],
        path_in_schema=["c"],
        codec=CompressionCodec.UNCOMPRESSED,
        num_values=1,
        total_uncompressed_size=1,
        total_compressed_size=1,
        data_page_offset=4,
        statistics=statistics,
    )


def encode(column: list[ColumnMetaData], *, means_exact: bool, limit: int | None) -> bytes:
    return new_modules.encode_statistics(
        [chunk.statistics for chunk in column], absent_means_exact=means_exact, suffix_limit=limit
    )


MANY = [chunk_with(Statistics(null_count=at % 7, min_value=b"a", max_value=b"b")) for at in range(300)]  # fmt: skip


@given(columns(), st.booleans(), st.none() | st.integers(0, 8))
@example([chunk_with(None)], False, None)
@example([chunk_with(Statistics(min_value=b"", max_value=b""))], False, None)
@example(MANY, False, None)
def test_both_write_the_same(
    column: list[ColumnMetaData], means_exact: bool, limit: int | None
) -> None:
    encoded = encode(column, means_exact=means_exact, limit=limit)
    with patch.object(new_modules, "native_statistics", None):
        assert encoded == encode(column, means_exact=means_exact, limit=limit)


@pytest.mark.needs("native core")
def test_what_most_files_say_is_packed_natively() -> None:
    with patch.object(new_modules, "write_statistics", None):
        assert encode(MANY, means_exact=False, limit=64)
        assert encode([chunk_with(None)] * 3, means_exact=True, limit=None) == b""
