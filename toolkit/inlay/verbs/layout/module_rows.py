"""A footer in a design of its own: modules with their fields, what they lead to between them, then the root."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from inlay.footers.designs.footer_modules import FooterModule
from inlay.footers.designs.in_use import find_used_design
from inlay.verbs.layout.fields import add_struct
from inlay.verbs.layout.kinds import OwnerKind
from inlay.verbs.layout.ledger import LedgerWriter
from inlay_runtime.errors import DecodeError

if TYPE_CHECKING:
    from inlay.footers.footer import Footer


def add_modules(writer: LedgerWriter, footer: Footer, end: int) -> None:
    """All of the footer up to its frame, which begins at `end`; as one owner where nothing is said of what is in it."""
    add_modules_of(writer, footer.end.name_of(footer), footer.data, footer.offset)
    if writer.position == footer.offset:
        writer.add(OwnerKind.UNKNOWN, footer.offset, end)


def add_modules_of(writer: LedgerWriter, name: str, data: bytes, offset: int) -> None:
    """What is in a footer of the design of this name, which lies at `offset`."""
    design = find_used_design(name)
    if design is None:
        return
    try:
        modules = design.modules(data, offset)
    except DecodeError as error:
        writer.find("decode", error.offset, f"the {name} footer: {error.reason}")
    else:
        _add(writer, data, offset, modules)


def _add(writer: LedgerWriter, data: bytes, offset: int, modules: Sequence[FooterModule]) -> None:
    """What lies between modules is of columns whose directory cannot be read."""
    for module in modules:
        start, end, name = module.start, module.end, module.name
        at = writer.position
        writer.add(OwnerKind.MODULE, at, max(start, at), "of single columns")
        place = {"row_group": module.row_group, "column": module.column}
        if module.type is None:
            writer.add(OwnerKind.MODULE, start, end, name, **place)
        else:
            writer.begin(OwnerKind.MODULE, start, name, **place)
            add_struct(writer, data[start - offset : end - offset], start, module.type, **place)
            writer.end(end)
