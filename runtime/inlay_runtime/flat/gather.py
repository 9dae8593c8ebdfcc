"""One slot of many tables at once, as flat buffers; no object is made for a table.

    tables = TableGatherer(buffer)
    groups = tables.elements([tables.root], ROW_GROUPS, range(10))
    sizes = tables.numbers(groups, NUM_ROWS, Kind.I64)

A table is the position of its bytes, and 0 stands for one that is absent, whose slots are absent as well. The buffer need
not have passed the verifier: every read is compared with its end. `native/flat_gather.pxi` does the same in C, and leaves
what is wrong to this module, which raises.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from inlay_runtime import amounts
from inlay_runtime.columnar.buffers import ExtractedColumn, flatten
from inlay_runtime.columnar.plan import Kind
from inlay_runtime.core import is_native
from inlay_runtime.errors import InvalidValueError, LimitError, TruncatedError
from inlay_runtime.limits import DEFAULT_LIMITS, Limits

Positions: TypeAlias = "array[int]"
"""Positions of tables, of code `q`."""

_CODES: Final = {Kind.BOOL: "<B", Kind.I8: "<b", Kind.I16: "<h", Kind.I32: "<i", Kind.I64: "<q"}
_WIDTHS: Final = {Kind.BOOL: 1, Kind.I8: 1, Kind.I16: 2, Kind.I32: 4, Kind.I64: 8}

_ROW_PRICE: Final = 64
"""Bytes that an answer may take for each table."""


class TableGatherer:
    """Reads `buffer`, a FlatBuffer with its root.

    Every method raises TruncatedError for an offset that leads out of the buffer. `limits` bound the bytes of one column of
    binaries: tables may share theirs, so there can be more of them than the buffer has.
    """

    def __init__(self, buffer: bytes, limits: Limits = DEFAULT_LIMITS) -> None:
        self._buffer = buffer
        self._budget = min(limits.memory(len(buffer)), (1 << 31) - 1)
        self._native: Any = None
        if is_native("flat_view"):
            from inlay_runtime.native import flat_view

            self._native = flat_view

    @property
    def root(self) -> int:
        """The table that the buffer begins with."""
        return self._u32(0)

    def tables(self, parents: Positions, slot: int) -> Positions:
        """The table in a slot of each parent."""
        if self._native is not None:
            positions = self._native.gather_tables(self._buffer, parents, slot)
            if positions is not None:
                return _positions(positions)
        fields = [self._place(parent, slot) for parent in parents]
        return array("q", [at + self._u32(at) if at else 0 for at in fields])

    def lengths(self, parents: Positions, slot: int) -> Positions:
        """Of the vector in a slot of each parent; 0 where it is absent."""
        return array("q", [self._vector(parent, slot, 1)[1] for parent in parents])

    def elements(self, parents: Positions, slot: int, indexes: Sequence[int]) -> Positions:
        """For each index, the element of the vector of tables in that slot of each parent.

        Raises InvalidValueError where a vector is shorter, LimitError where they are too many: vectors may be shared.
        """
        if len(parents) * len(indexes) * _ROW_PRICE > self._budget:
            reason = f"{amounts.count(len(indexes), 'element')} of {amounts.count(len(parents), 'vector')}"
            raise LimitError.of("memory_base", reason, 0)
        if self._native is not None:
            positions = self._native.gather_elements(
                self._buffer, parents, slot, array("q", indexes)
            )
            if positions is not None:
                return _positions(positions)
        vectors = [self._vector(parent, slot, 4) for parent in parents]
        below = array("q")
        for index in indexes:
            for start, length in vectors:
                if not 0 <= index < length:
                    raise InvalidValueError(
                        f"a vector of {length}, and element {index} is wanted", start
                    )
                at = start + 4 * index
                below.append(at + self._u32(at))
        return below

    def numbers(
        self, parents: Positions, slot: int, kind: Kind, default: int | None = None
    ) -> ExtractedColumn:
        """Numbers or booleans; one that is absent is the default, or null if that is None. Unsigned ones come as the signed
        ones of the same bits."""
        width = _WIDTHS[kind]
        if self._native is not None and kind is not Kind.BOOL and default in (None, 0):
            column = self._native.gather_numbers(
                self._buffer, parents, slot, width, default is None
            )
            if column is not None:
                values, validity, null_count = column
                return ExtractedColumn(
                    kind, len(parents), null_count, validity=validity, values=values
                )
        values = [default] * len(parents)
        for row, parent in enumerate(parents):
            at = self._place(parent, slot)
            if at:
                self._check(at, width)
                (values[row],) = struct.unpack_from(_CODES[kind], self._buffer, at)
        return flatten(kind, values)

    def binaries(self, parents: Positions, slot: int) -> ExtractedColumn:
        """Strings or vectors of bytes, as bytes. Raises LimitError where they are too many."""
        if self._native is not None:
            column = self._native.gather_binaries(self._buffer, parents, slot, self._budget)
            if column is not None:
                offsets, values, validity, null_count = column
                return ExtractedColumn(
                    Kind.BINARY,
                    len(parents),
                    null_count,
                    validity=validity,
                    values=values,
                    offsets=offsets,
                )
        pieces: list[bytes | None] = []
        left = self._budget
        for parent in parents:
            start, length = self._vector(parent, slot, 1)
            left -= length
            if left < 0:
                raise LimitError.of(
                    "memory_base", f"more than {amounts.count(self._budget, 'byte')}", start
                )
            pieces.append(self._buffer[start : start + length] if start else None)
        return flatten(Kind.BINARY, pieces)

    def _vector(self, parent: int, slot: int, width: int) -> tuple[int, int]:
        """Where its elements begin and how many they are; twice 0 where it is absent."""
        at = self._place(parent, slot)
        if not at:
            return 0, 0
        at += self._u32(at)
        length = self._u32(at)
        self._check(at + 4, length * width)
        return at + 4, length

    def _place(self, table: int, slot: int) -> int:
        """Where the field of a slot is; 0 where it is absent."""
        if not table:
            return 0
        self._check(table, 4)
        (back,) = struct.unpack_from("<i", self._buffer, table)
        vtable = table - back
        size, entry = self._u16(vtable), 4 + 2 * slot
        offset = self._u16(vtable + entry) if entry + 2 <= size else 0
        return table + offset if offset else 0

    def _u32(self, at: int) -> int:
        self._check(at, 4)
        return int.from_bytes(self._buffer[at : at + 4], "little")

    def _u16(self, at: int) -> int:
        self._check(at, 2)
        return int.from_bytes(self._buffer[at : at + 2], "little")

    def _check(self, at: int, size: int) -> None:
        if at < 0 or at + size > len(self._buffer):
            reason = f"{amounts.count(size, 'byte is', 'bytes are')} read, and the buffer has {len(self._buffer)}"
            raise TruncatedError(reason, at)


def _positions(data: bytes) -> Positions:
    positions = array("q")
    positions.frombytes(data)
    return positions
