"""A FlatBuffer inside of a Thrift footer, piece by piece, as the extension document draws it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from inlay.footers.designs.flatbuffers.field import HEADER_SIZE
from inlay.footers.footer.end_pieces import EndPiece, Role
from inlay_runtime.crc import crc32

if TYPE_CHECKING:
    from inlay.footers.footer.footer import Footer

_SEAL = 12
"""Bytes of two CRCs, and of the size between them."""

_UUID = 16
_PROTOTYPE = 17
"""Bytes of compressor, sizes and CRCs of the prototype."""


def lay_out_inside(footer: Footer, version: str) -> list[EndPiece]:
    """With the container of the extension document."""
    second = footer.second
    assert second.content is not None
    start = footer.offset + second.content.start
    checksums = lay_out_checksums("FlatBuffer", start, second.data)
    return lay_out_field(
        footer,
        [EndPiece(len(second.data), f"FlatBuffers FileMetaData ({version})", Role.FLATBUFFER)],
        checksums,
    )


def lay_out_prototype(footer: Footer) -> list[EndPiece]:
    """With the container of the prototype."""
    content = footer.second.content
    assert content is not None
    stored = content.end - content.start - _PROTOTYPE - _UUID
    trailer = [
        EndPiece(1, "compressor"),
        EndPiece(4, "crc32(data and compressor)"),
        EndPiece(4, "compressed size"),
        EndPiece(4, "raw size"),
        EndPiece(4, "crc32(sizes)"),
    ]
    flatbuffer = EndPiece(stored, "FlatBuffers FileMetaData (prototype)", Role.FLATBUFFER)
    return lay_out_field(footer, [flatbuffer], trailer)


def lay_out_field(
    footer: Footer, content: Sequence[EndPiece], trailer: Sequence[EndPiece]
) -> list[EndPiece]:
    """The Thrift, and the field with a second footer, which the pieces of its container describe."""
    where, field = footer.second.content, footer.second.field
    assert where is not None
    assert field is not None
    struct = "Thrift FileMetaData" + ("" if field.is_behind else ", no stop byte")
    return [
        EndPiece(field.start, struct, Role.THRIFT),
        EndPiece(HEADER_SIZE, "header of field 32767: binary"),
        EndPiece(where.start - field.start - HEADER_SIZE, "length of the extension"),
        *content,
        *trailer,
        EndPiece(_UUID, f"UUID {where.uuid}"),
        EndPiece(len(footer.data) - where.end, "stop byte"),
    ]


def lay_out_checksums(of: str, start: int, data: bytes) -> list[EndPiece]:
    """What vouches for content that lies at `start` of the file."""
    end = start + len(data)
    return [
        EndPiece(4, f"crc32({of})", Role.CHECKSUM, "CRC", value=crc32(data), covers=(start, end)),
        EndPiece(4, f"size of the {of}", Role.LENGTH, "length", value=len(data)),
        EndPiece(4, "crc32(size)", Role.CHECKSUM, "CRC of the length", covers=(end + 4, end + 8)),
    ]
