"""Repetition and definition levels as they lie in a page: how many there are of one, without a list of them.

The hybrid encoding (Encodings.md, "Run Length Encoding / Bit-Packing Hybrid") is a row of runs. The header of a run
is a ULEB128 varint: its lowest bit tells a bit-packed run, of header >> 1 groups of eight values, from an RLE
run, of header >> 1 times one value in the fewest whole bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from inlay.ground.wording import amounts
from inlay_runtime.errors import InlayError

_LONGEST_HEADER: Final = 5
"""Bytes of a varint of 32 bits."""

_BLOCK: Final = 4096
"""Levels that are counted at once: larger integers cost more than they save."""


class LevelsError(InlayError):
    """Bytes that are no levels; the offset counts from their start."""

    def __init__(self, what: str, offset: int) -> None:
        super().__init__(what, offset)
        self.what = what
        self.offset = offset

    def __str__(self) -> str:
        return f"{self.what}, at offset {self.offset:,} of the levels"


class Run(NamedTuple):
    """`length` levels: all of them `value`, or those in `packed`, lowest bits first."""

    length: int
    value: int
    packed: bytes | None


def width_of(most: int) -> int:
    """Bits of a level, where `most` is the highest."""
    return most.bit_length()


def read_runs(data: bytes, count: int, most: int) -> Iterator[Run]:
    """The runs of the first `count` levels. LevelsError where the bytes end before, or a level is too high."""
    width = width_of(most)
    at = 0
    while count > 0:
        header, start = _header(data, at)
        length = header >> 1
        if length == 0:
            raise LevelsError("an empty run", at)
        if header & 1:
            end = start + length * width
            # Some writers leave out what the last group only pads. Groups that nothing is in are not there for padding.
            taken = min(length * 8, count)
            has_levels = start + (taken * width + 7) // 8 <= len(data)
            if not has_levels or (end > len(data) and length * 8 - taken >= 8):
                said = taken if not has_levels else length * 8
                raise LevelsError(f"a run of {amounts.count(said, 'level')} that are not there", at)
            yield Run(taken, 0, data[start : start + (taken * width + 7) // 8])
        else:
            end = start + (width + 7) // 8
            if end > len(data):
                raise LevelsError("a run without its level", at)
            value = int.from_bytes(data[start:end], "little")
            if value > most:
                raise LevelsError(f"level {value}, and the highest is {most}", start)
            taken = min(length, count)
            yield Run(taken, value, None)
        count -= taken
        at = end


def list_levels(data: bytes, most: int, count: int) -> list[int]:
    """All of them, where `most` may be 0. Raises what `read_runs` does."""
    if most == 0:
        return [0] * count
    width = width_of(most)
    mask = (1 << width) - 1
    levels: list[int] = []
    for run in read_runs(data, count, most):
        if run.packed is None:
            levels += [run.value] * run.length
        else:
            lanes = int.from_bytes(run.packed, "little")
            levels += [lanes >> width * at & mask for at in range(run.length)]
    return levels


def count_of(level: int, data: bytes, count: int, most: int) -> int:
    """How many of the `count` levels are `level`."""
    if most == 0:
        return count if level == 0 else 0
    total = 0
    for run in read_runs(data, count, most):
        if run.packed is not None:
            total += _count_packed(level, run.packed, run.length, width_of(most))
        elif run.value == level:
            total += run.length
    return total


def first_of(data: bytes, most: int) -> int:
    """The first level, of levels of which the beginning is enough."""
    if most == 0:
        return 0
    header, start = _header(data, 0)
    level = data[start : start + (width_of(most) + 7) // 8]
    if header >> 1 == 0 or not level:
        raise LevelsError("a run without its level", 0)
    return int.from_bytes(level, "little") & ((1 << width_of(most)) - 1)


def _header(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    for position in range(at, min(at + _LONGEST_HEADER, len(data))):
        byte = data[position]
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, position + 1
        shift += 7
    raise LevelsError("a run without an end to its header", at)


def _count_packed(level: int, packed: bytes, count: int, width: int) -> int:
    total = 0
    step = _BLOCK * width // 8
    for start in range(0, len(packed), step):
        taken = min(count, _BLOCK)
        total += _count_block(level, packed[start : start + step], taken, width)
        count -= taken
    return total


def _count_block(level: int, block: bytes, count: int, width: int) -> int:
    """On one large integer whose lanes of `width` bits are the levels: those that differ from `level` keep a bit."""
    ones = _ones(count, width)
    folded = differing = int.from_bytes(block, "little") ^ (ones * level)
    for bit in range(1, width):
        folded |= differing >> bit
    return count - (folded & ones).bit_count()


@lru_cache(maxsize=64)
def _ones(count: int, width: int) -> int:
    """The lowest bit of `count` lanes."""
    lane = "0" * (width - 1) + "1"
    return int(lane * count, 2) if count else 0
