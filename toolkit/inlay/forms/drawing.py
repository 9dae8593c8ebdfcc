"""The end of a file as the extension document draws it: offset, length, meaning, first bytes."""

from __future__ import annotations

from dataclasses import dataclass

from inlay.footer.source import Source, opened, read_at
from inlay.forms.tail import Form, Tail
from inlay_runtime.compact.varint import unsigned


@dataclass(frozen=True, slots=True)
class Piece:
    """Some bytes at the end of a file, and what they are."""

    offset: int
    length: int
    meaning: str


def pieces(tail: Tail) -> list[Piece]:
    """The pieces of a tail, from the footer's first byte to the end of the file."""
    lengths: list[tuple[int, str]]
    if tail.form is Form.FINAL:
        lengths = [(len(tail.data), "FlatBuffers FileMetaData (v1)"), *_checksums(), (4, "PAR3")]
    elif tail.content is None:
        what = "FileCryptoMetaData, and an encrypted FileMetaData"
        name = what if tail.form is Form.ENCRYPTED else "Thrift compact FileMetaData"
        magic = "PARE" if tail.form is Form.ENCRYPTED else "PAR1"
        lengths = [(len(tail.thrift), name), (4, "length of the footer"), (4, magic)]
    else:
        lengths = _dual(tail)
    found: list[Piece] = []
    offset = tail.offset
    for length, meaning in lengths:
        found.append(Piece(offset, length, meaning))
        offset += length
    return found


def first_bytes(source: Source, piece: Piece, most: int = 12) -> bytes:
    """What a piece begins with."""
    with opened(source) as file:
        return read_at(file, piece.offset, min(piece.length, most))


def _dual(tail: Tail) -> list[tuple[int, str]]:
    assert tail.content is not None
    content = tail.content
    payload = content.end - content.start
    size = len(unsigned(payload))
    versions = {Form.PRIVATE: "v0", Form.MIGRATION: "v1"}
    version = versions.get(tail.form, "as the Arrow prototype has it")
    if tail.form is Form.PROTOTYPE:
        trailer = [
            (1, "compressor"),
            (4, "crc32(data and compressor)"),
            (4, "compressed size"),
            (4, "raw size"),
            (4, "crc32(sizes)"),
        ]
    else:
        trailer = _checksums()
    trailer_size = 16 + sum(length for length, _ in trailer)
    return [
        (content.start - size - 4, "Thrift compact FileMetaData, without its stop byte"),
        (4, "header of field 32767: binary"),
        (size, "length of the extension"),
        (payload - trailer_size, f"FlatBuffers FileMetaData ({version})"),
        *trailer,
        (16, f"UUID {content.uuid}"),
        (len(tail.thrift) - content.end, "stop byte"),
        (4, "length of the footer"),
        (4, "PAR1"),
    ]


def _checksums() -> list[tuple[int, str]]:
    return [(4, "crc32(FlatBuffer)"), (4, "size of the FlatBuffer"), (4, "crc32(size)")]
