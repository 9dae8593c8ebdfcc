"""The journal beside a file that is overwritten in place: enough to undo the change and to complete it.

    magic | keep | old size | size of the old tail | size of the new tail | crc32(context)
          | old tail | new tail | crc32(all before)

The context is up to 4 KiB before the tail, which tell whether it is still the same file.
"""

from __future__ import annotations

from dataclasses import dataclass
from struct import Struct
from typing import ClassVar, Final
from zlib import crc32

_MAGIC: Final = b"INLAYJ01"
_HEAD: Final = Struct("<8sQQQQI")
_CRC: Final = Struct("<I")
CONTEXT: Final = 4096
_STEP: Final = 512


@dataclass(frozen=True, slots=True)
class Journal:
    """The first `keep` bytes stay; behind them the old tail was, and the new one is to be."""

    HEAD: ClassVar[int] = _HEAD.size

    keep: int
    old_tail: bytes
    new_tail: bytes
    context_crc: int

    @property
    def context_start(self) -> int:
        return max(self.keep - CONTEXT, 0)

    def encode(self) -> bytes:
        head = _HEAD.pack(
            _MAGIC,
            self.keep,
            self.keep + len(self.old_tail),
            len(self.old_tail),
            len(self.new_tail),
            self.context_crc,
        )
        body = head + self.old_tail + self.new_tail
        return body + _CRC.pack(crc32(body))

    @staticmethod
    def size_in(head: bytes) -> int | None:
        """What the first bytes of a journal say of its size; None where they are none."""
        if len(head) < _HEAD.size:
            return None
        fields: tuple[bytes, int, int, int, int, int] = _HEAD.unpack_from(head)
        magic, _, _, old_length, new_length, _ = fields
        return _HEAD.size + old_length + new_length + _CRC.size if magic == _MAGIC else None

    @classmethod
    def decode(cls, data: bytes) -> Journal | None:
        """None for one that was never finished."""
        if cls.size_in(data) != len(data):
            return None
        body = data[: -_CRC.size]
        if _CRC.pack(crc32(body)) != data[-_CRC.size :]:
            return None
        fields: tuple[bytes, int, int, int, int, int] = _HEAD.unpack_from(body)
        _, keep, old_size, old_length, _, context_crc = fields
        if keep + old_length != old_size:
            return None
        behind = _HEAD.size + old_length
        return cls(keep, body[_HEAD.size : behind], body[behind:], context_crc)

    def could_be(self, tail: bytes) -> bool:
        """Whether an interrupted change, either way, can have left this tail: at each place the old
        byte, the new one, or a zero where the file grew and the data was lost."""
        if len(tail) > max(len(self.old_tail), len(self.new_tail)):
            return False
        if len(tail) < min(len(self.old_tail), len(self.new_tail)):
            return False
        return all(self._is_mixed(tail, at) for at in range(0, len(tail), _STEP))

    def _is_mixed(self, tail: bytes, start: int) -> bool:
        part = tail[start : start + _STEP]
        old = self.old_tail[start : start + _STEP]
        new = self.new_tail[start : start + _STEP]
        if part in (old, new):
            return True
        return all(
            byte == 0 or byte in old[at : at + 1] + new[at : at + 1] for at, byte in enumerate(part)
        )
