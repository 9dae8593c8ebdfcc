"""Parquet files with Variants: annotated groups as arrays of the extension type."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, TypeAlias, TypeVar, cast

import pyarrow as pa
from pyarrow.parquet import ParquetFile

from inlay.footer.source import Source
from inlay.forms.opened import open_file
from inlay.schema.wanted import wanted_columns, wanted_row_groups
from inlay.variant.annotation import holds_variants, plain_type
from inlay.variant.arrow import Array, ChunkedArray, fields_of
from inlay.variant.arrow_type import VariantArray, VariantType, as_variants, register, wrap
from inlay.variant.errors import StorageError, counting_from
from inlay.variant.getting import variant_get
from inlay.variant.limits import DEFAULT_LIMITS, Limits
from inlay.variant.normal import normalised
from inlay.variant.path import Step, parse_path
from inlay.variant.shape import (
    METADATA,
    TYPED,
    Elements,
    Fields,
    Group,
    is_list,
    shape_of,
    value_field,
)
from inlay.variant.shredding import unshred as put_together
from parquet_format.parquet import FileMetaData

Rows = TypeVar("Rows", pa.Table, pa.RecordBatch)


Opener: TypeAlias = "Callable[[bool], AbstractContextManager[ParquetFile]]"
"""Opens a file; False leaves out extension types, for pyarrow cannot make one of a part of its columns."""


def read_rows(
    open_file: Opener,
    columns: Sequence[str] | None,
    row_groups: Sequence[int] | None,
    *,
    tolerant: bool = False,
) -> pa.Table:
    """The rows of a file with its Variants, which is what `inlay.read_table` gives."""
    register()  # pyarrow takes the annotation for what is known under the name

    def read(extensions: bool) -> pa.Table:
        with open_file(extensions) as file:
            names, groups = wanted_of(file, columns, row_groups)
            if groups is None:
                return file.read(columns=names)
            return file.read_row_groups(groups, columns=names)

    try:
        found = read(True)
    except pa.ArrowInvalid:
        if columns is None:
            raise
        return read(False)  # a part of a group is a plain struct
    return with_variants(found, tolerant=tolerant)


def iter_rows(
    open_file: Opener,
    columns: Sequence[str] | None,
    row_groups: Sequence[int] | None,
    batch_size: int,
) -> Iterator[pa.RecordBatch]:
    """The same, batch by batch; the file stays open until the last."""
    register()
    whole = columns is None or not any("." in name for name in columns)
    with open_file(whole) as file:
        names, groups = wanted_of(file, columns, row_groups)
        for batch in file.iter_batches(batch_size=batch_size, columns=names, row_groups=groups):
            yield with_variants(batch)


def wanted_of(
    file: ParquetFile, columns: Sequence[str] | None, row_groups: Sequence[int] | None
) -> tuple[list[str] | None, list[int] | None]:
    """What is asked for, as lists. Raises ValueError for what the file does not have."""
    paths = (
        [file.schema.column(at).path for at in range(len(file.schema))]
        if columns is not None
        else []
    )
    return wanted_columns(columns, paths), wanted_row_groups(row_groups, file.num_row_groups)


def with_variants(rows: Rows, *, tolerant: bool = False) -> Rows:
    """What pyarrow read, with every Variant checked for the rules of Parquet.

    Columns that were chosen from a group without its metadata are no Variant, and become plain structs. Raises
    StorageError with the column's name. `tolerant` accepts nullable fields, and makes them missing.
    """
    for index, field in enumerate(rows.schema):
        if not holds_variants(field.type):
            continue
        column = rows.column(index)
        if not isinstance(field.type, VariantType):
            _check_inside(field.type, field.name)
        elif METADATA not in {one.name for one in fields_of(field.type.storage_type)}:
            plain = plain_type(field.type)
            plain_column: Any = column.cast(plain)
            rows = rows.set_column(index, field.with_type(plain), plain_column)
        else:
            group = checked_group(field.type, field.name, tolerant=tolerant)
            if tolerant:
                made: Any = _rebuilt(column, group)
                rows = rows.set_column(index, field.with_type(made.type), made)
    return rows


def _rebuilt(column: ChunkedArray | Array, group: Group) -> ChunkedArray | Array:
    """In storage where fields are not nullable."""
    if isinstance(column, pa.Array):
        return wrap(normalised(cast(VariantArray, column).storage, group))
    chunks = [wrap(normalised(as_variants(chunk).storage, group)) for chunk in column.chunks]
    if not chunks:
        empty = pa.array([], column.type.storage_type)
        chunks = [wrap(normalised(cast(pa.StructArray, empty), group))]
    return pa.chunked_array(chunks)


def checked_group(type_: VariantType, name: str, *, tolerant: bool) -> Group:
    """The groups of a column of a Parquet file. Raises StorageError, which begins with `name`."""
    try:
        group = shape_of(type_.storage_type, tolerant=tolerant)
        for field in fields_of(type_.storage_type):
            if field.name == TYPED:
                _refuse_unsigned(field.type, TYPED)
    except StorageError as error:
        raise StorageError(f"{name}.{error.path}", error.rule) from None
    return group


def _refuse_unsigned(type_: pa.DataType, path: str) -> None:
    """Arrow maps unsigned integers; among the types that Parquet may shred into there are none."""
    if pa.types.is_unsigned_integer(type_):
        raise StorageError(path, f"{type_} is not a type that Variants can be shredded into")
    if pa.types.is_struct(type_):
        for field in fields_of(type_):
            _refuse_unsigned(field.type, f"{path}.{field.name}")
    elif is_list(type_):
        _refuse_unsigned(value_field(type_).type, f"{path}.element")


def _check_inside(type_: pa.DataType, path: str) -> None:
    """Variants inside of other types stay as pyarrow read them."""
    if isinstance(type_, VariantType):
        checked_group(type_, path, tolerant=False)
    elif pa.types.is_struct(type_):
        for field in fields_of(type_):
            _check_inside(field.type, f"{path}.{field.name}")
    elif is_list(type_) or pa.types.is_fixed_size_list(type_):
        _check_inside(value_field(type_).type, f"{path}.element")
    elif pa.types.is_map(type_):
        _check_inside(cast(Any, type_).item_type, f"{path}.value")


def read_table(
    source: Source,
    *,
    columns: Sequence[str] | None = None,
    row_groups: Sequence[int] | None = None,
    unshred: bool = False,
    tolerant: bool = False,
    limits: Limits = DEFAULT_LIMITS,
) -> pa.Table:
    """`inlay.read_table`, with options for Variants.

    `unshred` puts shredded columns together. `tolerant` reads what writers must not write and readers
    may read: nullable fields, values in two places (typed_value wins).

    Raises StorageError for groups that are no Variants, and with `unshred` what that raises.
    """
    from inlay.tables import opener

    table = read_rows(opener(source), columns, row_groups, tolerant=tolerant)
    if unshred:
        for index, field in enumerate(table.schema):
            if isinstance(field.type, VariantType) and field.type.is_shredded:
                chunks: list[VariantArray] = []
                first = 0
                for chunk in table.column(index).chunks:
                    with counting_from(first):
                        array = as_variants(chunk)
                        chunks.append(put_together(array, tolerant=tolerant, limits=limits))
                    first += len(chunk)
                made: ChunkedArray = cast(Any, pa.chunked_array)(chunks, VariantType())
                table = table.set_column(index, field.with_type(made.type), made)
    return table


def read_path(
    source: Source,
    column: str,
    path: str,
    type: pa.DataType | None = None,
    *,
    row_groups: Sequence[int] | None = None,
    strict: bool = False,
) -> ChunkedArray:
    """`variant_get` on a column of a file, reading only the Parquet columns that the path needs."""
    from inlay.tables import opener

    register()
    steps = parse_path(path)
    with opener(source)(True) as file:
        wanted_of(file, [column], row_groups)
        field = file.schema_arrow.field(column)
    if not isinstance(field.type, VariantType):
        raise StorageError(column, f"is no Variant but {field.type}")
    group = checked_group(field.type, column, tolerant=False)
    through = follows(group, steps)
    with opener(source)(False) as file:
        groups = list(range(file.num_row_groups)) if row_groups is None else list(row_groups)
        wanted = needed_columns(column, group, steps)
        if not wanted:
            rows = sum(file.metadata.row_group(index).num_rows for index in groups)
            return pa.chunked_array([_nothing(rows, type)])
        names = [f"{column}.{METADATA}"]
        if type is not None and through:
            names = []  # they are needed for objects only, and a typed result is none
            wanted = _with_values(open_file(source).metadata, groups, wanted)
        read = file.read_row_groups(groups, columns=[*names, *wanted]).column(0)
    chunks: list[Any] = read.chunks or [pa.array([], read.type)]
    return pa.chunked_array(
        [
            variant_get(wrap(_with_names(_with_uuids(one))), path, type, strict=strict)
            for one in chunks
        ]
    )


def _with_values(metadata: FileMetaData, groups: Sequence[int], wanted: list[str]) -> list[str]:
    """Without the columns that hold nothing but nulls by their statistics; one stays in any case.

    Not inside of lists: pyarrow takes an element with one column of two for something else. By our own metadata:
    pyarrow's ends the process where statistics of sizes are damaged.
    """
    empty = {name for name in wanted if ".typed_value.list.element." not in name}
    for index in groups:
        for chunk in metadata.row_groups[index].columns:
            meta = chunk.meta_data
            if meta is None:  # encrypted
                return wanted
            if meta.statistics is None or meta.statistics.null_count != meta.num_values:
                empty.discard(".".join(meta.path_in_schema))
    return [name for name in wanted if name not in empty] or wanted[:1]


def _nothing(rows: int, type_: pa.DataType | None) -> Array:
    wanted = VariantType() if type_ is None else type_
    found: Array = cast(Any, pa.nulls)(rows, wanted)
    return found


def _with_names(storage: pa.StructArray) -> pa.StructArray:
    """Storage that was read without its metadata, which nobody is going to look at."""
    if storage.type.get_field_index(METADATA) >= 0:
        return storage
    count = len(storage)
    nothing = pa.Array.from_buffers(
        pa.binary(), count, [None, pa.py_buffer(bytes(4 * (count + 1))), pa.py_buffer(b"")], 0
    )
    children = [nothing, *[storage.field(index) for index in range(storage.type.num_fields)]]
    fields = [pa.field(METADATA, pa.binary(), nullable=False), *storage.type]
    mask = storage.is_null() if storage.null_count else None
    return pa.StructArray.from_arrays(children, fields=fields, mask=mask)


def follows(group: Group, steps: Sequence[Step]) -> bool:
    """Whether typed columns lead all the way."""
    for step in steps:
        match group.typed, step:
            case Fields(fields), str() if step in dict(fields):
                group = dict(fields)[step]
            case Elements(element), int():
                group = element
            case _:
                return False
    return True


def needed_columns(prefix: str, group: Group, steps: Sequence[Step]) -> list[str]:
    """The Parquet columns that `variant_get` looks at, as dotted prefixes; the metadata is not among them."""
    if not steps:
        return [f"{prefix}.value"] * group.value + [f"{prefix}.typed_value"] * group.is_shredded
    step, rest = steps[0], steps[1:]
    match group.typed, step:
        case Fields(fields), str() if step in dict(fields):
            return needed_columns(f"{prefix}.typed_value.{step}", dict(fields)[step], rest)
        case Elements(element), int():
            return needed_columns(f"{prefix}.typed_value.list.element", element, rest)
        case _:
            return [f"{prefix}.value"] if group.value else []


def _with_uuids(array: Any) -> Any:
    """UUIDs read without their extension type get it back; the schema was checked with it."""
    if array.type == pa.binary(16):
        return pa.ExtensionArray.from_storage(pa.uuid(), array)
    if isinstance(array, pa.StructArray):
        children = [_with_uuids(array.field(index)) for index in range(array.type.num_fields)]
        fields = [
            array.type.field(index).with_type(child.type) for index, child in enumerate(children)
        ]
        if array.offset or any(a.type != b.type for a, b in zip(fields, array.type, strict=True)):
            mask = array.is_null() if array.null_count else None
            return pa.StructArray.from_arrays(children, fields=fields, mask=mask)
    elif isinstance(array, pa.ListArray) and not array.offset:
        child = _with_uuids(array.values)
        if child.type != array.values.type:
            type_ = pa.list_(array.type.value_field.with_type(child.type))
            buffers = array.buffers()[:2]
            return pa.Array.from_buffers(type_, len(array), buffers, array.null_count, 0, [child])
    return array
