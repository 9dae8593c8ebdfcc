"""What stands around the footers of a file as lines: lengths, CRCs, the FlatBuffer inside of the Thrift."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from inlay.footers.footer.checksums import compute_crc32c
from inlay.verbs.dump.flatbuffer import write_flatbuffer
from inlay.verbs.dump.lines import Line, write_bytes

if TYPE_CHECKING:
    from inlay.footers.footer.footer import Footer

CHECKSUMS: Final[dict[str, Callable[[bytes], int]]] = {
    "crc32": zlib.crc32,
    "crc32c": compute_crc32c,
}
"""CRCs that the text can have computed, by their names in it."""

_SEAL: Final = 12
"""Bytes of two CRCs and the size between them."""


def write_content(footer: Footer, start: int, end: int, depth: int) -> list[Line] | None:
    """Lines for the extension from `start` to `end` of the file, where that is the footer's FlatBuffer."""
    if not footer.may_have_flatbuffer:
        return None
    flat = footer.flat
    if flat.root is None or flat.content is None:
        return None
    first = footer.offset + flat.content.start
    last = first + len(flat.data)
    if not start <= first <= last <= end:
        return None
    before = footer.data[start - footer.offset : first - footer.offset]
    lines = write_bytes(before, start, depth, "container")
    lines += _named(
        "flatbuffer", write_flatbuffer(flat.data, first, flat.root.SCHEMA, depth), depth
    )
    behind = footer.data[last - footer.offset : end - footer.offset]
    if flat.content.kind == "spec":
        return [*lines, *_write_seal(behind, last, depth, "UUID")]
    return lines + write_bytes(behind, last, depth, f"{flat.content.kind} container")


def write_final(footer: Footer) -> list[Line]:
    """A final footer up to the magic, with all that seals it."""
    root = footer.flat.root
    end = footer.offset + len(footer.data)
    if root is None:
        return write_bytes(footer.tail(), footer.offset, 0)
    lines = write_flatbuffer(footer.data, footer.offset, root.SCHEMA, 0)
    seal = footer.tail()[len(footer.data) :]
    return [*_named("flatbuffer", lines, 0), *_write_seal(seal, end, 0, "magic")]


def write_trailer(footer: Footer, start: int) -> list[Line]:
    """What stands behind the Thrift of a footer that has one: its length and the magic, and in the frame of PARX a CRC."""
    tail = footer.tail()[start - footer.offset :]
    if not tail:
        return []
    length = int.from_bytes(tail[:4], "little")
    is_true = length == len(footer.own_thrift)
    text = "&footer.end - &footer" if is_true else str(length)
    lines = [Line(0, f"uint32 {text}", start, start + 4, f"{length}, the length")]
    at = start + 4
    if footer.parx is not None:
        flags = footer.parx.flags
        lines.append(Line(0, f"uint32 {int(flags)}", at, at + 4, "flags"))
        at += 4
        if footer.parx.version is not None:
            version = f"uint8 {footer.parx.version}"
            lines.append(Line(0, version, at, at + 1, "major version of the format"))
            at += 1
        lines.append(Line(0, "@checked.end"))
        crc = f"{footer.parx.checksum.value} &footer &checked.end"
        lines.append(Line(0, crc, at, at + 4, "CRC of the footer and what is said of it"))
        at += 4
    return [*lines, *write_bytes(tail[at - start :], at, 0, "magic")]


def _write_seal(behind: bytes, start: int, depth: int, mark: str) -> list[Line]:
    """CRC of the content, its size, CRC of the size; what follows is the UUID, or the magic of a file."""
    size = "uint32 &flatbuffer.end - &flatbuffer"
    number = int.from_bytes(behind[4:8], "little")
    return [
        Line(depth, "crc32 &flatbuffer &flatbuffer.end", start, start + 4, "CRC of the FlatBuffer"),
        Line(depth, "@size"),
        Line(depth, size, start + 4, start + 8, f"{number}, its size"),
        Line(depth, "@size.end"),
        Line(depth, "crc32 &size &size.end", start + 8, start + _SEAL, "CRC of the size"),
        *write_bytes(behind[_SEAL:], start + _SEAL, depth, mark),
    ]


def _named(label: str, lines: list[Line], depth: int) -> list[Line]:
    return [Line(depth, f"@{label}"), *lines, Line(depth, f"@{label}.end")]
