"""Variants among the values of a reader: one gives them shredded as the file has them, another put together.

A struct is taken for the storage of a Variant only where the file says that it has Variants.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from inlay_runtime.errors import InlayError


class DecodedVariant(NamedTuple):
    """A row; its `value` is None for a Variant null."""

    value: object


def has_variants(path: str) -> bool:
    """Whether a file says so; not where its footer does not open to us."""
    from inlay.footers.footer.read import read_footer
    from inlay.ground.schema.meaning import find_meaning
    from parquet_format.parquet import VariantType

    try:
        schema = read_footer(path).metadata.schema
        return any(isinstance(find_meaning(it), VariantType) for it in schema)
    except (InlayError, OSError):
        return False


def may_have_variants(table: Any) -> bool:
    """Whether a struct has a field of the name that all Variants have, so that the footer is worth a look."""
    return table.num_rows > 0 and any(
        _may_hold(table.column(at).type) for at in range(table.num_columns)
    )


@cache
def _may_hold(kind: Any) -> bool:
    import pyarrow as pa

    if isinstance(kind, pa.BaseExtensionType):
        return _may_hold(kind.storage_type)
    fields = [kind.field(at) for at in range(kind.num_fields)]
    return any(it.name == "metadata" or _may_hold(it.type) for it in fields)


def decode_variants(array: Any) -> list[DecodedVariant | None] | None:
    """The rows of a struct array, which are None for null; None where its type, or a row, is not that of a Variant that can be decoded."""
    from inlay_variant.arrow.variant_type import wrap
    from inlay_variant.storage.normalize_storage import normalize_storage
    from inlay_variant.storage.shape import shape_of
    from inlay_variant.value.variant import decode

    try:
        storage = normalize_storage(array, shape_of(array.type, tolerant=True))
        rows = wrap(storage).variants()
        return [None if row is None else DecodedVariant(decode(row)) for row in rows]
    except InlayError:
        return None
