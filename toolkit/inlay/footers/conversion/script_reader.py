"""Takes varints and bytes from the pieces of an edit script, which never lies in memory as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inlay.footers.conversion.errors import EditScriptError
from inlay.ground.wording.amounts import count

_LONGEST_VARINT: Final = 5


class ScriptReader:
    """`left` is how many bytes were declared and not taken yet."""

    __slots__ = ("_at", "_pieces", "_window", "left", "position")

    def __init__(self, pieces: Iterator[bytes], size: int) -> None:
        self._pieces = pieces
        self._window = b""
        self._at = 0
        self.left = size
        self.position = 0

    def _refill(self) -> None:
        self._window, self._at = next(self._pieces, b""), 0
        if not self._window:
            raise EditScriptError("the script is cut short")

    def _byte(self) -> int:
        if self.left <= 0:
            raise EditScriptError("the script is cut short")
        if self._at == len(self._window):
            self._refill()
        byte = self._window[self._at]
        self._at += 1
        self.left -= 1
        self.position += 1
        return byte

    def varint(self) -> int:
        """ULEB128 of at most 5 bytes, in its shortest form."""
        value = shift = 0
        for _ in range(_LONGEST_VARINT):
            byte = self._byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                if byte == 0 and shift:
                    raise EditScriptError("a varint that is longer than it needs to be")
                return value
            shift += 7
        raise EditScriptError(f"a varint of more than {_LONGEST_VARINT} bytes")

    def take(self, size: int) -> Iterator[bytes]:
        if size > self.left:
            raise EditScriptError(f"{count(size, 'byte')} to insert, and {self.left} are left")
        self.left -= size
        self.position += size
        while size:
            if self._at == len(self._window):
                self._refill()
            piece = self._window[self._at : self._at + size]
            self._at += len(piece)
            size -= len(piece)
            yield piece

    def finish(self) -> None:
        """There is nothing after the last step."""
        if self._at != len(self._window) or next(self._pieces, b""):
            raise EditScriptError("bytes follow the last step")
