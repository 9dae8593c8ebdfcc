"""How a column of a table is made: which paths it needs, and what becomes of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import pyarrow as pa

from inlay.footers.designs.build import array_from
from inlay.footers.designs.extracted import Array, list_of
from inlay.footers.extensions.uuid_guess import guess_uuid
from inlay.ground.arrow_functions import compute
from inlay.ground.arrow_rows import items_of
from inlay.tables.columnar.arrow import fields_of, list_of_structs
from inlay.tables.columnar.extracted_arrays import ExtractedArrays

if TYPE_CHECKING:
    from enum import IntEnum

Needs: TypeAlias = Mapping[str, Sequence[str]]
"""Paths of columns, by the path of their rows."""


@dataclass(frozen=True, slots=True)
class Recipe:  # pyright knows the parameter of no lambda that a NamedTuple is made of
    needs: Needs
    build: Callable[[ExtractedArrays], Array]


Recipes: TypeAlias = Mapping[str, Recipe]


def join_needs(*needs: Needs) -> Needs:
    """All that any of them needs."""
    merged: dict[str, list[str]] = {}
    for need in needs:
        for rows, paths in need.items():
            merged.setdefault(rows, []).extend(paths)
    return merged


def take_plain(rows: str, path: str) -> Recipe:
    """The column as it is."""
    return Recipe({rows: [path]}, lambda source: source.array(rows, path))


def take_ordinal(rows: str, level: int) -> Recipe:
    """The footer (0), or a position in one of the lists on the way to the rows."""
    return Recipe({rows: []}, lambda source: source.ordinal(rows, level))


def read_names(rows: str, path: str, enum: type[IntEnum]) -> Recipe:
    """The names of an enum's values, or of a union's tags."""
    return Recipe({rows: [path]}, lambda source: names_of(source.array(rows, path), enum))


def list_of_names(rows: str, path: str, enum: type[IntEnum]) -> Recipe:
    def build(source: ExtractedArrays) -> Array:
        column = source.column(rows, path)
        return list_of(column, names_of(items_of(source.array(rows, path)), enum))

    return Recipe({rows: [path]}, build)


def take_structs(
    rows: str, path: str, type_: pa.DataType, enums: Mapping[str, type[IntEnum]] | None = None
) -> Recipe:
    """A list of structs from the list at `path`, whose fields are named as those of the type."""
    fields = list(fields_of(type_))
    paths = [f"{path}[].{field}" for field in fields]

    def build(source: ExtractedArrays) -> Array:
        items = [items_of(source.array(rows, path)) for path in paths]
        for at, field in enumerate(fields):
            if enums and field in enums:
                items[at] = names_of(items[at], enums[field])
        return list_of_structs([source.column(rows, path) for path in paths], items, type_)

    return Recipe({rows: paths}, build)


def take_extension(rows: str, prefix: str = "", path: str = "extension") -> Recipes:
    """The length of an extension, and whose its payload seems to be."""
    return {
        f"{prefix}extension_length": take_plain(rows, f"{path}@size"),
        f"{prefix}extension_uuid": Recipe(
            {rows: [f"{path}@edges"]}, lambda source: _uuids(source.array(rows, f"{path}@edges"))
        ),
    }


def names_of(values: Array, enum: type[IntEnum]) -> Array:
    """Names in place of numbers; each number that occurs is looked up once."""
    known = _known_names(enum)
    ends = compute.min_max(values)
    least, most = ends["min"].as_py(), ends["max"].as_py()
    if least is not None and least >= 0 and most < len(known):
        if least == most and not values.null_count:
            repeated: Array = cast(Any, pa.repeat)(known[least], len(values))
            return repeated
        return known.take(values)
    encoded = values.dictionary_encode()
    names = array_from([enum(value).name for value in encoded.dictionary.to_pylist()], pa.string())
    return names.take(encoded.indices)


@cache
def _known_names(enum: type[IntEnum]) -> Array:
    """The names of an open enum, from 0 to the last value that it has."""
    return array_from([enum(value).name for value in range(max(enum) + 1)], pa.string())


def _uuids(edges: Array) -> Array:
    if edges.null_count == len(edges):
        return pa.nulls(len(edges), pa.string())
    guesses = [
        guess_uuid(payload) if payload is not None else None for payload in edges.to_pylist()
    ]
    return array_from([guess and str(guess.uuid) for guess in guesses], pa.string())
