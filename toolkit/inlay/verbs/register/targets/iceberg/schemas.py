"""A schema of Iceberg from numbered columns."""

from __future__ import annotations

from pyiceberg import types as iceberg
from pyiceberg.schema import Schema

from inlay.ground.refusals import RefusedError
from inlay.verbs.register.schema.table_types import (
    NestedList,
    NestedMap,
    NestedStruct,
    TableColumn,
)
from inlay.verbs.register.targets.iceberg.types import iceberg_type_of


def build_schema(columns: tuple[TableColumn, ...], known: Schema | None = None) -> Schema:
    """`known` is what a table has: its id, its comments and its identifier fields stay. Raises RefusedError."""
    fields = [_build_field(column, known) for column in columns]
    try:
        return Schema(
            *fields,
            schema_id=0 if known is None else known.schema_id,
            identifier_field_ids=[] if known is None else known.identifier_field_ids,
        )
    except ValueError as error:  # a column `a.b` beside a struct `a` that has a `b`
        raise RefusedError("schema", f"Iceberg has no table of these columns: {error}") from error


def _build_field(column: TableColumn, known: Schema | None) -> iceberg.NestedField:
    assert column.field_id is not None
    return iceberg.NestedField(
        field_id=column.field_id,
        name=column.name,
        field_type=_build_type(column, known),
        required=column.is_required,
        doc=_find_comment(column.field_id, known),
    )


def _build_type(column: TableColumn, known: Schema | None) -> iceberg.IcebergType:
    fields = [_build_field(it, known) for it in column.members]
    match column.type:
        case NestedStruct():
            return iceberg.StructType(*fields)
        case NestedList():
            (element,) = fields
            return iceberg.ListType(element.field_id, element.field_type, element.required)
        case NestedMap():
            key, value = fields
            return iceberg.MapType(
                key.field_id, key.field_type, value.field_id, value.field_type, value.required
            )
        case _:
            return iceberg_type_of(column.type)


def _find_comment(field_id: int, known: Schema | None) -> str | None:
    try:
        return None if known is None else known.find_field(field_id).doc
    except ValueError:
        return None
