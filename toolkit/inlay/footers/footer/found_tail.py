"""The end of a file, as it is read before anybody knows which design its footer has."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from inlay.ground.files.source import Seekable, Source


class FoundTail(NamedTuple):
    """A file of `size` bytes, of which `tail` are the last ones. `name` is what errors call it."""

    source: Source
    name: str
    file: Seekable
    size: int
    tail: bytes

    @property
    def head(self) -> bytes:
        """What the file begins with; empty where the read of the end did not reach back to it."""
        return self.tail[:4] if len(self.tail) == self.size else b""
