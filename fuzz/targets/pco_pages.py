"""Any bytes as a page of pco, whose decoder is a package of others."""

from __future__ import annotations

from typing import Final

from fuzz.encoded_pages import plain_columns, target_of
from inlay.pages.encodings.pco import Pco
from parquet_format.parquet import Type

TYPES: Final = (Type.INT32, Type.INT64, Type.FLOAT, Type.DOUBLE)
COLUMNS: Final = plain_columns("iqfd", (range(60), [5, 1 << 20, -3], [9] * 200))

TARGET: Final = target_of(
    Pco(),
    TYPES,
    COLUMNS,
    None,
    None,
    "values are encoded and decoded to the bit; a stream that lies is a typed error",
)
