"""Any bytes as a page of PFOR."""

from __future__ import annotations

from typing import Final

from fuzz.encoded_pages import plain_columns, target_of
from inlay.pages.encodings.pfor.integer_kind import KINDS
from inlay.pages.encodings.pfor.native import NATIVE
from inlay.pages.encodings.pfor.page import decode_page
from inlay.pages.encodings.pfor.plugin import Pfor
from parquet_format.parquet import Type

TYPES: Final = (Type.INT32, Type.INT64)
_CASES: Final[tuple[list[int], ...]] = (
    list(range(60)),
    [7, 1 << 30, -5, 0] * 10,
    [-(1 << 31), (1 << 31) - 1],
    [],
    [3] * 1_030,
)
COLUMNS: Final = plain_columns("iq", _CASES)


def decode_native(page: memoryview, count: int, type_: Type) -> bytes | None:
    assert NATIVE is not None
    values: bytes | None = NATIVE.decode_page(page, count, KINDS[type_].size)
    return values


TARGET: Final = target_of(
    Pfor(),
    TYPES,
    COLUMNS,
    lambda page, count, type_: decode_page(page, count, KINDS[type_]),
    None if NATIVE is None else decode_native,
    "both cores decode alike or raise the same; values are encoded and decoded to the bit",
)
