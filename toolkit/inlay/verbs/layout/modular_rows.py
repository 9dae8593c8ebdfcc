"""A modular footer: modules with their fields, what they lead to between them, then the root."""

from __future__ import annotations

from collections.abc import Sequence

from inlay.footers.designs.mfp1 import SIZE
from inlay.footers.footer import Footer
from inlay.verbs.layout.fields import add_struct
from inlay.verbs.layout.kinds import OwnerKind
from inlay.verbs.layout.ledger import LedgerWriter
from inlay.verbs.layout.modular_parts import ModularPart, list_parts
from inlay_runtime.errors import DecodeError


def add_modular(writer: LedgerWriter, footer: Footer) -> None:
    """All of the footer before its frame; as one owner where the root cannot be read."""
    try:
        parts = list_parts(footer.data, footer.offset)
    except DecodeError as error:
        writer.find("decode", error.offset, f"the modular footer: {error.reason}")
        writer.add(OwnerKind.UNKNOWN, footer.offset, footer.file_size - SIZE)
        return
    add_parts(writer, footer.data, footer.offset, parts)


def add_parts(writer: LedgerWriter, data: bytes, offset: int, parts: Sequence[ModularPart]) -> None:
    """Parts of a footer that lies at `offset`; what lies between them is of columns whose directory cannot be read."""
    for start, end, name, type_, row_group, column in parts:
        writer.add(
            OwnerKind.MODULE, writer.position, max(start, writer.position), "of single columns"
        )
        place = {"row_group": row_group, "column": column}
        if type_ is None:
            writer.add(OwnerKind.MODULE, start, end, name, **place)
        else:
            writer.begin(OwnerKind.MODULE, start, name, **place)
            add_struct(writer, data[start - offset : end - offset], start, type_, **place)
            writer.end(end)
