"""What the types of schema elements mean: elements that differ in nothing but their names are one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from inlay.footers.designs.build import array_from, make_scalar
from inlay.footers.designs.extracted import Array
from inlay.footers.designs.flatbuffers.packed_bounds import NATIVE
from inlay.ground.arrow_functions import compute
from inlay.ground.schema.meaning import find_meaning
from inlay.ground.schema.notation import format_annotation, format_logical
from inlay.tables.columnar.paths import ELEMENTS
from inlay_runtime.core import load_native
from inlay_runtime.enums import WireEnum
from inlay_runtime.schema import FieldSchema
from inlay_runtime.struct import Struct
from inlay_runtime.tags import UnionTag
from inlay_runtime.union import UnknownVariant
from parquet_format.parquet import LOGICAL_TYPE, LogicalType, SchemaElement

if TYPE_CHECKING:
    from inlay.tables.columnar.extracted_arrays import ExtractedArrays

_PLAIN: Final = ("type", "type_length", "converted_type", "scale", "precision", "logicalType")


def _parameters() -> Mapping[str, tuple[FieldSchema, FieldSchema]]:
    """By path: a field of a variant of the logical type."""
    return {
        f"logicalType.{variant.name}.{field.name}": (variant, field)
        for variant in LOGICAL_TYPE.fields
        if isinstance(variant.type, type) and issubclass(variant.type, Struct)
        for field in variant.type.SCHEMA.fields
    }


_PARAMETERS: Final = _parameters()

NEEDS: Final = {ELEMENTS: (*_PLAIN, *_PARAMETERS)}

_NO_ID: Final = 0
"""Of a tag that has no number: ids of fields begin with 1, so it is `UNKNOWN_0`."""

_MOST_KINDS: Final = 1 << 62
"""What numbers of 64 bits can tell apart."""


class Meanings:
    """`elements` are the different ones; `kinds` says by row which of them it is."""

    def __init__(self, source: ExtractedArrays) -> None:
        rows = source.rows(ELEMENTS)
        columns = {
            path: source.array(ELEMENTS, path)
            for path in NEEDS[ELEMENTS]
            if source.column(ELEMENTS, path).null_count < rows
        }
        self.kinds, firsts = _distinguish(rows, list(columns.values()))
        self.elements = [
            _element({path: column[row].as_py() for path, column in columns.items()})
            for row in firsts
        ]


def _distinguish(rows: int, columns: Sequence[Array]) -> tuple[Array, Sequence[int]]:
    """By row, a number for all that the columns hold there, counted from 0 as they come; and the first row of each number."""
    compiled = load_native(NATIVE)
    if compiled is None:
        kinds = _distinguish_pure(rows, columns)
        return kinds, compute.index_in(kinds.unique(), value_set=kinds).to_pylist()
    room = pa.allocate_buffer(4 * rows)
    distinct = compiled.DistinctRows(room, rows)
    for column in columns:
        numbers: Array = column if pa.types.is_primitive(column.type) else _number_values(column)
        validity, values = numbers.buffers()
        distinct.add_column(validity, values, numbers.type.bit_width // 8)
    return pa.Array.from_buffers(pa.int32(), rows, [None, room]), distinct.list_firsts()


def _number_values(column: Array) -> Array:
    return column.dictionary_encode(null_encoding="encode").indices


def _distinguish_pure(rows: int, columns: Sequence[Array]) -> Array:
    kinds: Array = pa.nulls(rows, pa.int64()).fill_null(make_scalar(0, pa.int64()))
    count = 1
    for column in columns:
        values = column.dictionary_encode(null_encoding="encode")
        more = len(values.dictionary)
        if more == 1:
            continue
        if count * more > _MOST_KINDS:
            kinds = kinds.dictionary_encode().indices.cast(pa.int64())
            count = rows
        if count > 1:
            kinds = compute.multiply(kinds, make_scalar(more, pa.int64()))
            kinds = compute.add(kinds, values.indices.cast(pa.int64()))
        else:
            kinds = values.indices.cast(pa.int64())
        count *= more
    indices: Array = kinds.dictionary_encode().indices
    return indices


def format_logical_type(element: SchemaElement) -> str | None:
    """The logical type as text, if there is one."""
    return format_logical(element.logicalType) if element.logicalType is not None else None


def describe_meaning(element: SchemaElement) -> str | None:
    """The logical type, or what the converted type stands for."""
    logical_type = find_meaning(element)
    return (
        format_logical(logical_type)
        if logical_type is not None
        else format_annotation(element) or None
    )


def build_texts(meanings: Sequence[str | None], kinds: Array) -> Array:
    return array_from(meanings, pa.string()).take(kinds)


def _element(values: Mapping[str, Any]) -> SchemaElement:
    element = SchemaElement(name="")
    for field in SchemaElement.SCHEMA.fields:
        value = values.get(field.name)
        if field.name in _PLAIN and field.name != "logicalType" and value is not None:
            setattr(element, field.attribute, _value(field, value))
    variant = values.get("logicalType")
    if variant is not None:
        element.logicalType = _logical_type(variant, values)
    return element


def _logical_type(variant: int, values: Mapping[str, Any]) -> LogicalType:
    member = LOGICAL_TYPE.by_id.get(variant)
    if member is None or not isinstance(member.type, type):
        return UnknownVariant(variant, b"")
    parameters = {
        field.attribute: _value(field, value)
        for path, (of, field) in _PARAMETERS.items()
        if of is member and (value := _told(field, values.get(path))) is not None
    }
    cls: Any = member.type
    logical_type: LogicalType = cls(**parameters)
    return logical_type


def _told(field: FieldSchema, number: Any) -> Any:
    """What is required is there; only a tag whose variant is not a struct has no number in a column."""
    return _NO_ID if number is None and field.required else number


def _value(field: FieldSchema, value: Any) -> Any:
    """An enum's or tag's member in place of its number."""
    type_: Any = field.type
    is_enum = isinstance(type_, type) and issubclass(type_, WireEnum | UnionTag)
    return type_(value) if is_enum else value
