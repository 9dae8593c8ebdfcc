"""What a reader may use of the machine while it reads one file."""

from __future__ import annotations

from typing import Final, NamedTuple

FACTOR: Final = 64
"""Bytes of memory for each byte of a file: dictionaries and runs of real files unfold so far."""

BASE: Final = 512 << 20
"""Bytes of memory for any file: what readers take for threads and pools before they have read anything."""

SECONDS: Final = 60.0


class VettingLimits(NamedTuple):
    """`memory` in bytes, beyond what the reader takes when it is loaded; None for 512 MiB and 64 times the file.
    `seconds` of processor time, and as many of real time."""

    memory: int | None = None
    seconds: float = SECONDS

    def memory_for(self, size: int) -> int:
        """What may be taken for a file of `size` bytes."""
        return BASE + FACTOR * size if self.memory is None else self.memory
