"""How a payload says whose it is: a UUID, and around the content what protects it.

    spec         content | crc32(content) | size | crc32(size) | UUID      28 bytes, little-endian
    uuid_last    content | UUID
    uuid_first   UUID | content

A UUID that matches is a hint and no proof: what can be checked is checked, sizes first. The
container of the Arrow prototype, which compresses, is the toolkit's (`inlay.footers.containers`).
"""

from __future__ import annotations

import struct
from typing import Final
from uuid import UUID

from inlay_runtime import amounts
from inlay_runtime.crc import crc32
from inlay_runtime.errors import InvalidValueError, TruncatedError
from inlay_runtime.finding import Finding

_SPEC: Final = struct.Struct("<III16s")
SPEC_TRAILER: Final = _SPEC.size


def wrap(content: bytes, uuid: UUID, trailer: str) -> bytes:
    """The payload that holds the content. ValueError for a trailer that is not written here."""
    match trailer:
        case "spec":
            return content + spec_trailer(content, uuid)
        case "uuid_last":
            return content + uuid.bytes
        case "uuid_first":
            return uuid.bytes + content
        case _:
            raise ValueError(f"payloads with the trailer {trailer!r} are not written here")


def spec_trailer(content: bytes, uuid: UUID) -> bytes:
    """What stands behind the content. OverflowError for content of more than 2**32 - 1 bytes."""
    checksums = crc32(content), len(content), crc32(len(content).to_bytes(4, "little"))
    return _SPEC.pack(*checksums, uuid.bytes)


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
    content = spec_content(payload, len(payload))
    if not isinstance(content, Finding):
        return payload[content]
    kind = TruncatedError if content.code in ("short", "bounds") else InvalidValueError
    raise kind(content.what, content.offset or 0)


def spec_size(trailer: bytes | memoryview) -> int | None:
    """How many bytes of content a `spec` trailer counts; None where its CRC does not agree."""
    _, size, size_crc, _ = _SPEC.unpack(trailer)
    return int(size) if crc32(trailer[4:8]) == size_crc else None


def spec_content(buffer: bytes, end: int) -> slice | Finding:
    """Where the content lies of the `spec` container that ends at `end`.

    The size's CRC, the bounds and the data's CRC are checked, in that order: the finding is `short`, `size-crc`,
    `bounds` or `data-crc`.
    """
    lies = spec_bounds(buffer, end)
    if isinstance(lies, Finding):
        return lies
    if crc32(memoryview(buffer)[lies]) != _SPEC.unpack_from(buffer, lies.stop)[0]:
        return Finding("data-crc", lies.start, "the content does not match its CRC")
    return lies


def spec_bounds(buffer: bytes, end: int) -> slice | Finding:
    """The same without the data's CRC: for who takes the content for no more than a hint."""
    trailer = end - SPEC_TRAILER
    if trailer < 0:
        what = f"{amounts.count(end, 'byte')} cannot hold a trailer of {SPEC_TRAILER}"
        return Finding("short", 0, what)
    _, size, size_crc, _ = _SPEC.unpack_from(buffer, trailer)
    if crc32(size.to_bytes(4, "little")) != size_crc:
        return Finding("size-crc", trailer + 4, "the size does not match its CRC")
    begin = trailer - size
    if begin < 0:
        left = amounts.count(trailer, "is there", "are there")
        what = f"the trailer counts {amounts.count(size, 'byte')} of content, {left}"
        return Finding("bounds", trailer + 4, what)
    return slice(begin, trailer)
