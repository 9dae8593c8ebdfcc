"""The extensions of one file as rows; payloads only if they are wanted."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

from inlay.extensions.listing import Listed, listed
from inlay.footer.form import Form
from inlay.life_cycle.extension_list import derived_struct, in_slot, thrift_struct, unplaced
from inlay.scan.scanned_footer import ScannedFooter
from inlay_runtime.errors import InlayError
from inlay_runtime.extension import Header

_HEADERS: Final = (Header.SPEC.data, Header.ZIGZAG.data)


def extensions_of(found: ScannedFooter) -> list[Listed]:
    """Every extension of the footer, and those that a FlatBuffers footer has in its own slot.

    Raises DecodeError where the bytes are no struct.
    """
    if found.thrift is None or not any(header in found.thrift for header in _HEADERS):
        return []  # as nearly every footer: a search costs nothing against a walk
    tail = found.tail
    extensions = listed(thrift_struct(tail, found.thrift))
    if found.is_derived:
        return unplaced(extensions)
    if tail.form in (Form.PRIVATE, Form.MIGRATION):
        with suppress(InlayError):  # `inlay verify` says what is wrong with it
            extensions += in_slot(derived_struct(tail))
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
