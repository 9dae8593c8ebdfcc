"""Text of a type to cast to. Apart from that of schemas, which the type of Variants is made with the help of."""

from __future__ import annotations

import pyarrow as pa

from inlay_variant.arrow.schema_text import parse_schema
from inlay_variant.arrow.variant_type import VariantType


def parse_type(text: str) -> pa.DataType:
    """The type to cast to, in which `variant` is a Variant. Raises what `parse_schema` raises."""
    return parse_schema(text, VariantType())
