"""Any bytes as a page of PFOR."""

from __future__ import annotations

from array import array
from typing import Final

from fuzz.encoded_pages import target_of
from inlay.encoding.pfor.integer_kind import KINDS
from inlay.encoding.pfor.page import decode_page
from inlay.encoding.pfor.plugin import Pfor
from parquet_format.parquet import Type

TYPES: Final = (Type.INT32, Type.INT64)
_CASES: Final[tuple[list[int], ...]] = (
    list(range(60)),
    [7, 1 << 30, -5, 0] * 10,
    [-(1 << 31), (1 << 31) - 1],
    [],
    [3] * 1_030,
)
COLUMNS: Final = [
    (number, array(code, values).tobytes(), len(values))
    for number, code in enumerate("iq")
    for values in _CASES
]

TARGET: Final = target_of(
    Pfor(),
    TYPES,
    COLUMNS,
    lambda page, count, type_: decode_page(page, count, KINDS[type_]),
    "both cores decode alike or raise the same; values are encoded and decoded to the bit",
)
