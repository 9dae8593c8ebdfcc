"""A column that is to become Variants, whatever it is in its file: Variants, JSON text, or not there at all.

The Variants of a file may lack their annotation, as those of Spark 4.0 do: a group of binary `metadata` and `value`
is taken for one if somebody names it. Inside of a column (`items.element`), only annotated Variants are taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pyarrow as pa

from inlay.ground.arrow_fields import field_in, fields_in
from inlay_runtime.errors import InlayError
from inlay_variant.arrow.json_column import from_json_array
from inlay_variant.arrow.nested_columns import list_paths_of, list_steps
from inlay_variant.arrow.nested_types import list_inner_fields
from inlay_variant.arrow.shredding import unshred
from inlay_variant.arrow.variant_type import VariantArray, VariantType, wrap
from inlay_variant.storage.arrow_classes import Array
from inlay_variant.storage.shape import is_binary
from inlay_variant.value.errors import StorageError


class SourceColumnError(InlayError):
    """A column that cannot become Variants. `error_id` stays the same for ever."""

    def __init__(self, name: str, error_id: str, what: str) -> None:
        super().__init__(name, error_id, what)
        self.name = name
        self.error_id = error_id
        self.what = what

    def __str__(self) -> str:
        return f"{self.name}: {self.what}"


def is_there(schema: pa.Schema, name: str) -> bool:
    """Whether a file of this schema has the column, in a form that can be read as Variants.

    Raises SourceColumnError for another form, for two columns of the name, and for one whose name differs in case:
    Spark would take it for the same.
    """
    places = schema.get_all_field_indices(name)
    if len(places) > 1:
        raise SourceColumnError(name, "column-twice", "there are two columns of this name")
    if not places:
        for other in schema.names:
            if other.casefold() == name.casefold():
                what = f"the column is called {other!r} here, which Spark takes for the same"
                raise SourceColumnError(name, "column-case", what)
        return False
    type_ = field_in(schema, places[0]).type
    if _is_text(_plain(type_)) or isinstance(type_, VariantType):
        return True
    try:
        VariantType(type_)
    except StorageError as error:
        what = f"is neither Variants nor JSON text but {type_}"
        if pa.types.is_struct(type_) and type_.get_field_index("metadata") >= 0:
            what = f"is not a Variant: {error}"
        raise SourceColumnError(name, "column-type", what) from None
    return True


def is_inside(schema: pa.Schema, path: str) -> bool:
    """Whether a path leads to Variants inside of a column.

    Raises SourceColumnError where it leads to something else, where two columns have it, and where names on the way differ in
    case.
    """
    ends = [
        (place, type_)
        for field in fields_in(schema)
        for place, type_ in _find_ends(field.type, field.name, path.casefold())
    ]
    exact = [type_ for place, type_ in ends if place == path]
    if len(exact) > 1:
        raise SourceColumnError(path, "column-twice", "there are two places of this path")
    if ends and not exact:
        what = f"the path is {ends[0][0]!r} here, which Spark takes for the same"
        raise SourceColumnError(path, "column-case", what)
    if exact and not isinstance(exact[0], VariantType):
        what = f"is {exact[0]}; inside of a column, only annotated Variants are shredded"
        raise SourceColumnError(path, "column-type", what)
    return bool(exact)


def _find_ends(type_: pa.DataType, path: str, folded: str) -> Iterator[tuple[str, pa.DataType]]:
    """What lies inside of a column at a path, whose case does not matter."""
    for step, inner in zip(list_steps(type_), list_inner_fields(type_), strict=True):
        place = f"{path}.{step}"
        if place.casefold() == folded:
            yield place, inner.type
        elif folded.startswith(f"{place.casefold()}."):
            yield from _find_ends(inner.type, place, folded)


def could_be(schema: pa.Schema) -> list[str]:
    """The names of columns, and the paths inside of them, that could be meant, for whoever named another one."""
    names: list[str] = []
    for name in dict.fromkeys(schema.names):
        try:
            if is_there(schema, name):
                names.append(name)
        except SourceColumnError:
            continue
    return [
        *names,
        *(
            path
            for field in fields_in(schema)
            for path in list_paths_of(field)
            if path not in names
        ),
    ]


def as_plain(column: Array, *, tolerant: bool = False) -> VariantArray:
    """A chunk of such a column as Variants that are not shredded; `tolerant` as `unshred` has it.

    Raises DamagedRowError with the row of what is not JSON or no Variant, ShreddingError, StorageError.
    """
    if isinstance(column, VariantArray):
        return unshred(column, tolerant=tolerant)
    if pa.types.is_struct(column.type):
        return unshred(wrap(cast(pa.StructArray, column)), tolerant=tolerant)
    if isinstance(column, pa.DictionaryArray):
        return from_json_array(cast(Array, column.dictionary_decode()))
    return from_json_array(column)


def _plain(type_: pa.DataType) -> pa.DataType:
    if pa.types.is_dictionary(type_):
        return cast(pa.DataType, type_.value_type)
    return type_


def _is_text(type_: pa.DataType) -> bool:
    if isinstance(type_, pa.JsonType):
        return True
    return bool(
        is_binary(type_)
        or pa.types.is_string(type_)
        or pa.types.is_large_string(type_)
        or pa.types.is_string_view(type_)
    )
