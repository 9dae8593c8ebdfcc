"""Values of places in shredded columns as Variants or as a type; several paths in one pass.

What is left of the paths where typed columns end is looked up in the encoded values, each of which is walked once for all paths
that end in the same column.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, TypeAlias, cast

import pyarrow as pa

from inlay_variant.arrow import kernels
from inlay_variant.arrow.carriers import carrier_of, from_carrier, merge_columns
from inlay_variant.arrow.casting import (
    LOSSLESS,
    Casting,
    cast_values,
    make_cast_error,
    needs_names,
    require_spark_leaf,
)
from inlay_variant.arrow.places import (
    PLAIN,
    Descent,
    GroupColumns,
    build_storage,
    mask_rows,
    storage_at,
)
from inlay_variant.arrow.pure import EMPTY
from inlay_variant.arrow.reshaping import Reshaping, UnfitColumnsError, open_lists
from inlay_variant.arrow.to_arrow import (
    get_nested,
    is_nested,
    read_nested,
    require_spark_type,
    shredding_for,
)
from inlay_variant.arrow.variant_type import VariantArray, VariantType, wrap
from inlay_variant.storage.arrow_classes import Array, ListArray, pc
from inlay_variant.storage.arrow_values import binary
from inlay_variant.storage.leaves import VariantLeaf, leaf_of
from inlay_variant.storage.normalize_storage import normalize_storage
from inlay_variant.storage.shape import VALUE, Elements, Fields, Group
from inlay_variant.value.decode import step_of
from inlay_variant.value.errors import CastError, RowError
from inlay_variant.value.limits import DEFAULT_LIMITS, VariantLimits
from inlay_variant.value.path import Step

_EACH: Final = pa.list_(VariantType())
_SAMPLE: Final = 1024
"""Rows that are looked at before all of them are."""


class WantedLeaf(NamedTuple):
    """A type of single values: the column that they are read into, and what that becomes."""

    column: VariantLeaf
    type: pa.DataType


Wanted: TypeAlias = "WantedLeaf | pa.DataType | None"
"""What a caller asks values as: single values, or a nested type; None for Variants."""


def require_type(type_: pa.DataType | None, *, is_spark: bool = False) -> Wanted:
    """Raises StorageError for a type that values cannot have, or that Spark does not know if its casts are asked for."""
    if type_ is None or isinstance(type_, VariantType):
        return None
    if is_nested(type_):
        shredding_for(type_)
        if is_spark:
            require_spark_type(type_)
        return type_
    column = leaf_of(carrier_of(type_, "type"))
    assert column is not None
    if is_spark:
        require_spark_leaf(column, type_)
    return WantedLeaf(column, type_)


class WantedPath(NamedTuple):
    """A path, as the steps to each `[*]` and those behind the last one, and what its values are asked as."""

    pattern: Sequence[Sequence[Step]]
    wanted: Wanted


class PlacedPath(NamedTuple):
    """A path that typed columns lead to `place`; `rest` is left of its first steps. Places of the same key are the same."""

    key: Hashable
    place: GroupColumns
    rest: Sequence[Step]
    path: WantedPath


def get_paths(
    array: VariantArray,
    paths: Sequence[WantedPath],
    casting: Casting,
    *,
    tolerant: bool,
    limits: VariantLimits,
) -> list[Array]:
    """The values of each path. Raises DamagedRowError and CastError."""
    descent = Descent(normalize_storage(array.storage, array.shape), array.shape)
    placed: list[PlacedPath] = []
    for path in paths:
        steps = path.pattern[0]
        place, count = descent.follow(steps)
        key = tuple(steps[:count]) if steps else None
        placed.append(PlacedPath(key, place, steps[count:], path))
    return get_placed(placed, casting, tolerant=tolerant, limits=limits)


def get_placed(
    paths: Sequence[PlacedPath],
    casting: Casting,
    *,
    tolerant: bool,
    limits: VariantLimits = DEFAULT_LIMITS,
) -> list[Array]:
    """`get_paths` from where typed columns lead no further."""
    rests: dict[Hashable, dict[tuple[Step, ...], None]] = {}
    for path in paths:
        rests.setdefault(path.key, {})[tuple(path.rest)] = None
    ends: dict[tuple[Hashable, tuple[Step, ...]], GroupColumns] = {}
    for key, steps in rests.items():
        place = next(path.place for path in paths if path.key == key)
        looked_up = [rest for rest in steps if rest]
        columns = _look_up(place, looked_up, limits, tolerant) if looked_up else []
        ends.update(((key, rest), column) for rest, column in zip(looked_up, columns, strict=True))
        ends[key, ()] = place
    results: list[Array | None] = [None] * len(paths)
    behind: dict[tuple[Hashable, tuple[Step, ...]], list[int]] = {}
    for at, path in enumerate(paths):
        end = (path.key, tuple(path.rest))
        if len(path.path.pattern) > 1:
            behind.setdefault(end, []).append(at)
            continue
        with _naming(path.path.pattern[0]):
            results[at] = _finish_at(
                ends[end], path.path.wanted, casting, tolerant=tolerant, limits=limits
            )
    for end, places in behind.items():
        inner = [paths[at].path for at in places]
        with _naming(inner[0].pattern[0]):
            arrays = _get_elements(ends[end], inner, casting, tolerant=tolerant, limits=limits)
        for at, array in zip(places, arrays, strict=True):
            results[at] = array
    return cast("list[Array]", results)


def _get_elements(
    place: GroupColumns,
    paths: Sequence[WantedPath],
    casting: Casting,
    *,
    tolerant: bool,
    limits: VariantLimits,
) -> list[Array]:
    """Lists of the values that paths lead to in the elements of the arrays at a place."""
    typed = _open_elements(place)
    if typed is not None:
        try:
            return _get_inside(typed, paths, casting, tolerant=tolerant, limits=limits)
        except RowError:
            pass  # values that are put together say best what is wrong with a row
    elements = _finish_at(place, _EACH, LOSSLESS, tolerant=tolerant, limits=limits)
    return _get_inside(cast(ListArray, elements), paths, casting, tolerant=tolerant, limits=limits)


def _open_elements(place: GroupColumns) -> ListArray | None:
    """Arrays as lists of Variants that are as shredded as they were; None where they are put together first."""
    if not isinstance(place.group.typed, Elements):
        return None
    try:
        return open_lists(place)
    except UnfitColumnsError:
        return None


def _get_inside(
    lists: ListArray,
    paths: Sequence[WantedPath],
    casting: Casting,
    *,
    tolerant: bool,
    limits: VariantLimits,
) -> list[Array]:
    """What paths lead to in the elements of lists."""
    inner = [path._replace(pattern=path.pattern[1:]) for path in paths]
    try:
        arrays = get_paths(
            cast(VariantArray, lists.values), inner, casting, tolerant=tolerant, limits=limits
        )
    except RowError as error:
        row = cast(int, pc.list_parent_indices(lists)[error.row].as_py())
        raise error.moved(row, f"$[*]{error.path.removeprefix('$')}") from None
    buffers = lists.buffers()[:2]
    return [
        pa.Array.from_buffers(
            pa.list_(values.type), len(lists), buffers, lists.null_count, 0, [values]
        )
        for values in arrays
    ]


@contextmanager
def _naming(steps: Sequence[Step]) -> Generator[None]:
    """Errors of values say which steps led to them."""
    try:
        yield
    except CastError as error:
        path = name_steps(steps) + error.path.removeprefix("$")
        raise error.moved(error.row, path) from None


def name_steps(steps: Sequence[Step]) -> str:
    """The steps as a path."""
    return "$" + "".join(step_of(step) if isinstance(step, str) else f"[{step}]" for step in steps)


def _finish_at(
    place: GroupColumns,
    wanted: Wanted,
    casting: Casting,
    *,
    tolerant: bool,
    limits: VariantLimits,
) -> Array:
    """The values of a place as what is wanted."""
    if wanted is None:
        return wrap(storage_at(place))
    if isinstance(wanted, WantedLeaf):
        is_shredded = isinstance(place.group.typed, Fields | Elements)
        if needs_names(wanted.column, casting) and (tolerant or is_shredded):
            place = _put_together(place, limits, tolerant)
        values = _read_leaf(place, wanted.column, casting, limits)
        result = from_carrier(values, wanted.type)
        if casting.raises and result.null_count > values.null_count:
            lost = pc.and_(values.is_valid(), result.is_null())
            row = cast(int, pc.index(lost, True).as_py())
            raise make_cast_error(row, _value_at(place, row, limits, tolerant), wanted.type)
        return result
    if place.group != PLAIN:
        direct = _get_typed(place, wanted, casting, tolerant=tolerant, limits=limits)
        if direct is not None:
            return direct
    storage = storage_at(place)
    if place.group != PLAIN or tolerant:
        storage = kernels.unshred(storage, place.group, limits, tolerant=tolerant)
    return get_nested(storage, wanted, casting, limits)


def _get_typed(
    place: GroupColumns,
    wanted: pa.DataType,
    casting: Casting,
    *,
    tolerant: bool,
    limits: VariantLimits,
) -> Array | None:
    """By the typed columns that there are. None where values are put together first: those say best what is wrong with a row."""
    group = shredding_for(wanted)
    try:
        storage = Reshaping(casting, limits, tolerant=tolerant).reshape(place, group)
        return read_nested(storage, group, wanted, casting, limits)
    except (RowError, UnfitColumnsError):
        return None


def _put_together(place: GroupColumns, limits: VariantLimits, tolerant: bool) -> GroupColumns:
    plain = kernels.unshred(storage_at(place), place.group, limits, tolerant=tolerant)
    value = mask_rows(plain.field(VALUE), plain.is_valid())
    return GroupColumns(plain.field("metadata"), value, None, PLAIN)


def _value_at(place: GroupColumns, row: int, limits: VariantLimits, tolerant: bool) -> bytes:
    """What a row has there, encoded."""
    storage = storage_at(place).slice(row, 1)
    plain = kernels.unshred(storage, place.group, limits, tolerant=tolerant)
    return cast(bytes, plain.field(VALUE)[0].as_py())


def _look_up(
    place: GroupColumns, paths: Sequence[Sequence[Step]], limits: VariantLimits, tolerant: bool
) -> list[GroupColumns]:
    """The rests of paths are in the encoded values, if they are anywhere."""
    if place.value is None:
        nothing: Array = cast(Any, pa.nulls)(len(place.metadata), pa.binary())
        columns = [nothing] * len(paths)
    else:
        storage = build_storage(place.metadata, [place.value], PLAIN, place.value.is_valid())
        columns = kernels.look_up_values(storage, paths, limits, tolerant=tolerant)
    return [GroupColumns(place.metadata, column, None, PLAIN) for column in columns]


def _read_leaf(
    place: GroupColumns,
    leaf: VariantLeaf,
    casting: Casting,
    limits: VariantLimits,
) -> Array:
    """Typed columns are cast before what is left over, and of several errors the one of the first row is raised."""
    try:
        return _typed(place, leaf, casting, limits)
    except RowError as error:
        if place.typed is not None and place.value is not None:
            left = mask_rows(place.value, place.typed.is_null())
            assert left is not None
            try:
                cast_values(left, place.metadata, leaf, casting, limits)
            except RowError as other:
                if other.row < error.row:
                    raise other from None
        raise


def _typed(
    place: GroupColumns, leaf: VariantLeaf, casting: Casting, limits: VariantLimits
) -> Array:
    own = place.group.typed
    typed = place.typed
    value = place.value
    if isinstance(own, VariantLeaf) and typed is not None:
        direct = typed if own == leaf else _converted(typed, own, leaf, casting, limits)
        if value is None or value.null_count == len(value) or _are_null(value):
            return direct
        left = mask_rows(value, typed.is_null())
        assert left is not None
        rest = cast_values(left, place.metadata, leaf, casting, limits)
        return direct if rest.null_count == len(rest) else merge_columns(direct, rest)
    if value is None:
        value = pa.nulls(len(place.metadata), pa.binary())
    if typed is not None and casting.raises and typed.null_count < len(typed):
        # An object or an array is not a value of a primitive type.
        empty = b"\x03\0\0" if isinstance(own, Elements) else b"\x02\0\0"
        value = pc.if_else(typed.is_valid(), binary(empty), value)
    return cast_values(value, place.metadata, leaf, casting, limits)


def _are_null(value: Array) -> bool:
    """Whether the encoded values are nothing but Variant nulls, which is what optional fields leave over."""
    first = value.slice(0, _SAMPLE)
    return all(
        pc.all(pc.equal(part, binary(b"\0")), min_count=0).as_py() for part in (first, value)
    )


def _converted(
    typed: Array, own: VariantLeaf, leaf: VariantLeaf, casting: Casting, limits: VariantLimits
) -> Array:
    order = (pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.float64())
    if own.arrow in order and leaf.arrow in order[order.index(own.arrow) :]:
        return typed.cast(leaf.arrow, safe=False)  # to a wider type, as Variants would have it
    # Through the encoding, which knows how the types of Variants relate.
    group = Group(False, own)
    names = pa.repeat(binary(EMPTY[0]), len(typed))
    storage = build_storage(names, [typed], group, typed.is_valid())
    plain = kernels.unshred(storage, group, DEFAULT_LIMITS, tolerant=False)
    return cast_values(plain.field(VALUE), names, leaf, casting, limits)
