"""Where the parts of a footer lie whose end has, or hints at, a FlatBuffer."""

from __future__ import annotations

from typing import Final
from uuid import UUID
from zlib import crc32

from inlay.cli.inspect.footer_places import ByteRange, FlatPlace, FooterPlaces
from inlay.footers.containers.registry import MIGRATION, PRIVATE, PROTOTYPE
from inlay.footers.footer.end_pieces import Role
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.trailer import UUID_PLACE, ends_in_design
from inlay.verbs.verify.verify_footer import find_disagreements

_SCHEMAS: Final = {PRIVATE: "v0", MIGRATION: "v1", PROTOTYPE: "prototype"}
_SPEC_TRAILER: Final = 12


def places_with_flat(footer: Footer) -> FooterPlaces:
    """Where everything lies; two footers are compared where no CRC vouches for the Thrift."""
    beside = _beside(footer)
    flat = _flat_part(footer) if beside is None else None
    extent = ByteRange(footer.offset, len(footer.data))
    thrift = (
        ByteRange(footer.offset, len(footer.end.plain_thrift(footer)))
        if footer.end.own_thrift(footer)
        else None
    )
    return FooterPlaces(
        footer.end.name_of(footer),
        footer.magic,
        extent,
        thrift,
        flat,
        _agree(footer),
        not footer.is_derived,
        beside=beside,
    )


def _beside(footer: Footer) -> FlatPlace | None:
    head = footer.second.design
    if head is not None:
        return FlatPlace(head.name, ByteRange(head.offset, head.length), crc_agrees=True)
    if ends_in_design(footer.data):
        return FlatPlace("design", _extent_before(footer), crc_agrees=False)
    return None


def _flat_part(footer: Footer) -> FlatPlace | None:
    content = footer.second.content
    pieces = footer.end.pieces(footer)
    piece = next((piece for piece in pieces if piece.role is Role.FLATBUFFER), None)
    if content is None or piece is None:
        return _find_damaged(footer)
    extent = ByteRange(piece.offset, piece.length)
    return FlatPlace(_SCHEMAS[content.uuid], extent, crc_agrees=True)


def _find_damaged(footer: Footer) -> FlatPlace | None:
    """What the UUID promises, and a check did not take."""
    uuid = UUID(bytes=footer.data[UUID_PLACE]) if len(footer.data) > 16 else None
    is_hidden = any(finding.code == "hidden" for finding in footer.second.findings)
    if uuid is None or uuid not in _SCHEMAS or is_hidden:
        return None
    extent = _extent_before(footer) if uuid != PROTOTYPE else None
    return FlatPlace(_SCHEMAS[uuid], extent, crc_agrees=False)


def _extent_before(footer: Footer) -> ByteRange | None:
    """By the size in the trailer, where that agrees with its CRC."""
    end = len(footer.data) - 17 - _SPEC_TRAILER
    trailer = footer.data[max(end, 0) : end + _SPEC_TRAILER]
    size = int.from_bytes(trailer[4:8], "little")
    is_whole = crc32(trailer[4:8]).to_bytes(4, "little") == trailer[8:12]
    return ByteRange(footer.offset + end - size, size) if is_whole and size <= end else None


def _agree(footer: Footer) -> bool | None:
    agrees = footer.second.agrees
    if footer.second.field is None or agrees is not None:
        return agrees
    return not find_disagreements(footer)
