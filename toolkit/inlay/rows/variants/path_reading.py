"""Paths out of a column of a file, of which no more Parquet columns are read than they need."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any
from typing import cast as cast_type

import pyarrow as pa

from inlay.footers.footer.read import read_footer
from inlay.ground.arrow_fields import field_in
from inlay.ground.arrow_rows import children_of, items_of, make_struct, wrap_storage
from inlay.ground.files.source import Source
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.writers.created_by import writer_of
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.open_parts import open_parts
from inlay.pages.engine.page_counts import PageCounts
from inlay.pages.engine.range_reader import RangeReader
from inlay.rows.pruning.null_chunks import may_pass_over
from inlay.rows.variants.chosen_rows import ChosenRows, join_masks, place_chosen_errors
from inlay.rows.variants.leaf_reading import LeafFile, read_by_leaves
from inlay.rows.variants.named_places import find_place
from inlay.rows.variants.needed_columns import follows, list_needed_columns
from inlay.rows.variants.nested_path_reading import read_inside
from inlay.rows.variants.opener import Opener, choose_opener
from inlay.rows.variants.reading import wanted_of
from inlay_variant.arrow.casting import Casting, needs_names
from inlay_variant.arrow.getting import WantedLeaf, WantedPath, get_paths
from inlay_variant.arrow.sound_types import make_sound_type
from inlay_variant.arrow.variant_get import Paths, make_structs, parse_paths
from inlay_variant.arrow.variant_type import VariantArray, VariantType, wrap
from inlay_variant.storage.arrow_classes import Array, ChunkedArray, fields_of
from inlay_variant.storage.normalize_storage import normalize_storage
from inlay_variant.storage.shape import METADATA, Group, shape_of
from inlay_variant.value.errors import StorageError, counting_from
from inlay_variant.value.limits import DEFAULT_LIMITS
from parquet_format.parquet import FileMetaData


def read_paths(
    source: Source,
    column: str,
    path: Paths,
    type_: pa.DataType | None,
    casting: Casting,
    row_groups: Sequence[int] | None,
    *,
    tolerant: bool,
    chosen: Sequence[ChosenRows] | None = None,
    leaves: LeafFile | None = None,
    counts: PageCounts | None = None,
) -> ChunkedArray:
    """What `inlay.variant.read_path` gives, of the rows that are `chosen`, if any are. `leaves` is the file where it is open already.
    What is read is added to the `counts`.

    Below lists and maps, casts are tried of the other rows of their row groups, too.
    """
    named = parse_paths(path, type_, casting)
    paths = list(named.values())
    column, is_inside = find_place(source, column)
    if is_inside:
        first_steps = [wanted.pattern[0] for wanted in paths]

        def get(variants: VariantArray) -> Array:
            columns = get_paths(variants, paths, casting, tolerant=tolerant, limits=DEFAULT_LIMITS)
            return columns[0] if isinstance(path, str) else make_structs(list(named), columns)

        if chosen is None:
            return read_inside(source, column, first_steps, get, row_groups=row_groups)
        groups = [rows.group for rows in chosen]
        every = read_inside(source, column, first_steps, get, row_groups=groups, counts=counts)
        return every.filter(join_masks([rows.spread() for rows in chosen]))
    columns = read_by_leaves(
        source,
        column,
        paths,
        casting,
        row_groups=row_groups,
        tolerant=tolerant,
        chosen=chosen,
        leaves=leaves,
        counts=counts,
    )
    if columns is None:
        columns = read_by_rows(
            source,
            column,
            paths,
            casting,
            row_groups=row_groups,
            tolerant=tolerant,
            chosen=chosen,
            counts=counts,
        )
    if isinstance(path, str):
        return columns[0]
    chunks = zip(*(values.chunks for values in columns), strict=True)
    return pa.chunked_array([make_structs(list(named), list(arrays)) for arrays in chunks])


def read_by_rows(
    source: Source,
    column: str,
    paths: Sequence[WantedPath],
    casting: Casting,
    *,
    row_groups: Sequence[int] | None,
    tolerant: bool,
    chosen: Sequence[ChosenRows] | None = None,
    open_file: Opener | None = None,
    counts: PageCounts | None = None,
) -> list[ChunkedArray]:
    """The same for every file and path: pyarrow reads the columns, with the structs around them."""
    open_file = choose_opener(source) if open_file is None else open_file
    if chosen is not None:
        row_groups = [rows.group for rows in chosen]
    with open_file(True) as file:
        wanted_of(file, [column], row_groups)
        field = field_in(file.schema_arrow, column)
    sound = make_sound_type(field.type, column, quiet=False)
    if pa.types.is_struct(sound) and sound.get_field_index(METADATA) >= 0:
        sound = VariantType(sound)  # without an annotation, as Spark 4.0 writes them
    if not isinstance(sound, VariantType):
        raise StorageError(column, f"is not a Variant but {field.type}")
    group = sound.shape
    with open_file(False) as file:
        groups = list(range(file.num_row_groups)) if row_groups is None else list(row_groups)
        needed = [list_needed_columns(column, group, path.pattern[0]) for path in paths]
        wanted = list(dict.fromkeys(name for names in needed for name in names))
        if not wanted:
            rows = sum(file.metadata.row_group(index).num_rows for index in groups)
            if chosen is not None:
                rows = sum(some.num_chosen for some in chosen)
            return [pa.chunked_array([_nothing(rows, path)]) for path in paths]
        names = [f"{column}.{METADATA}"]
        if all(_needs_no_names(path, group, casting) for path in paths):
            names = []  # they are needed for objects only, and single values are none
            with open_parts(source) as (reader, footer):
                wanted = _with_values(reader, footer.metadata, groups, wanted)
        if counts is not None:
            counts.add_chunks(read_footer(source).metadata, groups, [*names, *wanted])
        read = file.read_row_groups(groups, columns=[*names, *wanted]).column(0)
    chunks: list[Any] = read.chunks or [cast_type(Any, pa.nulls)(0, read.type)]
    get = partial(get_paths, paths=paths, casting=casting, tolerant=tolerant, limits=DEFAULT_LIMITS)
    parts: list[list[Array]] = []
    mask = None if chosen is None else join_masks([rows.spread() for rows in chosen])
    first = done = 0
    for chunk in chunks:
        variants = _variants(chunk)
        if mask is not None and chosen is not None:
            kept = wrap(variants.storage.filter(mask.slice(first, len(chunk))))
            with place_chosen_errors(chosen, done):
                parts.append(get(kept))
            done += len(kept)
        else:
            with counting_from(first):
                parts.append(get(variants))
        first += len(chunk)
    return [pa.chunked_array(list(arrays)) for arrays in zip(*parts, strict=True)]


def _needs_no_names(path: WantedPath, group: Group, casting: Casting) -> bool:
    """Whether typed columns lead all the way, to single values that are never put together from an object."""
    if len(path.pattern) > 1 or not isinstance(path.wanted, WantedLeaf):
        return False
    return follows(group, path.pattern[0]) and not needs_names(path.wanted.column, casting)


def _variants(chunk: Any) -> VariantArray:
    """Storage of which columns are missing. pyarrow takes what is left of an element for nullable."""
    plain = chunk.storage if isinstance(chunk, pa.ExtensionArray) else chunk
    storage = _with_names(cast_type(pa.StructArray, _with_uuids(plain)))
    return wrap(normalize_storage(storage, shape_of(storage.type, tolerant=True)))


def _with_values(
    reader: RangeReader, metadata: FileMetaData, groups: Sequence[int], wanted: list[str]
) -> list[str]:
    """Without the columns that hold nothing but nulls by their statistics; one stays in any case.

    Not inside of lists: pyarrow takes an element with one column of two for something else. By our own metadata:
    pyarrow's is not asked about chunks of files that may be damaged.
    """
    empty = {name for name in wanted if ".typed_value.list.element." not in name}
    leaves, writer = SchemaTree(metadata.schema).leaves, writer_of(metadata.created_by)
    for index in groups:
        rows = metadata.row_groups[index].num_rows
        for leaf, chunk in zip(leaves, metadata.row_groups[index].columns, strict=True):
            meta = chunk.meta_data
            if meta is None:  # encrypted
                return wanted
            name, highest = ".".join(meta.path_in_schema), Leaf.of(leaf).max_definition
            if name in empty and not may_pass_over(reader, chunk, rows, highest, writer):
                empty.discard(name)
    return [name for name in wanted if name not in empty] or wanted[:1]


def _nothing(rows: int, path: WantedPath) -> Array:
    """Nulls, in a list for each `[*]`."""
    type_ = path.wanted.type if isinstance(path.wanted, WantedLeaf) else path.wanted
    wanted = VariantType() if type_ is None else type_
    for _ in path.pattern[1:]:
        wanted = pa.list_(wanted)
    nulls: Array = cast_type(Any, pa.nulls)(rows, wanted)
    return nulls


def _with_names(storage: pa.StructArray) -> pa.StructArray:
    """Storage that was read without its metadata, which nobody is going to look at."""
    if storage.type.get_field_index(METADATA) >= 0:
        return storage
    count = len(storage)
    nothing = pa.Array.from_buffers(
        pa.binary(), count, [None, pa.py_buffer(bytes(4 * (count + 1))), pa.py_buffer(b"")], 0
    )
    children = [nothing, *children_of(storage)]
    fields = [pa.field(METADATA, pa.binary(), nullable=False), *fields_of(storage.type)]
    mask = storage.is_null() if storage.null_count else None
    return make_struct(children, fields, mask)


def _with_uuids(array: Array) -> Array:
    """UUIDs read without their extension type get it back; the schema was checked with it."""
    if array.type == pa.binary(16):
        return wrap_storage(pa.uuid(), array)
    if isinstance(array, pa.StructArray):
        children = [_with_uuids(child) for child in children_of(array)]
        before = fields_of(array.type)
        fields = [
            field.with_type(child.type) for field, child in zip(before, children, strict=True)
        ]
        if array.offset or any(a.type != b.type for a, b in zip(fields, before, strict=True)):
            mask = array.is_null() if array.null_count else None
            return make_struct(children, fields, mask)
    elif isinstance(array, pa.ListArray) and not array.offset:
        items = items_of(array)
        child = _with_uuids(items)
        if child.type != items.type:
            type_ = pa.list_(array.type.value_field.with_type(child.type))
            buffers = array.buffers()[:2]
            return pa.Array.from_buffers(type_, len(array), buffers, array.null_count, 0, [child])
    return array
