"""Writes tables in fewer bytes: what occurs more than once is stored once.

Strings, vectors of scalars and bytes, small tables of scalars (`Empty`, `PageEncodingStats`) and short
vectors of them are shared. Larger things are not: a verifier counts every visit, and bounds their number
by the size of the buffer. Nor are vectors whose alignment is declared: an equal one may lie elsewhere.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any, Final

from inlay_runtime.errors import InlayError
from inlay_runtime.flat import builder as flat_builder
from inlay_runtime.flat.builder import TableBuilder
from inlay_runtime.flat.schema import Scalar
from inlay_runtime.flat.table import Table
from inlay_runtime.limits import DEFAULT_LIMITS, Limits

_LONGEST: Final = 16


def encode(table: Table) -> bytes:
    """What `table.encode()` gives, in fewer bytes: every reader reads it alike."""
    if table.remainder is not None and table.remainder.original:
        return table.encode()
    if flat_builder.native_encode is not None:
        encoded = flat_builder.native_encode(table, DEFAULT_LIMITS, True)
        if encoded is not None:
            return encoded
    builder = SharingBuilder(DEFAULT_LIMITS)
    try:
        root = builder.table(type(table), table)
        return builder.finish(root, table.SCHEMA.identifier)
    except (InlayError, TypeError, AttributeError, ValueError, RuntimeError, struct.error):
        return table.encode()  # which fails too, and says where


class SharingBuilder(TableBuilder):
    def __init__(self, limits: Limits) -> None:
        super().__init__(limits)
        self._written: dict[object, int] = {}

    def string(self, value: str | None, *, shared: bool = False) -> int:
        return super().string(value, shared=True)

    def data(self, value: bytes | None, *, align: int = 1) -> int:
        if not isinstance(value, bytes) or align > 1:
            return super().data(value, align=align)
        key = "data", value
        offset = self._written.get(key)
        if offset is None:
            offset = self._written[key] = super().data(value)
        return offset

    def scalars(
        self, scalar: Scalar, values: Sequence[int | float] | None, *, align: int = 1
    ) -> int:
        if values is None or scalar.name in ("float", "double") or align > 1:
            return super().scalars(scalar, values, align=align)
        key = "scalars", scalar.name, tuple(values)
        offset = self._written.get(key)
        if offset is None:
            offset = self._written[key] = super().scalars(scalar, values)
        return offset

    def table(self, cls: type[Table], value: Table | None) -> int:
        key = None if value is None else _content(value)
        if key is None:
            return super().table(cls, value)
        offset = self._written.get(key)
        if offset is None:
            offset = self._written[key] = super().table(cls, value)
        return offset

    def _offsets(self, offsets: Sequence[int], align: int) -> int:
        if not 0 < len(offsets) <= _LONGEST or align > 1:
            return super()._offsets(offsets, align)
        key = "offsets", *offsets
        start = self._written.get(key)
        if start is None:
            start = self._written[key] = super()._offsets(offsets, align)
        return start


def _content(table: Table) -> tuple[Any, ...] | None:
    """All that is in a table of integers; None for any other."""
    if type(table).SCHEMA.slots > 6 or table.extension is not None:
        return None
    values = [getattr(table, field.slot) for field in type(table).SCHEMA.fields]
    if all(isinstance(value, int | None) for value in values):
        return type(table), *values
    return None
