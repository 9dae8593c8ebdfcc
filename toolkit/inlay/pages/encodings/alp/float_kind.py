"""FLOAT and DOUBLE: what ALP says differently of the two, and their arithmetic."""

from __future__ import annotations

from ctypes import c_float
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from parquet_format.parquet import Type

POWERS: Final = tuple(float(f"1e{exponent}") for exponent in range(19))
INVERSES: Final = tuple(float(f"1e-{exponent}") for exponent in range(19))
"""Decimal literals, correctly rounded, as AlpEncoding.md demands."""


Numbers: TypeAlias = "memoryview[float]"
"""Where they lie, to be read one by one."""


@dataclass(frozen=True)
class FloatKind:
    """A floating-point type and the integer of the same size."""

    size: int
    """Bytes of a number."""
    code: Literal["f", "d"]
    """Of `struct` and `array`."""
    integer_code: str
    largest_exponent: int

    @property
    def bits(self) -> int:
        return 8 * self.size

    @property
    def header_size(self) -> int:
        """Of a vector: exponent, factor, number of exceptions; frame of reference, width."""
        return 4 + self.size + 1

    def numbers_in(self, values: memoryview | bytes) -> Numbers:
        """Values in PLAIN encoding as numbers."""
        return memoryview(values).cast("B").cast(self.code)

    def round(self, number: float) -> float:
        """The result of an operation in the precision of the type: of two FLOATs, no operation in doubles rounds twice."""
        return c_float(number).value if self.size == 4 else number

    def scale(self, number: float, exponent: int, factor: int) -> float:
        """A number times the powers, as it is encoded: not an integer yet."""
        raised = self.round(number * self.round(POWERS[exponent]))
        return self.round(raised * self.round(INVERSES[factor]))

    def restore(self, integer: int, exponent: int, factor: int) -> float:
        """The number that an integer stands for: two multiplications, which AlpEncoding.md prescribes."""
        raised = self.round(self.round(float(integer)) * self.round(POWERS[factor]))
        return self.round(raised * self.round(INVERSES[exponent]))

    def wrap(self, integer: int) -> int:
        """As the integer type has it, which wraps around."""
        half = 1 << self.bits - 1
        return (integer + half) % (1 << self.bits) - half


FLOAT: Final = FloatKind(4, "f", "i", 10)
DOUBLE: Final = FloatKind(8, "d", "q", 18)

KINDS: Final = {Type.FLOAT: FLOAT, Type.DOUBLE: DOUBLE}
