"""A FlatBuffer, table by table: scalars lie in their tables, and strings and vectors have places of their own.

Pieces may lie in any order and may be shared, so they are gathered from the root on and written in the order of the bytes; a
shared one belongs to what led to it first. What nothing leads to, such as padding, is the FlatBuffer's own.
"""

from __future__ import annotations

from typing import NamedTuple

from inlay.verbs.layout.kinds import OwnerKind
from inlay.verbs.layout.ledger import NOTHING, LedgerWriter
from inlay_runtime.errors import DecodeError
from inlay_runtime.flat.schema import TableSchema
from inlay_runtime.flat.table import Table
from inlay_runtime.flat.walk import FlatKind, FlatPiece, walk_buffer


class _Place(NamedTuple):
    """Which names, row group and column a piece has."""

    path: str
    row_group: int = NOTHING
    column: int = NOTHING

    def below(self, name: str, number: int = NOTHING) -> _Place:
        """That of a field, or of an element of a vector in it."""
        group, column = self.row_group, self.column
        if number >= 0 and name == "row_groups":
            group = number
        elif number >= 0 and name == "columns":
            column = number
        return _Place(f"{self.path}.{name}", group, column)


def add_flatbuffer(writer: LedgerWriter, data: bytes, base: int, cls: type[Table]) -> None:
    """The FlatBuffer `data`, which lies at `base` of the file; as one owner where the verifier refuses it."""
    writer.begin(OwnerKind.FLATBUFFER, base, "")
    try:
        cls.decode(data)
    except DecodeError as error:
        writer.find("verifier", base + error.offset, f"the FlatBuffer: {error.reason}")
    else:
        if not writer.add_flatbuffer(data, base, cls.SCHEMA):
            _add_purely(writer, data, base, cls.SCHEMA)
    writer.end(base + len(data))


def _add_purely(writer: LedgerWriter, data: bytes, base: int, schema: TableSchema) -> None:
    position = 0
    for start, (end, place) in sorted(_gather_owners(data, schema).items()):
        begin = max(start, position)
        if end > begin:
            _add(writer, base + begin, base + end, place)
            position = end


def _gather_owners(data: bytes, schema: TableSchema) -> dict[int, tuple[int, _Place]]:
    """Where each ends and whose it is, by where it begins."""
    owners: dict[int, tuple[int, _Place]] = {}
    tables: dict[int, _Place] = {}
    vtables = _Place("vtables")

    def add(piece: FlatPiece) -> None:
        kind, start, end, name, number, _, holder, _ = piece
        if kind is FlatKind.VTABLE:
            place = vtables
        elif kind is FlatKind.TABLE:
            place = tables[start] = tables[holder].below(name, number) if holder else _Place(name)
        else:
            place = tables[holder].below(name)
        owners.setdefault(start, (end, place))

    walk_buffer(data, schema, add, with_slots=False)
    return owners


def _add(writer: LedgerWriter, start: int, end: int, place: _Place) -> None:
    path, group, column = place
    writer.add(OwnerKind.FIELD, start, end, path, row_group=group, column=column)
