"""The journal beside a file that is overwritten in place: enough to undo the change and to complete it.

    magic | keep | old size | size of the old tail | size of the new tail | crc32(context)
          | old tail | new tail | crc32(all before)

The context is up to 4 KiB before the tail, which tell whether it is still the same file. Tails may be too long for memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from struct import Struct
from typing import Final, Self
from zlib import crc32

from inlay.ground.files.source import Seekable, read_at, size_of
from inlay.ground.files.spliced import SplicedFile, cut_file
from inlay.ground.files.steps import STEP, crc_of, read_steps

_MAGIC: Final = b"INLAYJ01"
_HEAD: Final = Struct("<8sQQQQI")
_CRC: Final = Struct("<I")
CONTEXT: Final = 4096
_STEP: Final = 512


@dataclass(frozen=True, slots=True)
class Journal:
    """The first `keep` bytes stay; behind them the old tail was, and the new one is to be."""

    keep: int
    old_tail: SplicedFile
    new_tail: SplicedFile
    context_crc: int

    @property
    def context_start(self) -> int:
        return max(self.keep - CONTEXT, 0)

    def encode(self) -> Iterator[bytes]:
        """Step by step."""
        old_size = self.old_tail.size
        sizes = self.keep, self.keep + old_size, old_size, self.new_tail.size
        head, crc = _HEAD.pack(_MAGIC, *sizes, self.context_crc), 0
        for step in chain([head], _read_all(self.old_tail), _read_all(self.new_tail)):
            yield step
            crc = crc32(step, crc)
        yield _CRC.pack(crc)

    def placed_in(self, file: Seekable) -> Self:
        """The same, of which the tails lie in this file, where it is written."""
        behind = _HEAD.size + self.old_tail.size
        return replace(
            self,
            old_tail=cut_file(file, _HEAD.size, self.old_tail.size),
            new_tail=cut_file(file, behind, self.new_tail.size),
        )

    @classmethod
    def decode(cls, file: Seekable) -> Self | None:
        """The tails stay in the file. None for one that was never finished."""
        head, size = read_at(file, 0, _HEAD.size), size_of(file)
        if len(head) < _HEAD.size:
            return None
        fields: tuple[bytes, int, int, int, int, int] = _HEAD.unpack(head)
        magic, keep, old_size, old_length, new_length, context_crc = fields
        end = _HEAD.size + old_length + new_length
        if magic != _MAGIC or end + _CRC.size != size or keep + old_length != old_size:
            return None
        if _CRC.pack(crc_of(file, 0, end)) != read_at(file, end, _CRC.size):
            return None
        old = cut_file(file, _HEAD.size, old_length)
        return cls(keep, old, cut_file(file, _HEAD.size + old_length, new_length), context_crc)

    def could_be(self, tail: SplicedFile) -> bool:
        """Whether an interrupted change, either way, can have left this tail: at each place the old
        byte, the new one, or a zero where the file grew and the data was lost."""
        sizes = self.old_tail.size, self.new_tail.size
        if not min(sizes) <= tail.size <= max(sizes):
            return False
        return all(self._is_mixed(tail, at) for at in range(0, tail.size, STEP))

    def _is_mixed(self, tail: SplicedFile, start: int) -> bool:
        part, old, new = (read_at(it, start, STEP) for it in (tail, self.old_tail, self.new_tail))
        if part in (old, new):
            return True
        cuts = (slice(at, at + _STEP) for at in range(0, len(part), _STEP))
        return all(_is_mixed_step(part[cut], old[cut], new[cut]) for cut in cuts)


def _is_mixed_step(part: bytes, old: bytes, new: bytes) -> bool:
    if part in (old, new):
        return True
    return all(
        byte == 0 or byte in old[at : at + 1] + new[at : at + 1] for at, byte in enumerate(part)
    )


def _read_all(file: SplicedFile) -> Iterator[bytes]:
    return read_steps(file, 0, file.size)
