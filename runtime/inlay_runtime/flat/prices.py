"""What a verifier charges for what a traversal would take: the visits, and the memory of its objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from inlay_runtime.flat.fixed import Fixed
from inlay_runtime.flat.schema import I8, U8, EnumOf, Scalar

if TYPE_CHECKING:
    from inlay_runtime.flat.schema import SlotType

VISITS_PER_BYTE: Final = 4
VISITS_TO_BEGIN_WITH: Final = 64
OBJECT_PRICE: Final = 56
"""Of a string, a vector or a variant, beside what is in it; in bytes."""

TEXT_PRICE: Final = 4
"""Of each byte of a text, at every visit: one character outside of the basic plane makes all of them four bytes wide."""

BYTES: Final = (I8, U8)
"""The elements of vectors that are `bytes` in Python."""


def price_of(element: SlotType) -> int:
    """What an element of a vector costs the memory budget, beside what it refers to."""
    if element in BYTES:
        return 1
    match element:
        case Scalar(size=size):
            return 8 if size == 1 else 40
        case EnumOf(scalar=scalar):  # unknown values are objects of 500 bytes
            return 8 if scalar.size == 1 else 64 * scalar.size
        case type() if issubclass(element, Fixed):
            return 8 + element.SCHEMA.price()
        case _:
            return 8
