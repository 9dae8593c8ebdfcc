"""The end of a file as the extension document draws it: offset, length, meaning, first bytes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from inlay.footers.extensions.carrier import carrier_at
from inlay.footers.extensions.shapes import shape_of
from inlay.footers.footer.flat_field import HEADER_SIZE
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.form import Form
from inlay.ground.files.source import Seekable, read_at
from inlay_runtime.errors import DecodeError
from parquet_format.parquet import FileCryptoMetaData, FileMetaData

SHOWN: Final = 8
"""Bytes of each piece that are shown: the whole drawing fits into 100 columns."""


@dataclass(frozen=True, slots=True)
class TailPiece:
    """Some bytes at the end of a file, and what they are."""

    offset: int
    length: int
    meaning: str


def lay_out_tail(footer: Footer) -> list[TailPiece]:
    """The pieces of the end of the file, from the footer's first byte on."""
    if footer.is_modular:
        lengths = _modular(footer)
    elif footer.form is Form.FINAL:
        name = "FlatBuffers FileMetaData (v1)"
        lengths = [(len(footer.data), name), *_checksums()]
    else:
        lengths = [*_thrift(footer), (4, "length of the footer")]
        if footer.parx is not None:
            checksum, version = footer.parx.checksum.value, footer.parx.version
            lengths.append((4, f"flags of PARX: {footer.parx.flags:d}"))
            if version is not None:
                lengths.append((1, f"major version of the format: {version}"))
            covered = "footer, length, flags" + (", version" if version is not None else "")
            lengths.append((4, f"{checksum}({covered})"))
    pieces: list[TailPiece] = []
    offset = footer.offset
    for length, meaning in (*lengths, (4, footer.magic.decode())):
        if length:
            pieces.append(TailPiece(offset, length, meaning))
        offset += length
    return pieces


def _modular(footer: Footer) -> list[tuple[int, str]]:
    frame = [(8, "where it begins"), (8, "where its root begins, from there")]
    length = footer.file_size - footer.offset - sum(size for size, _ in frame) - len(footer.magic)
    return [(length, "modular footer"), *frame]


def show_first_bytes(file: Seekable, piece: TailPiece) -> str:
    """What a piece begins with, in hexadecimal."""
    shown = read_at(file, piece.offset, min(piece.length, SHOWN)).hex(" ")
    return shown if piece.length <= SHOWN else f"{shown} ..."


def _thrift(footer: Footer) -> list[tuple[int, str]]:
    """The footer before its length."""
    if footer.is_encrypted:
        return _lay_out_encrypted(footer.data)
    return _plain(footer.data) if footer.flat.field is None else _dual(footer)


def _lay_out_encrypted(data: bytes) -> list[tuple[int, str]]:
    try:
        _, end = FileCryptoMetaData.decode_from(data)
    except DecodeError:
        return [(len(data), "FileCryptoMetaData, and what is encrypted")]
    return [(end, "FileCryptoMetaData"), (len(data) - end, "FileMetaData, encrypted")]


def _plain(data: bytes) -> list[tuple[int, str]]:
    try:
        carrier = carrier_at(data, 0, "", shape_of(FileMetaData))
    except DecodeError:
        return [(len(data), "a FileMetaData that is damaged")]
    slot = carrier.slot
    behind = len(data) - carrier.end
    if slot is None or slot.end + 1 < carrier.end:
        return [(carrier.end, "Thrift FileMetaData"), (behind, "bytes behind it")]
    is_trailing = slot.start >= carrier.end
    return [
        (slot.start, "Thrift FileMetaData" if is_trailing else "Thrift FileMetaData, no stop byte"),
        (slot.sized - slot.start, "header of field 32767: binary"),
        (slot.payload - slot.sized, "length of the extension"),
        (slot.end - slot.payload, "extension (`inlay ext list`)"),
        (1, "stop byte"),
        (len(data) - slot.end - 1, "bytes behind it"),
    ]


def _dual(footer: Footer) -> list[tuple[int, str]]:
    content, field = footer.flat.content, footer.flat.field
    assert content is not None
    assert field is not None
    payload = content.end - content.start
    head = footer.flat.layout
    versions = {Form.PRIVATE: "v0", Form.MIGRATION: "v1"}
    version = versions.get(footer.form, "prototype")
    if footer.form is Form.PROTOTYPE:
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
    parts = [(payload - trailer_size, f"FlatBuffers FileMetaData ({version})")]
    if head is not None:
        trailer = _checksums("layout")
        rest = payload - trailer_size - head.length - head.script
        parts = [
            (head.length, f"footer in the layout {head.name}"),
            (head.script, "script from its answers to the Thrift"),
            (rest, "name of the layout, offset, crc32(Thrift)"),
        ]
    return [
        (field.start, f"Thrift FileMetaData{'' if field.is_behind else ', no stop byte'}"),
        (HEADER_SIZE, "header of field 32767: binary"),
        (content.start - field.start - HEADER_SIZE, "length of the extension"),
        *parts,
        *trailer,
        (16, f"UUID {content.uuid}"),
        (len(footer.data) - content.end, "stop byte"),
    ]


def _checksums(of: str = "FlatBuffer") -> list[tuple[int, str]]:
    return [(4, f"crc32({of})"), (4, f"size of the {of}"), (4, "crc32(size)")]
