"""Every extension in a footer, with the struct that carries it, by one walk over the bytes.

`inlay.footers.footer.undeclared` says what a decoded footer holds; this says where its bytes lie, unknown structs included.
The native walk finds the same, and leaves bytes that are not a struct to this one, which raises.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from inlay.footers.extensions.carrier import Carrier, Slot, cursor_at, find_trailing_slot, slot_of
from inlay.footers.extensions.shapes import UNKNOWN, CarrierShape
from inlay_runtime.compact.spans import FieldSpan
from inlay_runtime.core import load_native
from inlay_runtime.limits import DEFAULT_LIMITS
from inlay_runtime.wire_types import BINARY, FALSE, LIST, MAP, SET, STRUCT, TRUE

if TYPE_CHECKING:
    from inlay.footers.extensions.native_walk import Steps


def _find_native() -> Callable[[bytes, int], Any] | None:
    compiled = load_native("inlay.footers.extensions.native_walk")
    return None if compiled is None else compiled.find_extensions


native_extensions: Callable[[bytes, int], Any] | None = _find_native()
"""Gives None for what is left to Python."""


def extensions_in(data: bytes, root: CarrierShape) -> list[Carrier]:
    """In the order of their bytes, but for the footer's own, which is first: it is what tools look for.

    Raises DecodeError where the bytes are not a struct.
    """
    carriers, end = _walked(data, root)
    if end < len(data) and not any(carrier.is_root for carrier in carriers):
        slot = find_trailing_slot(data, end)
        if slot is not None:
            carriers.append(Carrier("", root, 0, end, slot))
    return sorted(carriers, key=lambda carrier: not carrier.is_root)


def _walked(data: bytes, root: CarrierShape) -> tuple[list[Carrier], int]:
    """Those inside the struct that the bytes begin with, and where it ends."""
    natively = native_extensions(data, DEFAULT_LIMITS.depth) if native_extensions else None
    if natively is None:
        walk = _Walk(data)
        walk.struct("", root)
        return walk.found, walk.position
    structs, end = natively
    carriers: list[Carrier] = []
    for steps, start, stop, spans in structs:
        path, shape = _place_of(steps, root)
        for field_id, *places in spans:
            slot = slot_of(data, FieldSpan(field_id, BINARY, *places))
            carriers.append(Carrier(path, shape, start, stop, slot))
    return carriers, end


def _place_of(steps: Steps, root: CarrierShape) -> tuple[str, CarrierShape]:
    """Path and shape of the struct that steps lead to."""
    path, shape = "", root
    for field_id, wire_type, *indexes in steps:
        path, shape = _below(path, shape, field_id, wire_type)
        path += "".join(f"[{index}]" for index in indexes)
        if len(indexes) > 1:
            shape = UNKNOWN
    return path, shape


def _below(
    path: str, shape: CarrierShape, field_id: int, wire_type: int
) -> tuple[str, CarrierShape]:
    """Those of a field, or of what is in its list."""
    child = shape.fields.get(field_id)
    name = child.name if child is not None else f"<unknown {field_id}>"
    inner = child.shape if child is not None and child.fits(wire_type) else UNKNOWN
    return f"{path}.{name}".removeprefix("."), inner


class _Walk:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.cursor = cursor_at(data, 0)
        self.found: list[Carrier] = []

    @property
    def position(self) -> int:
        return self.cursor.position

    def struct(self, path: str, shape: CarrierShape) -> None:
        cursor = self.cursor
        start = cursor.position
        slots: list[Slot] = []
        for wire_type, field_id, at in cursor.field_headers():
            value = cursor.position
            self.value(wire_type, path, shape, field_id)
            span = FieldSpan(field_id, wire_type, at, value, cursor.position)
            if span.is_extension:
                slots.append(slot_of(self.data, span))
        self.found += [Carrier(path, shape, start, cursor.position, slot) for slot in slots]

    def value(self, wire_type: int, path: str, shape: CarrierShape, field_id: int) -> None:
        if wire_type not in (STRUCT, LIST, SET, MAP):
            if wire_type not in (TRUE, FALSE):
                self.cursor.skip_element(wire_type)
            return
        self.element(wire_type, *_below(path, shape, field_id, wire_type))

    def element(self, wire_type: int, path: str, shape: CarrierShape) -> None:
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
