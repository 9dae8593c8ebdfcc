"""What a footer of Thrift is made of: the struct, an extension in it or behind it, and what follows."""

from __future__ import annotations

from inlay.footers.extensions.carrier import carrier_at
from inlay.footers.extensions.shapes import shape_of
from inlay.footers.footer.end_pieces import EndPiece, Role
from inlay_runtime.errors import DecodeError
from parquet_format.parquet import FileCryptoMetaData, FileMetaData


def lay_out_plain(data: bytes) -> list[EndPiece]:
    """A FileMetaData, and what stands behind it."""
    try:
        carrier = carrier_at(data, 0, "", shape_of(FileMetaData))
    except DecodeError:
        return [EndPiece(len(data), "a FileMetaData that is damaged", Role.THRIFT)]
    slot = carrier.slot
    behind = len(data) - carrier.end
    if slot is None or slot.end + 1 < carrier.end:
        return [
            EndPiece(carrier.end, "Thrift FileMetaData", Role.THRIFT),
            EndPiece(behind, "bytes behind it"),
        ]
    is_trailing = slot.start >= carrier.end
    struct = "Thrift FileMetaData" if is_trailing else "Thrift FileMetaData, no stop byte"
    return [
        EndPiece(slot.start, struct, Role.THRIFT),
        EndPiece(slot.sized - slot.start, "header of field 32767: binary"),
        EndPiece(slot.payload - slot.sized, "length of the extension"),
        EndPiece(slot.end - slot.payload, "extension (`inlay ext list`)"),
        EndPiece(1, "stop byte"),
        EndPiece(len(data) - slot.end - 1, "bytes behind it"),
    ]


def lay_out_encrypted(data: bytes) -> list[EndPiece]:
    """A FileCryptoMetaData, and what only the key opens."""
    try:
        _, end = FileCryptoMetaData.decode_from(data)
    except DecodeError:
        return [EndPiece(len(data), "FileCryptoMetaData, and what is encrypted", Role.ENCRYPTED)]
    return [
        EndPiece(end, FileCryptoMetaData.SCHEMA.name, Role.THRIFT),
        EndPiece(len(data) - end, "FileMetaData, encrypted", Role.ENCRYPTED),
    ]
