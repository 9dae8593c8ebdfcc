"""`read_path`: one path out of a column of a file, of which no more Parquet columns are read than it needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pyarrow as pa

from inlay.files.source import Source
from inlay.footer.read import read_footer
from inlay.variants.leaf_reading import read_by_leaves
from inlay.variants.opener import Opener, choose_opener
from inlay.variants.reading import wanted_of
from inlay_variant.arrow.getting import WantedLeaf, require_type, variant_get
from inlay_variant.arrow.sound_types import make_sound_type
from inlay_variant.arrow.variant_type import VariantArray, VariantType, wrap
from inlay_variant.storage.arrow_classes import Array, ChunkedArray
from inlay_variant.storage.normalize_storage import normalize_storage
from inlay_variant.storage.shape import METADATA, Elements, Fields, Group, shape_of
from inlay_variant.value.errors import StorageError
from inlay_variant.value.path import Step, parse_pattern
from parquet_format.parquet import FileMetaData


def read_path(
    source: Source,
    column: str,
    path: str,
    type: pa.DataType | None = None,
    *,
    row_groups: Sequence[int] | None = None,
    strict: bool = False,
    tolerant: bool = False,
) -> ChunkedArray:
    """`variant_get` on a column of a file, reading only the Parquet columns that the path needs."""
    steps, *inside = parse_pattern(path)
    wanted = require_type(type)
    if not inside:
        values = read_by_leaves(
            source, column, steps, wanted, row_groups=row_groups, strict=strict, tolerant=tolerant
        )
        if values is not None:
            return values
    return read_by_rows(
        source, column, path, type, row_groups=row_groups, strict=strict, tolerant=tolerant
    )


def read_by_rows(
    source: Source,
    column: str,
    path: str,
    type: pa.DataType | None,
    *,
    row_groups: Sequence[int] | None,
    strict: bool,
    tolerant: bool,
) -> ChunkedArray:
    """The same for every file and path: pyarrow reads the columns, with the structs around them."""
    parts = read_needed(source, choose_opener(source), column, path, type, row_groups)
    if isinstance(parts, int):
        return pa.chunked_array([make_nothing(parts, path, type)])
    return pa.chunked_array(
        [variant_get(part, path, type, strict=strict, tolerant=tolerant) for part in parts]
    )


def read_needed(
    source: Source,
    open_file: Opener,
    column: str,
    path: str,
    type: pa.DataType | None,
    row_groups: Sequence[int] | None,
) -> list[VariantArray] | int:
    """The rows of a column with as much of it as a path needs, at least one array; the number of rows where it needs nothing."""
    steps, *inside = parse_pattern(path)
    with open_file(True) as file:
        wanted_of(file, [column], row_groups)
        field = file.schema_arrow.field(column)
    sound = make_sound_type(field.type, column, quiet=False)
    if not isinstance(sound, VariantType):
        raise StorageError(column, f"is no Variant but {field.type}")
    group = sound.shape
    with open_file(False) as file:
        groups = list(range(file.num_row_groups)) if row_groups is None else list(row_groups)
        wanted = list_needed_columns(column, group, steps)
        if not wanted:
            return sum(file.metadata.row_group(index).num_rows for index in groups)
        names = [f"{column}.{METADATA}"]
        is_single = isinstance(require_type(type), WantedLeaf) and not inside
        if is_single and follows(group, steps):
            names = []  # they are needed for objects only, and single values are none
            wanted = _with_values(read_footer(source).metadata, groups, wanted)
        read = file.read_row_groups(groups, columns=[*names, *wanted]).column(0)
    chunks: list[Any] = read.chunks or [cast(Any, pa.nulls)(0, read.type)]
    return [_variants(chunk) for chunk in chunks]


def _variants(chunk: Any) -> VariantArray:
    """Storage of which columns are missing. pyarrow takes what is left of an element for nullable."""
    plain = chunk.storage if isinstance(chunk, pa.ExtensionArray) else chunk
    storage = _with_names(_with_uuids(plain))
    return wrap(normalize_storage(storage, shape_of(storage.type, tolerant=True)))


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


def make_nothing(rows: int, path: str, type_: pa.DataType | None) -> Array:
    """Nulls of a type, or of Variants, in as many lists as the path has `[*]`."""
    wanted = VariantType() if type_ is None else type_
    for _ in parse_pattern(path)[1:]:
        wanted = pa.list_(wanted)
    nulls: Array = cast(Any, pa.nulls)(rows, wanted)
    return nulls


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


def list_needed_columns(prefix: str, group: Group, steps: Sequence[Step]) -> list[str]:
    """The Parquet columns that `variant_get` looks at, as dotted prefixes; the metadata is not among them."""
    if not steps:
        return [f"{prefix}.value"] * group.value + [f"{prefix}.typed_value"] * group.is_shredded
    step, rest = steps[0], steps[1:]
    match group.typed, step:
        case Fields(fields), str() if step in dict(fields):
            return list_needed_columns(f"{prefix}.typed_value.{step}", dict(fields)[step], rest)
        case Elements(element), int():
            return list_needed_columns(f"{prefix}.typed_value.list.element", element, rest)
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
