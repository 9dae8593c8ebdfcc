"""Values of Arrow arrays as texts that do not depend on how a reader represents them, and digests of many.

An integer is the same at any width, a text the same as its bytes, a moment the same in any unit, a dictionary the same as its
values, a map the same as a list of pairs. What a value is called, and whether it may be null, is not compared.
"""

from __future__ import annotations

from decimal import Decimal
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pyarrow import Table

BLOCK: Final = 4096
"""Rows of one digest."""

_NANOSECONDS: Final = {"s": 1_000_000_000, "ms": 1_000_000, "us": 1_000, "ns": 1}


def digest_columns(table: Table) -> list[list[str]]:
    """Of each column, the digests of its blocks, the last of which may be short."""
    return [
        [_digest(texts_at(table, at, start)) for start in range(0, table.num_rows, BLOCK)]
        for at in range(table.num_columns)
    ]


def texts_at(table: Table, column: int, start: int) -> list[str]:
    """Of the values of one block."""
    chunks = table.column(column).slice(start, BLOCK).chunks
    return [text for chunk in chunks for text in _texts(chunk)]


def _digest(texts: list[str]) -> str:
    return blake2b("\n".join(texts).encode(), digest_size=12).hexdigest()


def _texts(array: Any) -> list[str]:
    import pyarrow as pa

    kind, types = array.type, pa.types
    if isinstance(kind, pa.BaseExtensionType):
        return _texts(array.storage)
    if types.is_dictionary(kind):
        return _texts(array.dictionary_decode())
    if types.is_struct(kind):
        fields = [_texts(field) for field in array.flatten()]
        return _where_valid(
            array, [f"{{{','.join(parts)}}}" for parts in zip(*fields, strict=True)]
        )
    if types.is_map(kind):
        return [_text(value) for value in array.to_pylist()]
    if types.is_nested(kind) and hasattr(array, "value_lengths"):
        return _texts_of_lists(array)
    if types.is_timestamp(kind) or types.is_time(kind) or types.is_duration(kind):
        return _texts_of_moments(array)
    if types.is_date(kind):
        days = array.cast(pa.date32()).cast(pa.int32()).to_pylist()
        return ["null" if day is None else f"day {day}" for day in days]
    if types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind):
        array = array.cast(pa.large_binary())
    return [_text(value) for value in array.to_pylist()]


def _where_valid(array: Any, texts: list[str]) -> list[str]:
    """A struct without fields has no parts to count it by."""
    texts = texts or ["{}"] * len(array)
    valid = array.is_valid().to_pylist()
    return [text if is_valid else "null" for text, is_valid in zip(texts, valid, strict=True)]


def _texts_of_lists(array: Any) -> list[str]:
    inner = iter(_texts(array.flatten()))
    return [
        "null" if length is None else f"[{','.join(next(inner) for _ in range(length))}]"
        for length in array.value_lengths().to_pylist()
    ]


def _texts_of_moments(array: Any) -> list[str]:
    import pyarrow as pa

    unit = _NANOSECONDS[array.type.unit]
    width = pa.int32() if array.type.bit_width == 32 else pa.int64()
    values = array.view(width).to_pylist()
    return ["null" if value is None else f"{value * unit} ns" for value in values]


def _text(value: object) -> str:
    match value:
        case None:
            return "null"
        case str() | bytes():
            data = value.encode("utf-8", "surrogateescape") if isinstance(value, str) else value
            return f"x{data.hex()}"
        case bool() | int() | float():
            return repr(value)
        case Decimal():
            return f"decimal {value.normalize()}"
        case dict():
            return f"{{{','.join(_text(inner) for inner in value.values())}}}"
        case tuple():
            return f"{{{','.join(map(_text, value))}}}"
        case list():
            return f"[{','.join(map(_text, value))}]"
        case _ if hasattr(value, "is_integer"):  # half-precision floats are of a class of their own
            return repr(float(str(value)))
        case _:
            return repr(value)
