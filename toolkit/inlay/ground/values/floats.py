"""Floating-point numbers narrower than Python's."""

from __future__ import annotations

import struct


class NarrowFloat(float):
    """A FLOAT or FLOAT16: exact as a number, and printed with as few digits as tell it apart.

    The float32 nearest to 0.1 is 0.10000000149011612 as a double, which nobody wants to read.
    """

    __slots__ = ("_format",)
    _format: str

    @classmethod
    def unpack(cls, raw: bytes, format: str) -> NarrowFloat:
        """`format` is `struct`'s: `<f` or `<e`."""
        (value,) = struct.unpack(format, raw)
        self = cls(value)
        self._format = format
        return self

    def __str__(self) -> str:
        exact = float(self)
        for digits in range(1, 10):
            shown = float(f"{exact:.{digits}g}")
            if self._packs_to(shown, exact):
                return repr(shown)
        return repr(exact)

    def _packs_to(self, shown: float, exact: float) -> bool:
        try:
            return bool(struct.unpack(self._format, struct.pack(self._format, shown))[0] == exact)
        except OverflowError:
            return False
