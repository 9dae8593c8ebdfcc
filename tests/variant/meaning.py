"""What a Variant means: what is left of it within the equivalence classes of VariantEncoding.md."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from decimal import Context, Decimal

from inlay.variant import Scalar
from inlay_variant.storage.leaves import split_exactly
from inlay_variant.value.nodes import Node, fold

_EXACT = Context(prec=200)


def meaning(node: Node) -> object:
    """Equal for two trees exactly if a user must not see a difference."""
    return fold(node, _scalar, _object, _array)


def _object(fields: Mapping[str, object]) -> object:
    return dict(fields)


def _array(items: Sequence[object]) -> object:
    return list(items)


def _scalar(one: Scalar) -> object:
    number = split_exactly(one)
    if number is not None:
        value = _EXACT.scaleb(Decimal(number[0]), -number[1])
        return "number", _EXACT.normalize(value) if value else Decimal(0)
    if one.type in (12, 18, 13, 19):
        count = int.from_bytes(one.payload, "little", signed=True)
        zoned = one.type in (12, 18)
        return "moment", zoned, count if one.type in (18, 19) else count * 1000
    value_ = one.value
    if isinstance(value_, float) and math.isnan(value_):
        return one.type, "NaN"
    return one
