"""The tables of reflection.fbs, in which flatc writes its binary schemas."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Reflected:
    """A table of reflection.fbs, whose fields are asked for by slot; flatc wrote it, so it is trusted."""

    data: bytes
    at: int

    @staticmethod
    def root(data: bytes) -> Reflected:
        return Reflected(data, _read(data, 0, "I"))

    def _field(self, slot: int) -> int:
        """Where the value of a slot is, or 0."""
        vtable = self.at - _read(self.data, self.at, "i")
        entry = 4 + 2 * slot
        has_entry = entry < _read(self.data, vtable, "H")
        offset = _read(self.data, vtable + entry, "H") if has_entry else 0
        return self.at + offset if offset else 0

    def integer(self, slot: int, code: str, default: int = 0) -> int:
        at = self._field(slot)
        return _read(self.data, at, code) if at else default

    def real(self, slot: int) -> float:
        at = self._field(slot)
        return float(struct.unpack_from("<d", self.data, at)[0]) if at else 0.0

    def flag(self, slot: int) -> bool:
        return self.integer(slot, "B") != 0

    def text(self, slot: int) -> str:
        at = self._field(slot)
        if not at:
            return ""
        at += _read(self.data, at, "I")
        length = _read(self.data, at, "I")
        return self.data[at + 4 : at + 4 + length].decode(errors="replace")

    def child(self, slot: int) -> Reflected | None:
        at = self._field(slot)
        return Reflected(self.data, at + _read(self.data, at, "I")) if at else None

    def children(self, slot: int) -> Iterator[Reflected]:
        vector = self.child(slot)
        for number in range(_read(self.data, vector.at, "I") if vector else 0):
            assert vector is not None
            at = vector.at + 4 + 4 * number
            yield Reflected(self.data, at + _read(self.data, at, "I"))


def _read(data: bytes, at: int, code: str) -> int:
    return int(struct.unpack_from(f"<{code}", data, at)[0])
