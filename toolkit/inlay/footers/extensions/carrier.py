"""A struct that carries an extension or could, by where its bytes lie in the footer."""

from __future__ import annotations

from dataclasses import dataclass, field

from inlay.footers.extensions.shapes import CarrierKind, CarrierShape
from inlay_runtime.compact.cursor import Cursor
from inlay_runtime.compact.spans import FieldSpan, find_field_spans
from inlay_runtime.errors import DecodeError
from inlay_runtime.extension import Header
from inlay_runtime.limits import Limits
from inlay_runtime.wire_types import STOP


@dataclass(frozen=True, slots=True)
class Slot:
    """An extension on the wire: its header from `start`, its size from `sized`, its payload from `payload`
    to `end`. Offsets count from the start of the footer."""

    header: Header
    start: int
    sized: int
    payload: int
    end: int


@dataclass(frozen=True, slots=True)
class Carrier:
    """`path` is empty for the footer struct; `end` is behind the stop byte."""

    path: str
    shape: CarrierShape = field(compare=False)
    start: int
    end: int
    slot: Slot | None

    @property
    def kind(self) -> CarrierKind:
        return self.shape.kind

    @property
    def is_root(self) -> bool:
        return not self.path

    @property
    def shown(self) -> str:
        return f"{self.path} ({self.shape.name})" if self.path else self.shape.name

    def payload_in(self, data: bytes) -> bytes | None:
        return data[self.slot.payload : self.slot.end] if self.slot is not None else None


def cursor_at(data: bytes, position: int) -> Cursor:
    """With limits that the whole footer is known to keep, since it was decoded."""
    size = max(len(data), 1)
    return Cursor(data, position, Limits(container=size, binary=size))


def carrier_at(data: bytes, start: int, path: str, shape: CarrierShape) -> Carrier:
    """The struct at `start`. Raises DecodeError where there is none."""
    cursor = cursor_at(data, start)
    spans = find_field_spans(cursor)
    end = cursor.position
    slot = next((slot_of(data, span) for span in spans if span.is_extension), None)
    if slot is None and not path:
        slot = find_trailing_slot(data, end)
    return Carrier(path, shape, start, end, slot)


def slot_of(data: bytes, span: FieldSpan) -> Slot:
    cursor = cursor_at(data, span.value)
    return Slot(span.header, span.start, span.value, cursor.sized(), span.end)


def find_trailing_slot(data: bytes, at: int) -> Slot | None:
    """An extension field and a stop byte, and nothing else, behind the footer struct."""
    header = Header.TRAILING.data
    if data[at : at + len(header)] != header:
        return None
    cursor = cursor_at(data, at + len(header))
    try:
        payload = cursor.sized()
        end = cursor.position
        stop = cursor.byte()
    except DecodeError:
        return None
    if stop != STOP or cursor.position != len(data):
        return None
    return Slot(Header.TRAILING, at, at + len(header), payload, end)
