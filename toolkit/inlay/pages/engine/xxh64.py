"""xxHash of 64 bits with seed 0, which Bloom filters are built by: short values, hashed one by one."""

from __future__ import annotations

from typing import Any, Final

from inlay_runtime.core import load_native

_MASK: Final = 0xFFFF_FFFF_FFFF_FFFF
_FIRST: Final = 0x9E3779B185EBCA87
_SECOND: Final = 0xC2B2AE3D27D4EB4F
_THIRD: Final = 0x165667B19E3779F9
_FOURTH: Final = 0x85EBCA77C2B2AE63
_FIFTH: Final = 0x27D4EB2F165667C5


_native: Any = load_native("inlay.pages.engine.native_pages")


def hash_bytes(data: bytes) -> int:
    """As the specification of xxHash says it, section XXH64."""
    hashed: int = hash_purely(data) if _native is None else _native.hash_bytes(data)
    return hashed


def hash_purely(data: bytes) -> int:
    """The same without the native core."""
    at, size = 0, len(data)
    if size < 32:
        hashed = _FIFTH
    else:
        lanes = [(_FIRST + _SECOND) & _MASK, _SECOND, 0, -_FIRST & _MASK]
        while at + 32 <= size:
            for lane in range(4):
                word = int.from_bytes(data[at : at + 8], "little")
                lanes[lane] = _round(lanes[lane], word)
                at += 8
        hashed = sum(_rotate(lane, by) for lane, by in zip(lanes, (1, 7, 12, 18), strict=True))
        for lane in lanes:
            hashed = (((hashed & _MASK) ^ _round(0, lane)) * _FIRST + _FOURTH) & _MASK
    hashed = (hashed + size) & _MASK
    return _finish(_take_tail(hashed, data, at))


def _take_tail(hashed: int, data: bytes, at: int) -> int:
    """Written out: most values are so short that this is all of the work."""
    size = len(data)
    while at + 8 <= size:
        word = int.from_bytes(data[at : at + 8], "little") * _SECOND & _MASK
        hashed ^= (word << 31 | word >> 33) * _FIRST & _MASK
        hashed = ((hashed << 27 | hashed >> 37) * _FIRST + _FOURTH) & _MASK
        at += 8
    if at + 4 <= size:
        hashed ^= int.from_bytes(data[at : at + 4], "little") * _FIRST & _MASK
        hashed = (((hashed << 23 | hashed >> 41) & _MASK) * _SECOND + _THIRD) & _MASK
        at += 4
    for byte in data[at:]:
        hashed ^= byte * _FIFTH & _MASK
        hashed = (hashed << 11 | hashed >> 53) * _FIRST & _MASK
    return hashed


def _round(lane: int, word: int) -> int:
    return _rotate((lane + word * _SECOND) & _MASK, 31) * _FIRST & _MASK


def _rotate(value: int, by: int) -> int:
    return (value << by | value >> (64 - by)) & _MASK


def _finish(hashed: int) -> int:
    hashed = (hashed ^ hashed >> 33) * _SECOND & _MASK
    hashed = (hashed ^ hashed >> 29) * _THIRD & _MASK
    return hashed ^ hashed >> 32
