"""Where the proposal points to its index: field 10 of FileMetaData, which parquet.thrift does not have.

version: u8 | where the index begins in the file: i64 | its length there: i64 | length of FileMetaData: i64
"""

from __future__ import annotations

from enum import IntEnum
from struct import Struct
from typing import Final, NamedTuple

from inlay.footers.containers.lz4 import Lz4Error, decompress, measure_decompressed
from inlay.ground.wording.amounts import count
from inlay_runtime.compact.cursor import Cursor
from inlay_runtime.errors import InvalidValueError, LimitError
from inlay_runtime.wire_types import BINARY

FIELD: Final = 10
HEADER: Final = bytes([FIELD << 4 | BINARY])
"""What a FileMetaData begins with that has the field first."""

LARGEST: Final = 256 << 20
RATIO: Final = 100
"""A compressed index may be so many times its block, and so many bytes, at most."""

_POINTER: Final = Struct("<Bqqq")
_NAME: Final = "footer_index_pointer"


class IndexVersion(IntEnum):
    """How the index is stored."""

    PLAIN = 1
    ZSTD = 2
    LZ4_RAW = 3


class IndexPointer(NamedTuple):
    """`start` counts from the start of the file; `metadata_length` is what FileMetaData has, this field included."""

    version: IndexVersion
    start: int
    length: int
    metadata_length: int


FIRST_BYTES: Final = 2 + _POINTER.size
"""The length of the field, header and size included."""


def read_first_pointer(head: bytes | memoryview) -> IndexPointer | None:
    """That of a FileMetaData which begins with these bytes; None where another field comes first, or a version that is not known.

    The proposal wants the field first, for whoever finds it elsewhere has walked over what it saves.
    """
    return pointer_at(bytes(head), 1) if head[:1] == HEADER else None


def pointer_at(data: bytes, start: int) -> IndexPointer | None:
    """The pointer in a binary whose size stands at `start`; None for a version that is not known. Raises DecodeError for one of
    another length."""
    cursor = Cursor(data, start)
    value = cursor.sized()
    if cursor.position - value == 0:
        raise InvalidValueError("an empty pointer", value, _NAME)
    if data[value] not in list(IndexVersion):
        return None
    if cursor.position - value != _POINTER.size:
        what = f"a pointer of {count(cursor.position - value, 'byte')}, and {_POINTER.size} are expected"
        raise InvalidValueError(what, value, _NAME)
    version, begin, length, metadata_length = _POINTER.unpack_from(data, value)
    if min(begin, length, metadata_length) < 0:
        raise InvalidValueError("a pointer with a negative number", value, _NAME)
    return IndexPointer(IndexVersion(version), begin, length, metadata_length)


def decompress_index(version: IndexVersion, block: bytes | memoryview) -> bytes:
    """The index in a block as it lies in the file. Raises LimitError for one that grows too much, InvalidValueError for bytes
    that do not decompress."""
    most = min(RATIO * len(block), LARGEST)
    match version:
        case IndexVersion.PLAIN:
            return bytes(block)
        case IndexVersion.ZSTD:
            return _unzstd(bytes(block), most)
        case IndexVersion.LZ4_RAW:
            return _unlz4(bytes(block), most)


def _unzstd(block: bytes, most: int) -> bytes:
    import pyarrow as pa

    try:
        with pa.CompressedInputStream(pa.BufferReader(block), "zstd") as stream:
            data = stream.read(most + 1)
    except (OSError, ValueError) as error:
        raise InvalidValueError(f"the index is not zstd: {error}", 0, _NAME) from error
    if len(data) > most:
        raise _too_large(most)
    return data


def _unlz4(block: bytes, most: int) -> bytes:
    try:
        size = measure_decompressed(block)
        if size > most:
            raise _too_large(most)
        return decompress(block, size)
    except Lz4Error as error:
        raise InvalidValueError(f"the index is not an LZ4 block: {error}", 0, _NAME) from error


def _too_large(most: int) -> LimitError:
    return LimitError(f"the index decompresses to more than {count(most, 'byte')}", 0, _NAME)
