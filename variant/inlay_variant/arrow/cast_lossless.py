"""Which values a typed column of `variant_get` takes beyond those that shredding would put there."""

from __future__ import annotations

import struct
from decimal import Decimal

from inlay_variant.storage.leaves import Leaf, exact_number, payload_for
from inlay_variant.value.primitives import PrimitiveType, Scalar, to_python


def cast_lossless(leaf: Leaf, one: Scalar) -> bytes | None:
    """A number becomes a double where a double is asked for; None where the value does not fit."""
    if leaf.type != PrimitiveType.DOUBLE or one.type == PrimitiveType.DOUBLE:
        return payload_for(leaf, one, exact=False)
    if one.type == PrimitiveType.FLOAT or exact_number(one) is not None:
        value = to_python(one)
        assert isinstance(value, int | float | Decimal)
        return struct.pack("<d", value)
    return None
