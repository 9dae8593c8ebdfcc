"""A struct on the wire, field by field: each field has its bytes, each struct its headers of lists and its stop byte.

What follows a byte that is not Thrift is `unknown`, up to the end of what holds the struct.
"""

from __future__ import annotations

from inlay.footers.extensions.carrier import cursor_at
from inlay.footers.extensions.shapes import CarrierKind, CarrierShape, Child, shape_of
from inlay.verbs.layout.extension_rows import add_extension
from inlay.verbs.layout.field_names import Names, names_in, names_of
from inlay.verbs.layout.kinds import OwnerKind
from inlay.verbs.layout.ledger import NOTHING, LedgerWriter
from inlay_runtime.compact.spans import FieldSpan, find_field_spans, fold_extension
from inlay_runtime.errors import DecodeError
from inlay_runtime.struct import Struct
from inlay_runtime.wire_types import LIST, STRUCT


def add_struct(
    writer: LedgerWriter,
    data: bytes,
    offset: int,
    type_: type[Struct],
    *,
    row_group: int = NOTHING,
    column: int = NOTHING,
) -> int:
    """The fields of the struct that `data` begins with, as things inside of what is open; `data` lies at `offset` of the file.

    Gives where the struct ends, in the data; its length where it is damaged.
    """
    walk = _Walk(writer, data, offset)
    walk.row_group, walk.column = row_group, column
    end = walk.struct(0, shape_of(type_), names_of(type_.SCHEMA))
    return len(data) if end is None else end


class _Walk:
    """Methods give where a value ends, or None where it is damaged: then all up to the end of the data has its owner."""

    def __init__(self, writer: LedgerWriter, data: bytes, offset: int) -> None:
        self.writer = writer
        self.data = data
        self.offset = offset
        self.cursor = cursor_at(data, 0)
        self.row_group = NOTHING
        self.column = NOTHING

    def struct(self, at: int, shape: CarrierShape, names: Names) -> int | None:
        place = self.row_group, self.column
        end = self.writer.add_fields(self.data, at, self.offset, shape, names, place)
        if end is not None:
            return end
        cursor = self.cursor
        cursor.position, cursor.depth = at, 0
        try:
            spans = find_field_spans(cursor)
        except DecodeError:
            return self._damaged(at, shape, names)
        end = cursor.position
        for span in spans:
            if not self._field(span, shape, names):
                return None
        return end

    def _field(self, span: FieldSpan, shape: CarrierShape, names: Names) -> bool:
        """Whether it is whole."""
        writer, base = self.writer, self.offset
        field_id = span.field_id
        name = names.get(field_id) or f"<unknown {field_id}>"
        child = shape.fields.get(field_id)
        if span.is_extension:
            add_extension(writer, self.data, base, span, self.row_group, self.column)
        elif (
            child is None
            or not child.fits(span.wire_type)
            or (child.container is None and child.shape.kind is not CarrierKind.STRUCT)
        ):
            writer.add(
                OwnerKind.FIELD,
                base + span.start,
                base + span.end,
                name,
                row_group=self.row_group,
                column=self.column,
            )
        else:
            return self._nested(span.start, span.value, span.end, name, child)
        return True

    def _nested(self, start: int, value: int, end: int | None, name: str, child: Child) -> bool:
        """A field with structs inside; its end is not known where something in it is damaged."""
        writer = self.writer
        writer.begin(
            OwnerKind.FIELD,
            self.offset + start,
            name,
            row_group=self.row_group,
            column=self.column,
        )
        stop = (
            self._elements(value, name, child)
            if child.is_list
            else self.struct(value, child.shape, names_in(child))
        )
        writer.end(self.offset + (len(self.data) if stop is None else (end or stop)))
        return stop is not None

    def _elements(self, at: int, name: str, child: Child) -> int | None:
        cursor, writer, base = self.cursor, self.writer, self.offset
        cursor.position, cursor.depth = at, 0
        try:
            size, element_type = cursor.list_header()
        except DecodeError as error:
            return self._stop(at, error)
        if element_type != STRUCT or child.shape.kind is not CarrierKind.STRUCT:
            try:
                cursor.position = at
                cursor.skip(LIST)
            except DecodeError as error:
                return self._stop(at, error)
            return cursor.position
        position, shape, names = cursor.position, child.shape, names_in(child)
        before = self.row_group, self.column
        for number in range(size):
            if name == "row_groups":
                self.row_group = number
            elif name == "columns":
                self.column = number
            writer.begin(
                OwnerKind.STRUCT,
                base + position,
                f"[{number}]",
                row_group=self.row_group,
                column=self.column,
            )
            end = self.struct(position, shape, names)
            writer.end(base + (len(self.data) if end is None else end))
            if end is None:
                return None
            position = end
        self.row_group, self.column = before
        return position

    def _damaged(self, at: int, shape: CarrierShape, names: Names) -> int | None:
        """Field by field, as far as they go."""
        cursor = self.cursor
        cursor.position, cursor.depth = at, 0
        start = at
        wire_id = 0
        try:
            while True:
                start = cursor.position
                wire_type, wire_id = cursor.field_header(wire_id)
                value = cursor.position
                child = shape.fields.get(fold_extension(wire_id, wire_type))
                if child is not None and child.fits(wire_type) and child.shape.fields:
                    name = names.get(wire_id) or f"<unknown {wire_id}>"
                    if not self._nested(start, value, None, name, child):
                        return None
                    cursor.position = self.writer.position - self.offset
                    cursor.depth = 0
                    continue
                cursor.skip(wire_type)
                span = FieldSpan(wire_id, wire_type, start, value, cursor.position)
                end = cursor.position
                self._field(span, shape, names)
                cursor.position, cursor.depth = end, 0
        except DecodeError as error:
            return self._stop(start, error)

    def _stop(self, at: int, error: DecodeError) -> int | None:
        """What follows cannot be told."""
        writer, base = self.writer, self.offset
        writer.find("thrift", base + error.offset, f"no Thrift from here on: {error.reason}")
        writer.add(OwnerKind.UNKNOWN, base + at, base + len(self.data))
        return None
