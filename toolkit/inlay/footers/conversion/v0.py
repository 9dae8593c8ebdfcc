"""Between Thrift and v0, `idl/footer_v0.fbs`: byte for byte, there and back."""

from __future__ import annotations

from inlay.footers.conversion.building import Built, build
from inlay.footers.conversion.edit_script import Rules, make, thrift_crc_in
from inlay.footers.conversion.from_flat import base_of
from inlay.footers.conversion.from_thrift import slots_of
from inlay.footers.conversion.read_back import read_back
from inlay.footers.conversion.sharing import encode
from inlay.footers.conversion.transcoding import base_of_buffer, derive_base
from inlay.footers.conversion.v0_slots import v0_to_v1, v1_to_v0
from inlay.footers.conversion.without_extension import crc_of_struct
from parquet_format import footer_v0, parquet


def to_flatbuffers(thrift_bytes: bytes, *, sealed: bool = True) -> footer_v0.FileMetaData:
    """The footer as a table. `thrift_bytes` go from the first byte of the struct to the length field;
    an extension among them is carried along, so the FlatBuffer that is there must be taken off first.
    `sealed` puts the CRC of the plain struct in, which vouches for the Thrift beside the FlatBuffer.

    Raises DecodeError for bytes that are no footer, and ConversionError for an encryption that v0
    cannot express.
    """
    flat = v1_to_v0(slots_of(parquet.FileMetaData.decode(thrift_bytes, eager=True)))
    base = derive_base(flat) or _base(flat)
    crc = crc_of_struct(thrift_bytes) if sealed else None
    if sealed or base != thrift_bytes:
        flat.remainder_ = make(base, thrift_bytes, rules=Rules.V0, thrift_crc=crc)
    return flat


def to_buffer(thrift_bytes: bytes, *, sealed: bool = True) -> bytes:
    """The buffer of that table, with what repeats stored once; natively, where nothing in the footer is odd."""
    data = _build(thrift_bytes, sealed)
    return encode(to_flatbuffers(thrift_bytes, sealed=sealed)) if data is None else data


def _build(thrift_bytes: bytes, sealed: bool) -> bytes | None:
    built = build(footer_v0.FileMetaData, thrift_bytes)
    base = None if built is None else _base_of_built(built)
    if built is None or base is None:
        return None
    crc = crc_of_struct(thrift_bytes) if sealed else None
    if sealed or base != thrift_bytes:
        built.root.remainder_ = make(base, thrift_bytes, rules=Rules.V0, thrift_crc=crc)
    del base  # each of these is as long as the footer
    return built.encode()


def _base_of_built(built: Built) -> bytes | None:
    buffer = built.encode()
    return None if buffer is None else base_of_buffer(footer_v0.FileMetaData, buffer)


def thrift_crc_of(flat: footer_v0.FileMetaData) -> int | None:
    """What vouches for the Thrift beside the table; None where nothing does."""
    return None if flat.remainder_ is None else thrift_crc_in(bytes(flat.remainder_))


def to_thrift(flat: footer_v0.FileMetaData, *, buffer: bytes | None = None) -> bytes:
    """The bytes that the table was made from; of one that others made, what the rules give.

    Raises ConversionError for a table that Thrift cannot hold, and EditScriptError for a remainder
    that is damaged or does not belong to the other slots.

    `buffer` is the verified one that the table was read from, if it was not changed since: then the table need
    not be decoded.
    """
    return read_back(flat, buffer, _base, Rules.V0)


def _base(flat: footer_v0.FileMetaData) -> bytes:
    return base_of(v0_to_v1(flat))
