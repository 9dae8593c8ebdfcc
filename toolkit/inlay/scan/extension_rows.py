"""The extensions of one file as rows; payloads only if they are wanted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from inlay.containers import REGISTRY
from inlay.extensions.footer_struct import FooterStruct
from inlay.extensions.listing import Listed, listed
from inlay.extensions.shapes import shape_of
from inlay.forms.tail import Form
from inlay.scan.footprint import Footprint
from inlay_runtime.errors import InlayError
from inlay_runtime.extension import Header
from parquet_format.parquet import FileMetaData

_HEADERS: Final = (Header.SPEC.data, Header.ZIGZAG.data)


def extensions_of(found: Footprint) -> list[Listed]:
    """Every extension of the footer, and those that a FlatBuffers footer has in its own slot.

    Raises DecodeError where the bytes are no struct.
    """
    if found.thrift is None or not any(header in found.thrift for header in _HEADERS):
        return []  # as nearly every footer: a search costs nothing against a walk
    extensions = _listed(found, found.thrift)
    if found.tail.form in (Form.PRIVATE, Form.MIGRATION):
        extensions += _in_flatbuffer(found)
    return extensions


def row(one: Listed) -> dict[str, Any]:
    """The columns of the table `extensions` that say nothing of the file."""
    slot, guess, content = one.carrier.slot, one.guess, one.content
    return {
        "carrier": one.carrier.path,
        "struct": one.carrier.shape.name,
        "header": slot.header.value if slot is not None else None,
        "offset": one.offset,
        "length": len(one.payload),
        "in_envelope": one.in_envelope,
        "uuid": str(one.uuid) if one.uuid is not None else None,
        "uuid_guess": str(guess.uuid) if guess is not None else None,
        "name": one.name or None,
        "container": content.kind if content is not None else None,
        "content_length": len(content.data) if content is not None else None,
        "state": one.state,
        "finding": one.finding.code if one.finding is not None else None,
        "payload": one.payload,
    }


def _listed(found: Footprint, thrift: bytes) -> list[Listed]:
    struct = FooterStruct(thrift, found.tail.offset, shape_of(FileMetaData), REGISTRY)
    return listed(struct)


def _in_flatbuffer(found: Footprint) -> list[Listed]:
    from inlay.forms.life_cycle import flat_thrift

    try:
        derived = flat_thrift(found.tail)
    except InlayError:
        return []  # `inlay verify` says what is wrong with it
    return [
        replace(one, carrier=replace(one.carrier, path="flatbuffer"))
        for one in _listed(found, derived)
        if one.carrier.is_root
    ]
