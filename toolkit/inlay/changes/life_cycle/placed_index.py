"""The index of a footer of any form: in its extension, in that of its FlatBuffer, or where field 10 points."""

from __future__ import annotations

from collections.abc import Iterator

from inlay.changes.life_cycle.extension_list import derive_struct
from inlay.footers.containers import INDEX, Content, unwrap
from inlay.footers.extensions.carrier import cursor_at
from inlay.footers.extensions.struct_bytes import DamagedError, StructBytes
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.same_file import refuse_other_file
from inlay.footers.index.placed import PlacedIndex
from inlay.footers.index.pointer import FIELD, decompress_index, pointer_at
from inlay.ground.files.source import open_source, read_at
from inlay_runtime.compact.spans import find_field_spans
from inlay_runtime.errors import InlayError
from inlay_runtime.wire_types import BINARY


def find_index(footer: Footer) -> PlacedIndex | None:
    """The first one; None where there is none, or its container is damaged, which `verify` reports as of every extension.

    Raises DecodeError for a pointer that leads to no index, and what reading a footer raises.
    """
    return next(find_indexes(footer), None)


def find_indexes(footer: Footer) -> Iterator[PlacedIndex]:
    """Those in extensions, and then the one that field 10 points to."""
    if footer.is_encrypted:
        return
    struct = footer.struct()
    is_own = not footer.is_derived
    place = "the FlatBuffer" if footer.end.root_path and not is_own else "its extension"
    yield from _in_slot(struct, place, footer, is_own=is_own)
    if is_own and footer.flatbuffer is not None:
        try:
            derived = derive_struct(footer)
        except InlayError:
            return
        yield from _in_slot(derived, "the FlatBuffer", footer, is_own=False)
    if is_own:
        yield from _pointed_at(footer)


def _in_slot(
    struct: StructBytes, place: str, footer: Footer, *, is_own: bool
) -> Iterator[PlacedIndex]:
    try:
        entries = struct.entries(struct.carrier)
    except DamagedError:
        return
    slot = struct.carrier.slot
    for entry in entries:
        if entry.uuid != INDEX or slot is None:
            continue
        content = unwrap(entry.payload)
        if isinstance(content, Content):
            offset = footer.offset + slot.payload if is_own else None
            yield PlacedIndex(content.data, place, offset, struct.data)


def _pointed_at(footer: Footer) -> Iterator[PlacedIndex]:
    spans = find_field_spans(cursor_at(footer.data, 0))
    value = next(
        (span.value for span in spans if span.wire_id == FIELD and span.wire_type == BINARY), None
    )
    pointer = None if value is None else pointer_at(footer.data, value)
    if pointer is None:
        return
    begin, end = pointer.start - footer.offset, pointer.start + pointer.length - footer.offset
    if begin >= 0 and end <= len(footer.data):
        block = footer.data[begin:end]
    elif footer.source is None:
        return
    else:
        with open_source(footer.source) as file:
            refuse_other_file(footer, file)
            block = read_at(file, pointer.start, pointer.length)
    content = decompress_index(pointer.version, block)
    yield PlacedIndex(content, "field 10", pointer.start, footer.data)
