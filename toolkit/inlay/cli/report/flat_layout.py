"""The layout of a file whose end has, or hints at, a FlatBuffer."""

from __future__ import annotations

from typing import Final
from uuid import UUID
from zlib import crc32

from inlay.cli.report.layout import Extent, FlatPart, Layout
from inlay.containers.registry import MIGRATION, PRIVATE, PROTOTYPE
from inlay.footer import Footer
from inlay.footer.footer import Footer
from inlay.footer.form import Form
from inlay.forms.final import FINAL
from inlay.life_cycle.verify import disagreements

_SCHEMAS: Final = {PRIVATE: "v0", MIGRATION: "v1", PROTOTYPE: "prototype"}
_BEHIND: Final = {Form.PRIVATE: 28, Form.MIGRATION: 28, Form.PROTOTYPE: 33, Form.FINAL: 0}
"""Bytes of the payload behind the FlatBuffer: sizes, CRCs and UUID."""

_UUID: Final = slice(-17, -1)
"""Where the UUID of a FlatBuffers footer stands in a Thrift footer."""

_SPEC_TRAILER: Final = 12


def layout_with_flat(tail: Footer, footer: Footer) -> Layout:
    """Where everything lies; two footers are compared where no CRC vouches for the Thrift."""
    flat = _flat_part(tail)
    if tail.form is Form.FINAL:
        extent = Extent(tail.offset, len(tail.flat.data))
        return Layout(tail.form.value, FINAL, extent, None, flat, is_thrift_read=False)
    return Layout(
        tail.form.value,
        footer.magic,
        Extent(tail.offset, len(tail.own_thrift)),
        Extent(tail.offset, len(tail.plain_thrift)),
        flat,
        _agree(tail),
        not footer.is_derived,
    )


def _flat_part(tail: Footer) -> FlatPart | None:
    if tail.flat.content is None:
        return _damaged(tail)
    # The content of a final file counts from the start of the file, others from that of the footer.
    base = tail.offset if tail.own_thrift else 0
    stored = tail.flat.content.end - tail.flat.content.start - _BEHIND[tail.form]
    extent = Extent(base + tail.flat.content.start, stored)
    return FlatPart(_SCHEMAS[tail.flat.content.uuid], extent, crc_agrees=True)


def _damaged(tail: Footer) -> FlatPart | None:
    """What the UUID promises, and a check did not take."""
    uuid = UUID(bytes=tail.own_thrift[_UUID]) if len(tail.own_thrift) > 16 else None
    if (
        uuid is None
        or uuid not in _SCHEMAS
        or any(one.code == "hidden" for one in tail.flat.findings)
    ):
        return None
    extent = _extent_before(tail) if uuid != PROTOTYPE else None
    return FlatPart(_SCHEMAS[uuid], extent, crc_agrees=False)


def _extent_before(tail: Footer) -> Extent | None:
    """By the size in the trailer, where that agrees with its CRC."""
    end = len(tail.own_thrift) - 17 - _SPEC_TRAILER
    trailer = tail.own_thrift[max(end, 0) : end + _SPEC_TRAILER]
    size = int.from_bytes(trailer[4:8], "little")
    is_whole = crc32(trailer[4:8]).to_bytes(4, "little") == trailer[8:12]
    return Extent(tail.offset + end - size, size) if is_whole and size <= end else None


def _agree(tail: Footer) -> bool | None:
    if tail.flatbuffer is None or tail.flat.agrees is not None:
        return tail.flat.agrees
    return not disagreements(tail)
