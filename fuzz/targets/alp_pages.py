"""Any bytes as a page of ALP."""

from __future__ import annotations

from typing import Final

from fuzz.encoded_pages import plain_columns, target_of
from inlay.pages.encodings.alp.float_kind import KINDS
from inlay.pages.encodings.alp.native import NATIVE
from inlay.pages.encodings.alp.page import decode_page
from inlay.pages.encodings.alp.plugin import Alp
from parquet_format.parquet import Type

TYPES: Final = (Type.FLOAT, Type.DOUBLE)
_DECIMALS: Final = [at / 100 for at in range(60)]
_MIXED: Final = [*_DECIMALS[:20], float("nan"), float("inf"), -0.0, 5e-324, 1 / 3]
COLUMNS: Final = plain_columns("fd", (_DECIMALS, _MIXED, [], [0.5] * 1_030))


def decode_native(page: memoryview, count: int, type_: Type) -> bytes | None:
    assert NATIVE is not None
    values: bytes | None = NATIVE.decode_page(page, count, KINDS[type_].size)
    return values


TARGET: Final = target_of(
    Alp(),
    TYPES,
    COLUMNS,
    lambda page, count, type_: decode_page(page, count, KINDS[type_]),
    None if NATIVE is None else decode_native,
    "both cores decode alike or raise the same; values are encoded and decoded to the bit",
)
