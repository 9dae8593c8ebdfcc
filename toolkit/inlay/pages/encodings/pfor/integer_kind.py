"""INT32 and INT64: what PFOR says differently of the two, and their arithmetic, which wraps around."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from inlay.pages.encodings.vectors.page_frame import Mark, PageFrame
from parquet_format.parquet import Type

Integers: TypeAlias = "memoryview[int]"
"""Where they lie, to be read one by one."""


@dataclass(frozen=True)
class IntegerKind:
    """An integer type."""

    size: int
    """Bytes of an integer."""
    code: Literal["i", "q"]
    """Of `struct` and `array`."""
    frame: PageFrame

    @property
    def bits(self) -> int:
        return 8 * self.size

    @property
    def header_size(self) -> int:
        """Of a vector: frame of reference, width, number of exceptions. The first value of differences comes behind."""
        return self.size + 3

    def integers_in(self, values: memoryview) -> Integers:
        """Values in PLAIN encoding as integers."""
        return memoryview(values).cast("B").cast(self.code)

    def wrap(self, integer: int) -> int:
        """As the type has it."""
        half = 1 << self.bits - 1
        return (integer + half) % (1 << self.bits) - half

    def unsign(self, integer: int) -> int:
        """The same bits, as a number that is not negative."""
        return integer % (1 << self.bits)


def _frame(size: int) -> PageFrame:
    packing = Mark(0, "packing mode", 0, "frame of reference, packed")
    return PageFrame(1, (packing, Mark(2, "size of an integer", size, "that of the type")))


INT32: Final = IntegerKind(4, "i", _frame(4))
INT64: Final = IntegerKind(8, "q", _frame(8))

KINDS: Final = {Type.INT32: INT32, Type.INT64: INT64}
