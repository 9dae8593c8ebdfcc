"""What v0 has of v1, and what its rules make of that.

v0 is v1 less what v1 appends, so the conversion to v0 is one to v1 of which the appended slots are
left out, and the way back begins by filling them in as the rules say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from inlay.conversion.bounds_policy import is_misleading
from inlay.conversion.converted_types import implied_by_logical
from inlay.conversion.enum_bytes import as_optional
from inlay.conversion.errors import ConversionError
from inlay.conversion.logical_types import logical_type_to_thrift
from inlay.conversion.projection import Projection
from inlay.conversion.statistics import PackedBounds, read_slots, unpack, write_slots
from inlay_runtime.union import UnknownVariant
from parquet_format import footer, footer_v0

_PROJECTION: Final = Projection(left_out=frozenset({("FileMetaData", "remainder_")}))


def narrowed(full: footer.FileMetaData) -> footer_v0.FileMetaData:
    """The slots that v0 has. Raises ConversionError where one would say something else without the
    others."""
    refuse_unknown_encryption(full)
    flat = _PROJECTION.table(full, footer_v0.FileMetaData)
    schema = full.schema or []
    misleading = {at for at, leaf in enumerate(_leaves(schema)) if is_misleading(schema[leaf])}
    if misleading:
        for at, statistics in _statistics_v0(flat.row_groups or []):
            if at in misleading:
                write_slots(statistics, PackedBounds())
    return flat


def widened(flat: footer_v0.FileMetaData) -> footer.FileMetaData:
    """A v1 table with what the rules of v0 say of the slots that v0 lacks."""
    full = _PROJECTION.table(flat, footer.FileMetaData)
    fill_in(full)
    return full


def fill_in(full: footer.FileMetaData) -> None:
    """Applies the rules, to a table in which the slots that v1 appends are empty."""
    schema = full.schema or []
    for at, element in enumerate(schema):
        try:
            _annotate(element)
        except ConversionError as error:
            error.under(f"schema[{at}]")
            raise
    leaves = _leaves(schema)
    _complete_orders(schema, leaves)
    types = [schema[at].type for at in leaves]
    for at, statistics in _statistics(full.row_groups or []):
        if at < len(types):
            _set_flags(statistics, types[at])


def refuse_unknown_encryption(full: footer.FileMetaData) -> None:
    """To leave such a member out would be to say that nothing is encrypted."""
    reason = "an encryption that the schema has no member for"
    if isinstance(full.encryption_algorithm, footer.Unrecognized):
        raise ConversionError(reason, "encryption_algorithm")
    for number, group in enumerate(full.row_groups or []):
        for at, chunk in enumerate(group.columns or []):
            if isinstance(chunk.crypto_metadata, footer.Unrecognized):
                path = f"row_groups[{number}].columns[{at}].crypto_metadata"
                raise ConversionError(reason, path)


class _Element(Protocol):
    @property
    def type(self) -> int | None: ...


def _leaves(schema: Sequence[_Element]) -> list[int]:
    return [at for at, element in enumerate(schema) if element.type is not None]


def _annotate(element: footer.SchemaElement) -> None:
    logical = element.logical_type
    if logical is None or isinstance(logical, UnknownVariant):
        return
    converted = implied_by_logical(logical_type_to_thrift(logical))
    element.converted_type = as_optional(footer.ConvertedType, converted.type)
    element.scale, element.precision = converted.scale, converted.precision


def _complete_orders(schema: Sequence[footer.SchemaElement], leaves: Sequence[int]) -> None:
    """Where one element has an order, every leaf has."""
    if all(element.column_order is None for element in schema):
        return
    for element in schema:
        if element.type is None:
            element.column_order = None
    for at in leaves:
        if schema[at].column_order is None:
            schema[at].column_order = footer.ColumnOrderTypeDefinedOrder(footer.Empty())


def _set_flags(statistics: footer.Statistics, type_: int | None) -> None:
    bounds = unpack(type_, read_slots(statistics))
    statistics.is_min_value_exact = bounds.min_is_exact or None
    statistics.is_max_value_exact = bounds.max_is_exact or None


def _statistics_v0(
    groups: Sequence[footer_v0.RowGroup],
) -> Iterator[tuple[int, footer_v0.Statistics]]:
    """Those of every chunk, with the index of its column."""
    for group in groups:
        for at, chunk in enumerate(group.columns or []):
            if chunk.metadata is not None and chunk.metadata.statistics is not None:
                yield at, chunk.metadata.statistics


def _statistics(groups: Sequence[footer.RowGroup]) -> Iterator[tuple[int, footer.Statistics]]:
    for group in groups:
        for at, chunk in enumerate(group.columns or []):
            if chunk.metadata is not None and chunk.metadata.statistics is not None:
                yield at, chunk.metadata.statistics
