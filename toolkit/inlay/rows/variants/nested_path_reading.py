"""`read_path` below lists, maps and structs: Variants inside of a column, and no more Parquet columns than the path needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import pyarrow as pa

from inlay.footers.footer.read import read_footer
from inlay.ground.arrow_fields import Field, fields_in
from inlay.ground.files.source import Source
from inlay.pages.engine.page_counts import PageCounts
from inlay.rows.variants.annotated_file import AnnotatedFile
from inlay.rows.variants.named_columns import refuse_shared_place
from inlay.rows.variants.needed_columns import list_needed_columns
from inlay.rows.variants.opener import choose_opener
from inlay.rows.variants.reading import wanted_of, with_variants
from inlay_variant.arrow.nested_columns import (
    list_paths_of,
    list_steps,
    list_variant_paths,
    make_empty,
    map_variants,
)
from inlay_variant.arrow.nested_types import list_inner_fields, with_inner
from inlay_variant.arrow.registration import is_known
from inlay_variant.arrow.retyping import retype
from inlay_variant.arrow.sound_types import make_sound_type
from inlay_variant.arrow.variant_type import VariantArray, VariantType
from inlay_variant.storage.arrow_classes import Array, ChunkedArray
from inlay_variant.storage.shape import METADATA
from inlay_variant.value.errors import StorageError, counting_from
from inlay_variant.value.path import Step


def read_inside(
    source: Source,
    column: str,
    paths: Sequence[Sequence[Step]],
    get: Callable[[VariantArray], Array],
    *,
    row_groups: Sequence[int] | None,
    counts: PageCounts | None = None,
) -> ChunkedArray:
    """What `get` gives of the Variants at `column`, with lists for the lists on the way there, and maps for maps. It looks at no more
    than these paths. What is read is added to the `counts`.

    Raises StorageError where there are no Variants, and ColumnNameError where they are at two places of this path.
    """
    with choose_opener(source)(True) as file:
        _, groups = wanted_of(file, None, row_groups)
        wanted = groups if groups is not None else list(range(file.num_row_groups))
        there = [
            (path, field) for field in fields_in(file.schema_arrow) for path in list_paths_of(field)
        ]
        places = [field for path, field in there if path == column]
        if len(places) > 1:
            raise refuse_shared_place(column, column)
        if not places:
            paths_there = ", ".join(dict.fromkeys(path or '""' for path, _ in there))
            where = f"; they are in {paths_there}" if there else ""
            rule = f"leads to no Variants{where}"
            raise StorageError(column, rule)
        place = places[0]
        names = _list_needed(file, place, column, paths)
        if is_known():  # pyarrow cannot make a type that is registered of a part of its columns
            names = [place.name]
        if counts is not None:
            counts.add_chunks(read_footer(source).metadata, wanted, names)
        read = file.read_row_groups(wanted, columns=names)
    if names == [place.name]:
        values: ChunkedArray = with_variants(read).column(0)
    else:
        raw = read.column(0)
        values = cast(ChunkedArray, retype(raw, _mark(raw.type, place.name, column)))
    chunks: list[Array] = []
    first = 0
    for chunk in values.chunks or [make_empty(values.type)]:
        with counting_from(first):
            mapped = map_variants(chunk, place.name, lambda variants, _: get(variants), only=column)
            chunks.append(mapped)
        first += len(chunk)
    return cast(ChunkedArray, cast(Any, pa.chunked_array)(chunks, chunks[0].type))


def _list_needed(
    file: AnnotatedFile, place: Field, column: str, paths: Sequence[Sequence[Step]]
) -> list[str]:
    """The Parquet columns, as dotted prefixes; the whole column where the leaves are not those of the type."""
    leaves = [file.schema.column(at).path for at in range(len(file.schema))]
    first = 0
    for field in fields_in(file.schema_arrow):
        if field == place:
            break
        first += _count_leaves(field.type)
    keys: list[int] = []
    start, after = _find_leaves(place.type, place.name, column, first, keys)
    prefixes = [
        leaf.removesuffix(f".{METADATA}")
        for leaf in leaves[start:after]
        if leaf.endswith(f".{METADATA}")
    ]
    if not prefixes:
        return [place.name]
    prefix = min(prefixes, key=len)
    group = dict(list_variant_paths(place.type, place.name))[column].shape
    needed = [name for steps in paths for name in list_needed_columns(prefix, group, steps)]
    return [*(leaves[key] for key in keys), f"{prefix}.{METADATA}", *dict.fromkeys(needed)]


def _find_leaves(
    type_: pa.DataType, path: str, wanted: str, first: int, keys: list[int]
) -> tuple[int, int]:
    """The first leaf of the Variant at a path, and the one behind its last. The leaves of keys of maps on the way
    are added to `keys`: without them, pyarrow takes a map for a list."""
    if path == wanted:
        return first, first + _count_leaves(type_)
    for step, field in zip(list_steps(type_), list_inner_fields(type_), strict=True):
        where = f"{path}.{step}"
        if wanted in dict(list_variant_paths(field.type, where)):
            return _find_leaves(field.type, where, wanted, first, keys)
        after = first + _count_leaves(field.type)
        keys += range(first, after) if pa.types.is_map(type_) else ()
        first = after
    return first, first


def _count_leaves(type_: pa.DataType) -> int:
    if isinstance(type_, pa.BaseExtensionType):
        return _count_leaves(type_.storage_type)
    inner = list_inner_fields(type_)
    if not inner and not pa.types.is_struct(type_):
        return 1
    return sum(_count_leaves(field.type) for field in inner)


def _mark(type_: pa.DataType, path: str, wanted: str) -> pa.DataType:
    """The type of a part of a column, with a Variant at the path."""
    if path == wanted:
        return make_sound_type(VariantType(type_, checked=False), path, quiet=True)
    inner = [
        (
            field.with_type(_mark(field.type, f"{path}.{step}", wanted))
            if f"{wanted}.".startswith(f"{path}.{step}.")
            else field
        )
        for step, field in zip(list_steps(type_), list_inner_fields(type_), strict=True)
    ]
    return with_inner(type_, inner)
