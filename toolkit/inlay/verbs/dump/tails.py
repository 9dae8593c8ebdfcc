"""What stands around the footers of a file as lines: lengths, CRCs, the FlatBuffer inside of the Thrift."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from inlay.footers.designs.parx.crc32c import compute_crc32c
from inlay.footers.footer.end_pieces import Role
from inlay.verbs.dump.flatbuffer import write_flatbuffer
from inlay.verbs.dump.lines import Line, WrittenLines, write_bytes

if TYPE_CHECKING:
    from inlay.footers.footer.footer import Footer

CHECKSUMS: Final[dict[str, Callable[[bytes], int]]] = {
    "crc32": zlib.crc32,
    "crc32c": compute_crc32c,
}
"""CRCs that the text can have computed, by their names in it."""

_SEAL: Final = 12
"""Bytes of two CRCs and the size between them."""


def write_content(
    footer: Footer, start: int, end: int, depth: int
) -> list[Line | WrittenLines] | None:
    """Lines for the extension from `start` to `end` of the file, where that is the footer's FlatBuffer."""
    flat = footer.second
    if flat.root is None or flat.content is None:
        return None
    first = footer.offset + flat.content.start
    last = first + len(flat.data)
    if not start <= first <= last <= end:
        return None
    before = footer.data[start - footer.offset : first - footer.offset]
    lines: list[Line | WrittenLines] = [*write_bytes(before, start, depth, "container")]
    lines += _named(
        "flatbuffer", write_flatbuffer(flat.data, first, flat.root.SCHEMA, depth), depth
    )
    behind = footer.data[last - footer.offset : end - footer.offset]
    if flat.content.kind == "spec":
        return [*lines, *_write_seal(behind, last, depth, "UUID")]
    return [*lines, *write_bytes(behind, last, depth, f"{flat.content.kind} container")]


def write_alone(footer: Footer) -> list[Line | WrittenLines]:
    """A FlatBuffer that nothing stands beside, up to the end of the file."""
    root = footer.flatbuffer
    assert root is not None
    lines = write_flatbuffer(footer.data, footer.offset, root.SCHEMA, 0)
    start = footer.offset + len(footer.data)
    return [*_named("flatbuffer", lines, 0), *write_trailer(footer, start, "flatbuffer")]


def write_trailer(footer: Footer, start: int, content: str = "footer") -> list[Line | WrittenLines]:
    """What stands behind the footer, whose label is `content`, from `start` on."""
    data = footer.tail()
    pieces = [piece for piece in footer.end.pieces(footer) if piece.offset >= start]
    covered = {piece.covers[0] for piece in pieces if piece.role is Role.CHECKSUM}
    lines: list[Line | WrittenLines] = []
    for piece in pieces:
        written = data[piece.offset - footer.offset : piece.end - footer.offset]
        number = int.from_bytes(written, "little")
        text, note = f"uint{8 * piece.length} {number}", piece.meaning
        match piece.role:
            case Role.LENGTH:
                if number == start - footer.offset:
                    text = f"uint32 &{content}.end - &{content}"
                line = Line(0, text, piece.offset, piece.end, f"{number}, {note}")
                lines += _named("size", [line], 0) if piece.offset in covered else [line]
            case Role.CHECKSUM:
                first, last = piece.covers
                if first != footer.offset:
                    ends = "&size &size.end"
                elif last == start:
                    ends = f"&{content} &{content}.end"
                else:
                    lines.append(Line(0, "@checked.end"))
                    ends = f"&{content} &checked.end"
                lines.append(Line(0, f"{piece.algorithm} {ends}", piece.offset, piece.end, note))
            case Role.NUMBER:
                lines.append(Line(0, text, piece.offset, piece.end, note))
            case _:
                lines += write_bytes(written, piece.offset, 0, piece.role.value)
    return lines


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


def _named(
    label: str, lines: Sequence[Line | WrittenLines], depth: int
) -> list[Line | WrittenLines]:
    return [Line(depth, f"@{label}"), *lines, Line(depth, f"@{label}.end")]
