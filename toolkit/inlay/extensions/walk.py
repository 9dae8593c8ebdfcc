"""Every extension in a footer, with the struct that carries it, by one walk over the bytes.

`inlay.footer.undeclared` says what a decoded footer holds; this says where its bytes lie, unknown structs included.
"""

from __future__ import annotations

from collections.abc import Iterator

from inlay.extensions.carrier import Carrier, Slot, cursor_at, slot_of, trailing_slot
from inlay.extensions.shapes import UNKNOWN, Shape
from inlay_runtime.compact.spans import FieldSpan
from inlay_runtime.wire_types import FALSE, LIST, MAP, SET, STOP, STRUCT, TRUE


def extensions_in(data: bytes, root: Shape) -> list[Carrier]:
    """In the order of their bytes, but for the footer's own, which is first: it is what tools look for.

    Raises DecodeError where the bytes are no struct.
    """
    walk = _Walk(data)
    walk.struct("", root)
    if walk.position < len(data) and not any(carrier.is_root for carrier in walk.found):
        slot = trailing_slot(data, walk.position)
        if slot is not None:
            walk.found.append(Carrier("", root, 0, walk.position, slot))
    return sorted(walk.found, key=lambda carrier: not carrier.is_root)


class _Walk:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.cursor = cursor_at(data, 0)
        self.found: list[Carrier] = []

    @property
    def position(self) -> int:
        return self.cursor.position

    def struct(self, path: str, shape: Shape) -> None:
        cursor = self.cursor
        cursor.enter()
        start = cursor.position
        slots: list[Slot] = []
        field_id = 0
        while True:
            at = cursor.position
            wire_type, field_id = cursor.field_header(field_id)
            if wire_type == STOP:
                break
            value = cursor.position
            self.value(wire_type, path, shape, field_id)
            span = FieldSpan(field_id, wire_type, at, value, cursor.position)
            if span.is_extension:
                slots.append(slot_of(self.data, span))
        cursor.depth -= 1
        self.found += [Carrier(path, shape, start, cursor.position, slot) for slot in slots]

    def value(self, wire_type: int, path: str, shape: Shape, field_id: int) -> None:
        if wire_type not in (STRUCT, LIST, SET, MAP):
            if wire_type not in (TRUE, FALSE):
                self.cursor.skip_element(wire_type)
            return
        child = shape.fields.get(field_id)
        name = child.name if child is not None else f"<unknown {field_id}>"
        inner = child.shape if child is not None and child.fits(wire_type) else UNKNOWN
        self.element(wire_type, f"{path}.{name}".removeprefix("."), inner)

    def element(self, wire_type: int, path: str, shape: Shape) -> None:
        if wire_type == STRUCT:
            self.struct(path, shape)
        elif wire_type in (LIST, SET):
            for at, element_type in enumerate(self.elements()):
                inner = shape if element_type == STRUCT else UNKNOWN
                self.element(element_type, f"{path}[{at}]", inner)
        else:
            self.cursor.skip_element(wire_type)

    def elements(self) -> Iterator[int]:
        size, element_type = self.cursor.list_header()
        if element_type not in (STRUCT, LIST, SET):
            self.cursor.enter()
            for _ in range(size):
                self.cursor.skip_element(element_type)
            self.cursor.depth -= 1
            return
        self.cursor.enter()
        for _ in range(size):
            yield element_type
        self.cursor.depth -= 1
