"""Floating-point numbers narrower than Python's."""

from __future__ import annotations

import struct
from typing import Final

_LEAST: Final = 2.0**-149
"""The least positive number of 32 bits."""


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


def widen_single(value: float, *, is_low: bool) -> float:
    """The next number of 32 bits, outward. Bits of such numbers, less their sign, are in the order of their magnitudes."""
    if value == 0.0:
        return -_LEAST if is_low else _LEAST
    (bits,) = struct.unpack("<i", struct.pack("<f", value))
    bits += 1 if (value < 0) == is_low else -1
    widened: float = struct.unpack("<f", struct.pack("<i", bits))[0]
    return widened
