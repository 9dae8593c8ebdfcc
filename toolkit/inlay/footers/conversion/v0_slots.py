"""What v0 has of v1, and what its rules make of that.

v0 is v1 less what v1 appends, so the conversion to v0 is one to v1 of which the appended slots are
left out, and the way back begins by filling them in as the rules say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from inlay.footers.conversion.bounds_policy import find_misleading_columns
from inlay.footers.conversion.chunks import iterate_flat_columns
from inlay.footers.conversion.enum_bytes import UNFIT, as_optional
from inlay.footers.conversion.errors import ConversionError, convert_each
from inlay.footers.conversion.leaves import Leaves
from inlay.footers.conversion.projection import Projection
from inlay.footers.conversion.records import LOGICAL_TYPE
from inlay.footers.conversion.statistics import PackedBounds, read_slots, unpack, write_slots
from inlay.ground.schema.converted_types import converted_from_logical
from inlay_runtime.union import UnknownVariant
from parquet_format import footer, footer_v0

_PROJECTION: Final = Projection(left_out=frozenset({("FileMetaData", "remainder_")}))


def v1_to_v0(full: footer.FileMetaData) -> footer_v0.FileMetaData:
    """The slots that v0 has. Raises ConversionError where one would say something else without the
    others."""
    refuse_unknown_encryption(full)
    flat = project_to_v0(full)
    misleading = find_misleading_columns(full.schema or [])
    if misleading:
        for at, statistics in _statistics(flat):
            if at in misleading:
                write_slots(statistics, PackedBounds())
    return flat


def project_to_v0(full: footer.FileMetaData | footer_v0.FileMetaData) -> footer_v0.FileMetaData:
    """What a reader of v0, or of the proposal, sees of a table: its slots without the remainder."""
    return _PROJECTION.table(full, footer_v0.FileMetaData)


def v0_to_v1(flat: footer_v0.FileMetaData) -> footer.FileMetaData:
    """A v1 table with what the rules of v0 say of the slots that v0 lacks."""
    full = _PROJECTION.table(flat, footer.FileMetaData)
    fill_in_schema(full.schema or [])
    leaves = Leaves(full.schema or [])
    for at, metadata in iterate_flat_columns(full):
        leaf = leaves.at(at)
        if leaf is not None and metadata.statistics is not None:
            _set_flags(metadata.statistics, leaf.element.type)
    fill_in_columns(full, leaves)
    return full


def fill_in_columns(full: footer.FileMetaData, leaves: Leaves[footer.SchemaElement]) -> None:
    """Types and paths for chunks of which the schema does not tell them."""
    for at, metadata in iterate_flat_columns(full):
        if leaves.at(at) is None:
            metadata.type = footer.Type(UNFIT)
        if leaves.at(at) is None or not leaves.adds_up:
            metadata.path_in_schema = []


def fill_in_schema(schema: Sequence[footer.SchemaElement]) -> None:
    """Converted types and column orders, by the rules of v0."""
    convert_each("schema", schema, _annotate)
    if all(element.column_order is None for element in schema):
        return
    for element in schema:
        if element.type is None:
            element.column_order = None
        elif element.column_order is None:
            element.column_order = footer.ColumnOrderTypeDefinedOrder(footer.Empty())


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


def _annotate(element: footer.SchemaElement) -> None:
    logical = element.logical_type
    if logical is None or isinstance(logical, UnknownVariant):
        return
    converted = converted_from_logical(LOGICAL_TYPE.to_thrift(logical))
    element.converted_type = as_optional(footer.ConvertedType, converted.type)
    element.scale, element.precision = converted.scale, converted.precision


def _set_flags(statistics: footer.Statistics, type_: int | None) -> None:
    if statistics.min_len is None and statistics.max_len is None:
        return
    bounds = unpack(type_, read_slots(statistics))
    statistics.is_min_value_exact = bounds.min_is_exact or None
    statistics.is_max_value_exact = bounds.max_is_exact or None


def _statistics(flat: footer_v0.FileMetaData) -> Iterator[tuple[int, footer_v0.Statistics]]:
    """Those of every chunk, with the index of its column."""
    for group in flat.row_groups or []:
        for at, chunk in enumerate(group.columns or []):
            if chunk.metadata is not None and chunk.metadata.statistics is not None:
                yield at, chunk.metadata.statistics
