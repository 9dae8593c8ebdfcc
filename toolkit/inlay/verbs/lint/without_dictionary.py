"""The encoding for values that mostly differ."""

from __future__ import annotations

from typing import Final

from inlay.verbs.lint.column_facts import ColumnFacts
from inlay.verbs.lint.remedies import PLAIN
from parquet_format.parquet import Type

PACKED: Final = "delta_binary_packed"
"""As `inlay rewrite --encode` has it."""


def encode_without_dictionary(column: ColumnFacts) -> str:
    """What suits them by their type alone, for it is to be the same whatever else a file says of them."""
    if column.element.type in (Type.INT32, Type.INT64):
        return PACKED
    is_float = column.element.type in (Type.FLOAT, Type.DOUBLE)
    return "byte_stream_split" if is_float and not column.max_repetition else PLAIN
