"""How much a Variant may ask for before it is called hostile."""

from __future__ import annotations

from typing import Final, NamedTuple

MAX_DEPTH: Final = 1_000
"""What Iceberg and parquet-java allow; nobody may raise `Limits.depth` above it."""


class VariantLimits(NamedTuple):
    """`depth` counts objects and arrays inside each other, `size` the bytes of one value or dictionary."""

    depth: int = 128
    size: int = 128 << 20

    def checked(self) -> VariantLimits:
        """Itself; ValueError where the depth is beyond what any caller may ask for."""
        if not 0 <= self.depth <= MAX_DEPTH:
            raise ValueError(f"depth is 0 to {MAX_DEPTH:,}, not {self.depth:,}")
        if not 0 <= self.size <= 0x7FFF_FFFF:
            raise ValueError(f"size is 0 to 2,147,483,647, not {self.size:,}")
        return self


DEFAULT_LIMITS: Final = VariantLimits()
