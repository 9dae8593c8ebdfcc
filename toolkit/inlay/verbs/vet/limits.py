"""What a reader may use of the machine while it reads one file."""

from __future__ import annotations

from typing import Final, NamedTuple

from inlay.ground.mistakes import RequestError

FACTOR: Final = 64
"""Bytes of memory for each byte of a file: dictionaries and runs of real files unfold so far."""

BASE: Final = 512 << 20
"""Bytes of memory for any file: what readers take for threads and pools before they have read anything."""

SECONDS: Final = 60.0

MOST_MEMORY: Final = 64 << 40
MOST_SECONDS: Final = 1_000_000.0
"""More than any reader takes, and less than what the kernel cannot count."""


class VettingLimits(NamedTuple):
    """`memory` in bytes, beyond what the reader takes when it is loaded; None for 512 MiB and 64 times the file.
    `seconds` of processor time, and as many of real time."""

    memory: int | None = None
    seconds: float = SECONDS

    def memory_for(self, size: int) -> int:
        """What may be taken for a file of `size` bytes."""
        return BASE + FACTOR * size if self.memory is None else self.memory

    def require_possible(self) -> None:
        """Raises RequestError for limits that no process can have."""
        if self.memory is not None and not 0 < self.memory <= MOST_MEMORY:
            raise RequestError("the memory of a reader is 1 byte to 64 TiB (67,108,864 MiB)")
        if not 0 < self.seconds <= MOST_SECONDS:  # NaN is neither
            raise RequestError(
                f"the time of a reader is more than 0 s and at most 1,000,000 s, not {self.seconds}"
            )
