"""A struct that keeps nothing but types of its empty lists is written as it was, and is not put together again."""

from __future__ import annotations

from random import Random

import pytest

from inlay_runtime.compact import reorder
from inlay_runtime.remainder import Remainder
from parquet_format.parquet import (
    ColumnMetaData,
    CompressionCodec,
    KeyValue,
    Type,
)
from tests.support.calls import count_calls

META = ColumnMetaData(
    type=Type.INT64,
    encodings=[],
    path_in_schema=["a"],
    codec=CompressionCodec.UNCOMPRESSED,
    num_values=1,
    total_uncompressed_size=2,
    total_compressed_size=3,
    key_value_metadata=[],
    data_page_offset=4,
)


def test_it_is_what_the_pieces_make(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(7)
    for value in (META, KeyValue(key="a", value="b")):
        for _ in range(50):
            types = {random.randrange(12): {0: random.randrange(256)} for _ in range(3)}
            remainder = Remainder(element_types=types)
            patched = reorder.merge_remainder(value.encode(), remainder)
            with monkeypatch.context() as patch:
                patch.setattr(reorder, "_are_in_place", lambda _: False)
                assert reorder.merge_remainder(value.encode(), remainder) == patched


def test_fields_are_no_pieces() -> None:
    remainder = Remainder(element_types={8: {0: 0}})
    encoded = META.encode()
    assert count_calls(lambda: reorder.merge_remainder(encoded, remainder)) < 140
