"""How much a decoder accepts before it calls the input hostile."""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """Bounds on what input may ask for; exceeding one raises `LimitError`.

    The defaults are those of Arrow C++ where it has one (strings, containers) and of Apache Thrift
    (depth). The memory budget bounds the Python objects that a decoder makes for a buffer of n
    bytes: `memory_base + memory_factor * n` bytes, charged by fixed prices (`docs/wire.md`).
    """

    depth: int = 64
    container: int = 1_000_000
    binary: int = 100_000_000
    memory_factor: int = 128
    memory_base: int = 1 << 20

    def memory(self, size: int) -> int:
        """The budget, in bytes, for decoding `size` bytes."""
        return self.memory_base + self.memory_factor * size


DEFAULT_LIMITS = Limits()
