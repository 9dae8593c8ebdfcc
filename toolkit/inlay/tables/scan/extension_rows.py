"""The extensions of one file as rows; payloads only if they are wanted."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

from inlay.changes.life_cycle.extension_list import derive_struct, in_slot, without_places
from inlay.footers.extensions.listing import ListedExtension, list_extensions
from inlay.footers.footer.form import Form
from inlay.tables.scan.scanned_footer import ScannedFooter
from inlay_runtime.errors import InlayError
from inlay_runtime.extension import Header

_HEADERS: Final = (Header.SPEC.data, Header.ZIGZAG.data)


def extensions_of(file: ScannedFooter) -> list[ListedExtension]:
    """Every extension of the footer, and those that a FlatBuffers footer has in its own slot.

    Raises DecodeError where the bytes are not a struct.
    """
    footer = file.footer
    if footer.is_encrypted or not any(header in footer.thrift for header in _HEADERS):
        return []  # as nearly every footer: a search costs nothing against a walk
    extensions = list_extensions(footer.struct())
    if footer.is_derived:
        return without_places(extensions)
    if footer.form in (Form.PRIVATE, Form.MIGRATION):
        with suppress(InlayError):  # `inlay verify` says what is wrong with it
            extensions += in_slot(derive_struct(footer))
    return extensions


def build_extension_row(extension: ListedExtension) -> dict[str, Any]:
    """The columns of the table `extensions` that say nothing of the file."""
    slot, guess, content = extension.carrier.slot, extension.guess, extension.content
    return {
        "carrier": extension.carrier.path,
        "struct": extension.carrier.shape.name,
        "header": slot.header.value if slot is not None else None,
        "offset": extension.offset,
        "length": len(extension.payload),
        "in_envelope": extension.in_envelope,
        "uuid": str(extension.uuid) if extension.uuid is not None else None,
        "uuid_guess": str(guess.uuid) if guess is not None else None,
        "name": extension.name or None,
        "container": content.kind if content is not None else None,
        "content_length": len(content.data) if content is not None else None,
        "state": extension.state,
        "finding": extension.finding.code if extension.finding is not None else None,
        "payload": extension.payload,
    }
