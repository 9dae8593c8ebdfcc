"""How a payload says whose it is: a UUID, and around the content what protects it.

    spec         content | crc32(content) | size | crc32(size) | UUID      28 bytes, little-endian
    uuid_last    content | UUID
    uuid_first   UUID | content

A UUID that matches is a hint and no proof: what can be checked is checked, sizes first. The
container of the Arrow prototype, which compresses, is the toolkit's (`inlay.containers`).
"""

from __future__ import annotations

import struct
import zlib
from typing import Final
from uuid import UUID

from inlay_runtime.errors import InvalidValueError, TruncatedError

_SPEC: Final = struct.Struct("<III16s")


def wrap(content: bytes, uuid: UUID, trailer: str) -> bytes:
    """The payload that holds the content. ValueError for a trailer that is not written here."""
    match trailer:
        case "spec":
            size = len(content).to_bytes(4, "little")
            checksums = zlib.crc32(content), len(content), zlib.crc32(size)
            return content + _SPEC.pack(*checksums, uuid.bytes)
        case "uuid_last":
            return content + uuid.bytes
        case "uuid_first":
            return uuid.bytes + content
        case _:
            raise ValueError(f"payloads with the trailer {trailer!r} are not written here")


def unwrap(payload: bytes, uuid: UUID, trailer: str) -> bytes | None:
    """The content, or None where the payload is not marked with the UUID.

    Raises DecodeError where it is, and its sizes or checksums do not hold.
    """
    match trailer:
        case "spec":
            return _unwrap_spec(payload) if payload.endswith(uuid.bytes) else None
        case "uuid_last":
            return payload[:-16] if payload.endswith(uuid.bytes) else None
        case "uuid_first":
            return payload[16:] if payload.startswith(uuid.bytes) else None
        case _:
            raise ValueError(f"payloads with the trailer {trailer!r} are not read here")


def _unwrap_spec(payload: bytes) -> bytes:
    end = len(payload) - _SPEC.size
    if end < 0:
        raise TruncatedError(f"{len(payload)} bytes cannot hold a trailer of {_SPEC.size}", 0)
    data_crc, size, size_crc, _ = _SPEC.unpack_from(payload, end)
    if zlib.crc32(size.to_bytes(4, "little")) != size_crc:
        raise InvalidValueError("the size does not match its CRC", end + 4)
    if size > end:
        raise TruncatedError(
            f"the trailer counts {size} bytes of content, {end} are there", end + 4
        )
    content = payload[end - size : end]
    if zlib.crc32(content) != data_crc:
        raise InvalidValueError("the content does not match its CRC", end - size)
    return content
