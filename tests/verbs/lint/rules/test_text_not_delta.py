"""`text-not-delta`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from parquet_format.parquet import Encoding, SchemaElement, Type
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

RULE = "text-not-delta"


def lint_text(
    folder: Path, groups: int, size: int, share: float, element: SchemaElement | None = None
) -> int:
    """`size` are MiB of a chunk without compression; `share` is what the codec leaves."""
    of_column = chunk(
        "text",
        Type.BYTE_ARRAY,
        total_uncompressed_size=size * MIB,
        total_compressed_size=int(size * MIB * share),
    )
    metadata = footer([element or string("text")], [row_group(of_column)] * groups)
    return len(advise(RULE, metadata, folder))


@pytest.mark.parametrize(
    ("groups", "size", "share", "expected"),
    [
        (8, 4, 0.5, 1),
        (7, 4, 0.5, 0),  # less than 32 MiB
        (1, 100, 0.5, 0),
        (2, 100, 0.5, 1),
        (32, 4, 0.5, 1),
        (33, 4, 0.5, 0),
        (12, 3, 0.5, 0),  # chunks of less than 4 MiB
        (8, 4, 0.351, 1),
        (8, 4, 0.349, 0),
        (8, 4, 0.749, 1),
        (8, 4, 0.751, 0),
        (64, 1, 0.551, 1),  # very many small ones
        (63, 1, 0.551, 0),
        (64, 1, 0.549, 0),
        (64, 1, 0.849, 1),
        (64, 1, 0.851, 0),
        (64, 2, 0.80, 0),
    ],
)
def test_thresholds(groups: int, size: int, share: float, expected: int, tmp_path: Path) -> None:
    assert lint_text(tmp_path, groups, size, share) == expected


def test_bytes_are_text_unless_their_name_says_otherwise(tmp_path: Path) -> None:
    for name, expected in (("body", 1), ("image_png", 0), ("Embedding", 0)):
        element = column(name, Type.BYTE_ARRAY)
        assert lint_text(tmp_path, 8, 4, 0.5, element) == expected


def test_the_encodings_decide(tmp_path: Path) -> None:
    for encodings, expected in (
        ([Encoding.PLAIN, Encoding.RLE_DICTIONARY], 1),
        ([Encoding.RLE_DICTIONARY], 0),
        ([Encoding.PLAIN], 0),
        ([Encoding.PLAIN, Encoding.RLE_DICTIONARY, Encoding.DELTA_BYTE_ARRAY], 0),
    ):
        sizes: dict[str, Any] = {
            "total_uncompressed_size": 8 * MIB,
            "total_compressed_size": 4 * MIB,
        }
        of_column = chunk("text", Type.BYTE_ARRAY, encodings=encodings, **sizes)
        metadata = footer([string("text")], [row_group(of_column)] * 8)
        advice = advise(RULE, metadata, tmp_path)
        assert len(advice) == expected
        for each in advice:
            assert (
                each.seen
                == "64.0 MiB of text in 8 row groups, with dictionaries, and compressed to 50%"
            )
    assert advise(RULE, make_fine(), tmp_path) == []
