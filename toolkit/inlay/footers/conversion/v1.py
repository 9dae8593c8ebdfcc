"""Between Thrift and v1, `idl/footer.fbs`: byte for byte, there and back."""

from __future__ import annotations

from inlay.footers.conversion.building import build
from inlay.footers.conversion.edit_script import Rules, make
from inlay.footers.conversion.from_flat import base_of, flat_to_thrift
from inlay.footers.conversion.from_thrift import slots_of
from inlay.footers.conversion.read_back import read_back
from inlay.footers.conversion.sharing import encode
from inlay.footers.conversion.transcoding import base_of_buffer, derive_base
from inlay.footers.conversion.without_extension import crc_of_struct
from parquet_format import footer, parquet


def to_flatbuffers(thrift_bytes: bytes, *, sealed: bool = True) -> footer.FileMetaData:
    """The footer as a table. `thrift_bytes` go from the first byte of the struct to the length field;
    an extension among them is carried along, so the FlatBuffer that is there must be taken off first.
    `sealed` puts the CRC of the plain struct in, which vouches for the Thrift beside the FlatBuffer.

    Raises DecodeError for bytes that are no footer.
    """
    flat = slots_of(parquet.FileMetaData.decode(thrift_bytes, eager=True))
    base = derive_base(flat) or base_of(flat)
    if base != thrift_bytes:
        flat.remainder_ = make(base, thrift_bytes, rules=Rules.V1)
    if sealed:
        flat.thrift_crc = crc_of_struct(thrift_bytes)
    return flat


def to_buffer(thrift_bytes: bytes, *, sealed: bool = True) -> bytes:
    """The buffer of that table, with what repeats stored once; natively, where nothing in the footer is odd."""
    data = _build(thrift_bytes, sealed)
    return encode(to_flatbuffers(thrift_bytes, sealed=sealed)) if data is None else data


def _build(thrift_bytes: bytes, sealed: bool) -> bytes | None:
    buffer = _build_with(thrift_bytes, sealed, None)
    base = None if buffer is None else base_of_buffer(footer.FileMetaData, buffer)
    if base is None or base == thrift_bytes:
        return None if base is None else buffer
    del buffer  # which is as long as the footer
    return _build_with(thrift_bytes, sealed, make(base, thrift_bytes, rules=Rules.V1))


def _build_with(thrift_bytes: bytes, sealed: bool, remainder: bytes | None) -> bytes | None:
    built = build(footer.FileMetaData, thrift_bytes)
    if built is None:
        return None
    built.root.thrift_crc = crc_of_struct(thrift_bytes) if sealed else None
    built.root.remainder_ = remainder
    return built.encode()


def to_struct(flat: footer.FileMetaData) -> parquet.FileMetaData:
    """What the slots say, whatever has become of the remainder."""
    return flat_to_thrift(flat)


def to_thrift(flat: footer.FileMetaData, *, buffer: bytes | None = None) -> bytes:
    """The bytes that the table was made from.

    Raises ConversionError for a table that Thrift cannot hold, and EditScriptError for a remainder
    that is damaged or does not belong to the other slots.

    `buffer` is the verified one that the table was read from, if it was not changed since: then the table need
    not be decoded.
    """
    return read_back(flat, buffer, base_of, Rules.V1)
