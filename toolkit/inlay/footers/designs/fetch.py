"""How a design gets its bytes, and what that costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from inlay.ground.wording.amounts import count
from inlay_runtime.errors import TruncatedError

_BEHIND: Final = 1 << 50
"""Behind every file."""


class Range(NamedTuple):
    """`length` bytes from `offset`, counted from the start of the file."""

    offset: int
    length: int


Fetch = Callable[[Sequence[Range]], Sequence[bytes | memoryview]]
"""The bytes of every range. All requests of one call go out at once: a call is one dependent step. Raises DecodeError
for a range that does not lie in the file."""


@dataclass(frozen=True)
class FetchCost:
    """What the answers took so far: bytes, requests, and steps each of which had to wait for the one before."""

    bytes: int = 0
    requests: int = 0
    steps: int = 0


class CountedFetch:
    """A Fetch that counts; `source` is what gets the bytes."""

    __slots__ = ("_bytes", "_requests", "_steps", "source")

    def __init__(self, source: Fetch) -> None:
        self.source = source
        self._bytes = self._requests = self._steps = 0

    def __call__(self, ranges: Sequence[Range]) -> Sequence[bytes | memoryview]:
        pieces = self.source(ranges)
        self.count(sum(map(len, pieces)), len(ranges))
        return pieces

    def count(self, size: int, requests: int) -> None:
        """One more step, for bytes that somebody has got already."""
        self._bytes += size
        self._requests += requests
        self._steps += 1

    @property
    def cost(self) -> FetchCost:
        """What was fetched so far."""
        return FetchCost(self._bytes, self._requests, self._steps)


class DecodedFetch(CountedFetch):
    """As if `data`, which a design made of what it had fetched, lay at `place`, behind the file.

    What lies in the file is fetched and counted by `file`; what was made costs nothing more.
    """

    __slots__ = ("_data", "_file")

    def __init__(self, file: CountedFetch, data: bytes) -> None:
        super().__init__(self)
        self._file = file
        self._data = memoryview(data)

    @property
    def place(self) -> Range:
        return Range(_BEHIND, len(self._data))

    def __call__(self, ranges: Sequence[Range]) -> Sequence[bytes | memoryview]:
        in_file = [part for part in ranges if part.offset < _BEHIND]
        fetched = iter(self._file(in_file) if in_file else ())
        return [next(fetched) if part.offset < _BEHIND else self._part(part) for part in ranges]

    def count(self, size: int, requests: int) -> None:
        pass

    @property
    def cost(self) -> FetchCost:
        return self._file.cost

    def _part(self, part: Range) -> memoryview:
        at = part.offset - _BEHIND
        if at + part.length > len(self._data):
            what = (
                f"{count(part.length, 'byte')} at {at}, and what was decoded has {len(self._data)}"
            )
            raise TruncatedError(what, at)
        return self._data[at : at + part.length]
