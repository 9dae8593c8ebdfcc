"""Which values a typed column of `variant_get` takes beyond those that shredding would put there."""

from __future__ import annotations

import struct
from decimal import Decimal

from inlay_variant.storage.leaves import VariantLeaf, payload_for, split_exactly
from inlay_variant.value.primitives import PrimitiveType, Scalar, to_python


def cast_lossless(leaf: VariantLeaf, scalar: Scalar) -> bytes | None:
    """A number becomes a double where a double is asked for; None where the value does not fit."""
    if leaf.type != PrimitiveType.DOUBLE or scalar.type == PrimitiveType.DOUBLE:
        return payload_for(leaf, scalar, exact=False)
    if scalar.type == PrimitiveType.FLOAT or split_exactly(scalar) is not None:
        value = to_python(scalar)
        assert isinstance(value, int | float | Decimal)
        return struct.pack("<d", value)
    return None
