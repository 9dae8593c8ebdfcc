"""`codec-upgrade`: the same codecs as parquet-linter's, case by case, but that ZSTD stays ZSTD."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from parquet_format.parquet import CompressionCodec, SchemaElement, Type
from tests.verbs.lint.footers import (
    MIB,
    advise,
    chunk,
    column,
    footer,
    make_fine,
    row_group,
    string,
)

RULE = "codec-upgrade"
BYTES = column("c", Type.BYTE_ARRAY)
TEXT = string("c")
NUMBER = column("c")
FIXED = column("c", Type.FIXED_LEN_BYTE_ARRAY, type_length=16)

CASES = [
    # element, codec, row groups, bytes of a chunk without compression, share that is left, codec that is better
    (BYTES, "GZIP", 2, 4 * MIB, 0.5, "ZSTD"),
    (FIXED, "GZIP", 2, 4 * MIB, 0.5, "ZSTD"),
    (NUMBER, "GZIP", 2, 4 * MIB, 0.5, None),
    (BYTES, "GZIP", 2, 4 * MIB - 1, 0.5, None),  # less than 8 MiB
    (BYTES, "GZIP", 1, 32 * MIB, 0.5, "ZSTD"),
    (BYTES, "GZIP", 1, 32 * MIB - 1, 0.5, None),  # a single row group
    (BYTES, "GZIP", 2, 4 * MIB, 0.95, "ZSTD"),
    (BYTES, "GZIP", 2, 4 * MIB, 0.96, None),
    (BYTES, "SNAPPY", 2, 4 * MIB, 0.89, "ZSTD"),
    (BYTES, "SNAPPY", 2, 4 * MIB, 0.91, None),
    (BYTES, "LZ4_RAW", 2, 4 * MIB, 0.5, "ZSTD"),
    (BYTES, "UNCOMPRESSED", 2, 4 * MIB, 1.0, None),
    (BYTES, "ZSTD", 2, 4 * MIB, 0.5, None),
    (NUMBER, "SNAPPY", 1, 4 * MIB + 1, 0.5, "LZ4_RAW"),
    (NUMBER, "SNAPPY", 1, 4 * MIB, 0.5, None),
    (NUMBER, "SNAPPY", 1, 5 * MIB, 0.98, "LZ4_RAW"),
    (NUMBER, "SNAPPY", 1, 5 * MIB, 0.99, None),
    (BYTES, "SNAPPY", 2, 5 * MIB, 0.5, "LZ4_RAW"),
    (TEXT, "SNAPPY", 4, 8 * MIB, 0.5, "LZ4_RAW"),
    (TEXT, "SNAPPY", 3, 8 * MIB, 0.5, None),  # less than 32 MiB of text
    (BYTES, "SNAPPY", 64, MIB, 0.6, "LZ4_RAW"),  # very many small chunks
    (BYTES, "SNAPPY", 63, MIB, 0.6, "ZSTD"),
    (BYTES, "SNAPPY", 64, MIB, 0.54, "ZSTD"),
    (BYTES, "SNAPPY", 64, MIB, 0.84, "LZ4_RAW"),
    (BYTES, "SNAPPY", 64, MIB, 0.86, "ZSTD"),
    (BYTES, "SNAPPY", 64, 2 * MIB, 0.6, "ZSTD"),
]


@pytest.mark.parametrize(("element", "codec", "groups", "size", "share", "better"), CASES)
def test_thresholds(
    element: SchemaElement,
    codec: str,
    groups: int,
    size: int,
    share: float,
    better: str | None,
    tmp_path: Path,
) -> None:
    of_column = chunk(
        "c",
        element.type or Type.INT64,
        codec=CompressionCodec[codec],
        total_uncompressed_size=size,
        total_compressed_size=int(size * share),
    )
    advice = advise(RULE, footer([element], [row_group(of_column)] * groups), tmp_path)
    assert [each.seen.partition(": ")[2].partition(" ")[0] for each in advice] == [better] * (
        better is not None
    )


def test_the_chunks_are_counted_by_codec(tmp_path: Path) -> None:
    """More large SNAPPY chunks than others: LZ4_RAW for these."""
    sizes: dict[str, Any] = {"total_uncompressed_size": 16 * MIB, "total_compressed_size": 8 * MIB}
    snappy = row_group(chunk("c", Type.BYTE_ARRAY, codec=CompressionCodec.SNAPPY, **sizes))
    gzip = row_group(chunk("c", Type.BYTE_ARRAY, codec=CompressionCodec.GZIP, **sizes))
    for groups, better in (([snappy, snappy, gzip], "LZ4_RAW"), ([snappy, gzip], "ZSTD")):
        (advice,) = advise(RULE, footer([BYTES], groups), tmp_path)
        assert f": {better} " in advice.seen
    assert advice.seen == (
        "GZIP in 1 of 2 row groups, 32.0 MiB compressed to 50%: ZSTD makes texts smaller"
    )
    assert advise(RULE, make_fine(), tmp_path) == []
