"""How much a decoder accepts before it calls the input hostile."""

from __future__ import annotations

from typing import Final, NamedTuple, Self


class Limits(NamedTuple):
    """Bounds on what input may ask for; exceeding one raises `LimitError`, which names it.

    - `depth`: structs and containers in each other.
    - `container`: elements of one list, set, map or vector.
    - `binary`: bytes of one string or binary.
    - `memory_base`, `memory_factor`: the Python objects made for a buffer of n bytes may cost
      `memory_base + memory_factor * n` bytes, by fixed prices. `docs/wire.md` has the prices, and the memory
      that was measured.

    The defaults read whatever `encode` writes. They are those of Arrow C++ where it has one (`binary`,
    `container`) and of Apache Thrift (`depth`). `Limits.strict()` is for services that decode what strangers send.
    """

    depth: int = 64
    container: int = 1_000_000
    binary: int = 100_000_000
    memory_factor: int = 128
    memory_base: int = 16 << 20

    @classmethod
    def strict(cls) -> Self:
        """For services: real footers keep to a fraction of it, and a hostile one costs little."""
        return cls(
            depth=32, container=100_000, binary=16 << 20, memory_factor=32, memory_base=1 << 20
        )

    def memory(self, size: int) -> int:
        """The budget, in bytes, for decoding `size` bytes."""
        return self.memory_base + self.memory_factor * size


DEFAULT_LIMITS: Final = Limits()
