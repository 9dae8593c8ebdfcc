"""The native passes over the statements of a footer and of page indexes, and how it is told what bounds mean; None where no native core is built."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from inlay.ground.schema.meaning import find_meaning
from inlay.ground.values.orders import CODES, WIDTHS, Key, keys_of, width_of
from inlay_runtime.core import load_native
from inlay_runtime.limits import DEFAULT_LIMITS
from inlay_runtime.schema import wire_type_of
from parquet_format.parquet import (
    ColumnChunk,
    ColumnIndex,
    ColumnMetaData,
    ColumnOrder,
    DecimalType,
    FileMetaData,
    OffsetIndex,
    PageEncodingStats,
    PageLocation,
    RowGroup,
    SchemaElement,
    SizeStatistics,
    SortingColumn,
    Statistics,
    Type,
)

if TYPE_CHECKING:
    from inlay.ground.statements.native_checks import Described, PlainStatements

_STRUCTS: Final = (
    *(FileMetaData, SchemaElement, RowGroup, ColumnChunk),
    *(ColumnMetaData, Statistics, SizeStatistics, SortingColumn),
    *(OffsetIndex, ColumnIndex, PageLocation, PageEncodingStats),
)


def _find_native() -> Any:
    compiled = load_native("inlay.ground.statements.native_checks")
    if compiled is None:
        return None
    fields = [struct.SCHEMA.fields for struct in _STRUCTS]
    compiled.define(
        FileMetaData, *({field.id: wire_type_of(field.type) for field in row} for row in fields)
    )
    return compiled


_native: Any = _find_native()
native_passes: Any = _native.passes if _native is not None else None
"""Does it, unless it is None."""

native_names: frozenset[str] = _native.NAMES if _native is not None else frozenset()
"""The checks of a footer that it makes, by `Check.name`."""

place_indexes: Any = _native.place_indexes if _native is not None else None
find_unlike: Any = _native.find_unlike if _native is not None else None
"""Both, of chunks and their column indexes, where `build_plain` gives something."""

fold_statements: Any = _native.fold_statements if _native is not None else None
"""Does it for all leaves of a footer at once, or None."""
list_said: Any = _native.list_said if _native is not None else None
"""What row groups say of each column, and what not all of them say (`said_of_columns.py`), or None."""

count_chunks: Any = _native.count_chunks if _native is not None else None
"""Numbers and traits of all chunks of a footer (`chunk_numbers.py`), or None."""

native_leaves: Any = _native.Leaves if _native is not None else None
"""The class for chunks alone (`doubtful_chunks.py`), or None."""


def build_plain(
    element: SchemaElement, key: Key, *, highest: int, can_be_null: bool
) -> PlainStatements | None:
    """What looks at statistics and page indexes in which nothing is odd, of a column whose bounds are compared by this; None where it is
    not built, and for orders that it does not know."""
    code = CODES.get(key)
    if _native is None or code is None or element.type is None:
        return None
    plain: PlainStatements = _native.PlainStatements(
        OffsetIndex,
        ColumnIndex,
        DEFAULT_LIMITS,
        code,
        WIDTHS.get(element.type, -1),
        highest if can_be_null else 0,
        can_be_null,
        element.type == Type.BYTE_ARRAY,
        isinstance(find_meaning(element), DecimalType),
    )
    return plain


def describe_bounds(element: SchemaElement, order: ColumnOrder | None) -> Described:
    """Their width, whether all have it, and the orders that bounds and deprecated ones may be in."""
    width, is_exact = width_of(element)
    keys, old_keys = keys_of(element, order), keys_of(element, None)
    return width, is_exact, _codes(keys), _codes(old_keys)


def _codes(keys: tuple[Any, ...]) -> tuple[int, ...]:
    return tuple(CODES.get(key, 0) for key in keys)
