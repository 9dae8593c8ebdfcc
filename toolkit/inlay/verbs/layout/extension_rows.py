"""An extension in a struct: what stands before its payload is its own, then what is in its container, then the trailer."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from inlay.footers.containers import REGISTRY, Content, unwrap
from inlay.footers.containers.design_content import read_design_head
from inlay.footers.containers.registry import DESIGN, MIGRATION, PRIVATE, PROTOTYPE
from inlay.footers.extensions.carrier import Slot, slot_of
from inlay.ground.missing import is_installed
from inlay.verbs.layout.flat_rows import add_flatbuffer
from inlay.verbs.layout.kinds import OwnerKind
from inlay.verbs.layout.ledger import LedgerWriter
from inlay_runtime.compact.spans import FieldSpan
from inlay_runtime.finding import Finding
from inlay_runtime.flat.table import Table
from parquet_format import footer as v1
from parquet_format import footer_prototype as prototype
from parquet_format import footer_v0 as v0

_FLAT: Final[dict[UUID, type[Table]]] = {
    PRIVATE: v0.FileMetaData,
    MIGRATION: v1.FileMetaData,
    PROTOTYPE: prototype.FileMetaData,
}


def add_extension(
    writer: LedgerWriter, data: bytes, base: int, span: FieldSpan, row_group: int, column: int
) -> None:
    """`data` is the footer, which lies at `base` of the file."""
    add_slot(writer, data, base, slot_of(data, span), row_group, column)


def add_slot(
    writer: LedgerWriter, data: bytes, base: int, slot: Slot, row_group: int, column: int
) -> None:
    payload = data[slot.payload : slot.end]
    content = unwrap(payload)
    if isinstance(content, Finding) and content.code != "unknown":
        at = base + slot.payload + (content.offset or 0)
        writer.find(content.code, at, f"an extension is damaged: {content.what}")
    name = _name_of(content)
    start, end = base + slot.payload, base + slot.end
    writer.begin(OwnerKind.EXTENSION, base + slot.start, name, row_group=row_group, column=column)
    if isinstance(content, Content) and payload.startswith(content.data):
        inner = start + len(content.data)
        if content.uuid == DESIGN:
            _add_design(writer, content.data, start)
        else:
            cls = _FLAT.get(content.uuid)
            if cls is not None:
                add_flatbuffer(writer, content.data, start, cls)
            else:
                writer.add(
                    OwnerKind.CONTENT, start, inner, name, row_group=row_group, column=column
                )
        writer.add(OwnerKind.TRAILER, inner, end, content.kind, row_group=row_group, column=column)
    else:
        writer.add(OwnerKind.CONTENT, start, end, name, row_group=row_group, column=column)
    writer.end(end)


def _name_of(content: Content | Finding) -> str:
    if not isinstance(content, Content):
        return ""
    known = REGISTRY.get(UUID(int=content.uuid.int))
    return str(content.uuid) if known is None else known.name


def _add_design(writer: LedgerWriter, content: bytes, start: int) -> None:
    """A footer in another layout, the script that leads from it to the Thrift, and their head."""
    head = read_design_head(content, 0, len(content))
    end = start + len(content)
    if isinstance(head, Finding):
        writer.find(head.code, start + (head.offset or 0), head.what)
        writer.add(OwnerKind.CONTENT, start, end)
        return
    script = start + head.length
    writer.begin(OwnerKind.MODULE, start, head.name)
    if is_installed("pyarrow"):  # without which no such footer is read
        from inlay.verbs.layout.module_rows import add_modules_of

        add_modules_of(writer, head.name, content[: head.length], start)
    writer.end(script)
    writer.add(OwnerKind.MODULE, script, script + head.script, "script")
    writer.add(OwnerKind.TRAILER, script + head.script, end, "layout head")
