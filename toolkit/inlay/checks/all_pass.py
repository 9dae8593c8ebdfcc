"""Whether a footer passes every check of its metadata, told natively: most do, and nothing has to be decoded then.

The checks are the specification. What the native pass is not sure of is left to them, and so is every finding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from inlay.checks.schema import ANNOTATION_CHECKS
from inlay.checks.statistics import width_of
from inlay.checks.subjects import PlacedElement
from inlay.values.orders import CODES, keys_of
from inlay_runtime.core import load_native
from inlay_runtime.limits import DEFAULT_LIMITS
from inlay_runtime.schema import wire_type_of
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    ColumnOrder,
    FileMetaData,
    RowGroup,
    SchemaElement,
    SizeStatistics,
    SortingColumn,
    Statistics,
)

if TYPE_CHECKING:
    from inlay.checks.native_checks import Described

_STRUCTS: Final = (
    *(FileMetaData, SchemaElement, RowGroup, ColumnChunk),
    *(ColumnMetaData, Statistics, SizeStatistics, SortingColumn),
)


def _find_native() -> Any:
    compiled = load_native("inlay.checks.native_checks")
    if compiled is None:
        return None
    fields = [struct.SCHEMA.fields for struct in _STRUCTS]
    compiled.define(*({field.id: wire_type_of(field.type) for field in row} for row in fields))
    return compiled


_native: Any = _find_native()
native_passes: Any = _native.passes if _native is not None else None
"""Does it, unless it is None."""

native_leaves: Any = _native.Leaves if _native is not None else None
"""The class for chunks alone (`doubtful_chunks.py`), or None."""


def passes_all(metadata: FileMetaData, data: bytes, offset: int) -> bool:
    """Whether no check finds anything in the footer that begins at `offset` and was decoded from `data`; False where they
    have to be asked."""
    if native_passes is None:
        return False
    schema, orders = metadata.schema, metadata.column_orders

    def describe(at: int, leaf: int) -> Described | None:
        """What the annotation of an element means for its bounds; None for one that is wrong."""
        element = schema[at]
        placed = PlacedElement("", element, at == 0)
        if any(check.wrong(placed) is not None for check in ANNOTATION_CHECKS):
            return None
        return describe_bounds(element, orders[leaf] if orders is not None else None)

    passes: bool = native_passes(data, offset, DEFAULT_LIMITS.depth, describe)
    return passes


def describe_bounds(element: SchemaElement, order: ColumnOrder | None) -> Described:
    """Their width, whether all have it, and the orders that bounds and deprecated ones may be in."""
    width, is_exact = width_of(element)
    keys, old_keys = keys_of(element, order), keys_of(element, None)
    return width, is_exact, _codes(keys), _codes(old_keys)


def _codes(keys: tuple[Any, ...]) -> tuple[int, ...]:
    return tuple(CODES.get(key, 0) for key in keys)
