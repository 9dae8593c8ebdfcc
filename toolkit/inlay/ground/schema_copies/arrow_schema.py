"""Arrow's copy of the schema: a message of Arrow's IPC in Base64, with key-value pairs of its own.

pyarrow believes those pairs before the ones of the file, so they follow every change as well.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

from inlay.ground.arrow_fields import Field, fields_in
from inlay.ground.missing import is_installed
from inlay.ground.schema_copies.columns import (
    Column,
    ColumnKind,
    Columns,
    list_kept,
    require_same_names,
)
from inlay.ground.schema_copies.errors import CannotAgreeError, ContradictionError
from inlay.ground.schema_copies.text import Text
from inlay_runtime.text import bytes_of, text_from
from parquet_format.parquet import KeyValue

if TYPE_CHECKING:
    import pyarrow as pa

Inner: TypeAlias = Callable[[list[KeyValue]], tuple[list[KeyValue], tuple[str, ...]]]
"""What becomes of the pairs inside the schema, and what there is to say of it."""

_FIELD_ID: Final = b"PARQUET:field_id"


def read_arrow_schema(text: str) -> pa.Schema:
    """CannotAgreeError for what is none, and without pyarrow."""
    if not is_installed("pyarrow"):
        raise CannotAgreeError("pyarrow, which reads it, is not installed")
    import pyarrow as pa

    try:
        return pa.ipc.read_schema(pa.py_buffer(base64.b64decode(text, validate=True)))
    except (ValueError, TypeError, OSError, pa.ArrowException):
        raise CannotAgreeError("it was not a schema of Arrow") from None


def write_arrow_schema(schema: pa.Schema) -> str:
    return base64.b64encode(schema.serialize()).decode("ascii")


def follow_arrow(text: str, columns: Columns, inner: Inner) -> Text:
    """The schema of the columns after the change. Raises CannotAgreeError."""
    schema = read_arrow_schema(text)
    require_same_names(schema.names, columns.top)
    metadata, notes = _inner(schema, inner)
    kept = list_kept(columns.top)
    is_changed = kept != list(columns.top) or metadata != (schema.metadata or {})
    fields = dict(zip(map(id, columns.top), fields_in(schema), strict=True))
    del schema  # of very many columns, each copy takes as much as what is written
    followed: list[Field] = []
    for column in kept:
        before = fields.pop(id(column))
        followed.append(_field(before, column) if column.is_touched else before)
        is_changed = is_changed or not cast(Any, followed[-1]).equals(before, check_metadata=True)
    del fields
    if not is_changed:
        return Text(text, notes)
    new = _with_pairs(_schema_of(followed), metadata)
    del followed
    return Text(write_arrow_schema(new), notes)


def edit_inner(text: str, inner: Inner) -> Text:
    """The same columns with other pairs."""
    schema = read_arrow_schema(text)
    metadata, notes = _inner(schema, inner)
    return Text(_written(_with_pairs(schema, metadata), schema, text), notes)


def list_fields(text: str) -> dict[str, Field]:
    """By the names of the columns. CannotAgreeError for what is not a schema, and where two have the same name."""
    schema = read_arrow_schema(text)
    fields = {field.name: field for field in fields_in(schema)}
    if len(fields) != len(schema):
        raise CannotAgreeError("two columns have the same name")
    return fields


def with_fields(text: str, fields: list[Field]) -> str:
    """Other columns with the same pairs."""
    before = read_arrow_schema(text)
    metadata = cast(Mapping[bytes, bytes], before.metadata or {})
    return _written(_with_pairs(_schema_of(fields), dict(metadata)), before, text)


def list_inner_pairs(text: str) -> list[KeyValue]:
    """The pairs inside the schema. CannotAgreeError for what is not a schema."""
    return _pairs(read_arrow_schema(text))


def merge_arrow(texts: Sequence[str], inner: Inner) -> Text:
    """That of the first file, if they are equal except for their pairs. Raises CannotAgreeError, and ContradictionError
    where one tells of durations and another does not tell the same."""
    schemas = {text: read_arrow_schema(text) for text in dict.fromkeys(texts)}
    first = schemas[texts[0]]
    for text, schema in schemas.items():
        if not schema.equals(first, check_metadata=False):
            _refuse_durations(texts.index(text), first, schema)
            raise CannotAgreeError("the files differ in it")
    metadata, notes = _inner(first, inner)
    return Text(_written(_with_pairs(first, metadata), first, texts[0]), notes)


def has_durations(text: str) -> bool:
    try:
        return any(map(_holds_duration, read_arrow_schema(text).types))
    except CannotAgreeError:
        return False


def _refuse_durations(number: int, first: pa.Schema, other: pa.Schema) -> None:
    for mine, its in zip(fields_in(first), fields_in(other), strict=False):
        if mine.type != its.type and (_holds_duration(mine.type) or _holds_duration(its.type)):
            what = f"column {mine.name!r} is {mine.type} in one and {its.type} in the other, both stored as numbers"
            raise ContradictionError(number, what)


def _holds_duration(kind: pa.DataType) -> bool:
    return "duration[" in str(kind)


def _inner(schema: pa.Schema, inner: Inner) -> tuple[dict[bytes, bytes], tuple[str, ...]]:
    pairs, notes = inner(_pairs(schema))
    return {bytes_of(pair.key): bytes_of(pair.value or "") for pair in pairs}, notes


def _pairs(schema: pa.Schema) -> list[KeyValue]:
    metadata = cast(Mapping[bytes, bytes], schema.metadata or {})
    return [KeyValue(key=text_from(key), value=text_from(value)) for key, value in metadata.items()]


def _schema_of(fields: list[Field]) -> pa.Schema:
    import pyarrow as pa

    return pa.schema(fields)


def _written(schema: pa.Schema, before: pa.Schema, text: str) -> str:
    """The text of `before` where nothing has changed."""
    return text if schema.equals(before, check_metadata=True) else write_arrow_schema(schema)


def _with_pairs(schema: pa.Schema, pairs: dict[bytes, bytes]) -> pa.Schema:
    """These, and no others."""
    bare: pa.Schema = schema.remove_metadata()
    with_them: pa.Schema = cast(Any, bare).with_metadata(pairs) if pairs else bare
    return with_them


def _field(field: Field, column: Column) -> Field:
    """The name of what is in a list or a map may be another one in Arrow, and then stays."""
    if column.is_retyped:
        raise CannotAgreeError(f"column {column.name!r} has another type now")
    if column.name != column.new_name:
        field = field.with_name(column.new_name)
    if column.field_id != column.new_field_id:
        field = _with_field_id(field, column.new_field_id)
    return field.with_type(_type(field.type, column)) if column.is_reshaped else field


def _with_field_id(field: Field, field_id: int | None) -> Field:
    metadata = dict(cast(Mapping[bytes, bytes], field.metadata or {}))
    if _FIELD_ID not in metadata:
        return field
    del metadata[_FIELD_ID]
    if field_id is not None:
        metadata[_FIELD_ID] = str(field_id).encode()
    return field.with_metadata(cast("dict[bytes | str, bytes | str]", metadata))


def _type(kind: pa.DataType, column: Column) -> pa.DataType:
    import pyarrow as pa

    match kind, column.kind, column.children:
        case pa.StructType(), ColumnKind.STRUCT, children:
            fields = fields_in(kind)
            require_same_names([field.name for field in fields], children)
            by_column = {id(child): field for child, field in zip(children, fields, strict=True)}
            return pa.struct([_field(by_column[id(child)], child) for child in list_kept(children)])
        case pa.ListType(), ColumnKind.LIST, (element,) if element.is_kept:
            return pa.list_(_field(kind.value_field, element))
        case pa.LargeListType(), ColumnKind.LIST, (element,) if element.is_kept:
            return pa.large_list(_field(kind.value_field, element))
        case _, ColumnKind.LIST, (element,) if (
            pa.types.is_fixed_size_list(kind) and element.is_kept
        ):
            return pa.list_(_field(kind.value_field, element), int(kind.list_size))
        case _, ColumnKind.MAP, (key, value) if (
            pa.types.is_map(kind) and key.is_kept and value.is_kept
        ):
            inside = _field(kind.key_field, key), _field(kind.item_field, value)
            return _map_of(*inside, is_sorted=bool(kind.keys_sorted))
        case _:
            raise CannotAgreeError(f"column {column.name!r} was of the type {kind}")


def _map_of(key: Field, value: Field, *, is_sorted: bool) -> pa.DataType:
    """pyarrow takes fields, which have names of their own, where its stubs know types."""
    import pyarrow as pa

    kinds = cast("pa.DataType", key), cast("pa.DataType", value)
    return pa.map_(*kinds, True) if is_sorted else pa.map_(*kinds)
