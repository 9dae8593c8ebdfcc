"""From a table with a remainder back to the bytes that it was made from, in either version."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from inlay.footers.conversion.edit_script import Rules, apply
from inlay.footers.conversion.errors import ConversionError
from inlay.footers.conversion.transcoding import base_of_buffer
from parquet_format import footer, footer_v0

T = TypeVar("T", footer.FileMetaData, footer_v0.FileMetaData)


def read_back(flat: T, buffer: bytes | None, base_of: Callable[[T], bytes], rules: Rules) -> bytes:
    """What `to_thrift` of a version gives. `base_of` makes the canonical bytes of a table that is decoded."""
    if flat.remainder is not None and flat.remainder.original:
        raise ConversionError("it holds what only a newer schema has, which would be lost")
    if buffer is None:
        base = base_of(flat)
    else:
        cls = type(flat)
        base = base_of_buffer(cls, buffer) or base_of(cls.from_verified(buffer, eager=True))
        flat = cls.from_verified(buffer, fields=["remainder"])
    return base if flat.remainder_ is None else apply(base, flat.remainder_, rules=rules)
