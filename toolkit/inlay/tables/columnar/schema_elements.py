"""One row per schema element."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

import pyarrow as pa

from inlay.footers.designs.build import DOT, array_from
from inlay.footers.designs.extracted import Array
from inlay.ground.arrow_functions import compute
from inlay.ground.arrow_rows import items_of
from inlay.tables.columnar import meanings, trees
from inlay.tables.columnar.arrow import offsets_of
from inlay.tables.columnar.extracted_arrays import ExtractedArrays
from inlay.tables.columnar.meanings import build_texts, format_logical_type
from inlay.tables.columnar.paths import ELEMENTS, FOOTERS
from inlay.tables.columnar.recipe import (
    Recipe,
    Recipes,
    join_needs,
    names_of,
    read_names,
    take_extension,
    take_ordinal,
    take_plain,
)
from inlay.tables.columnar.trees import Trees
from parquet_format.parquet import ColumnOrder, ConvertedType, FieldRepetitionType, Type


def _recipe_of_place(values: Callable[[Trees], Sequence[object]], type_: pa.DataType) -> Recipe:
    """What the place of an element in its tree says."""
    return Recipe(trees.NEEDS, lambda source: array_from(values(source.trees), type_))


def _paths(source: ExtractedArrays) -> Array:
    return array_from(source.trees.paths, pa.list_(pa.string()))


def _logical_types(source: ExtractedArrays) -> Array:
    meanings = source.meanings
    return build_texts(
        [format_logical_type(element) for element in meanings.elements], meanings.kinds
    )


def _column_orders(source: ExtractedArrays) -> Array:
    """The list has an entry for each leaf, in their order."""
    orders = names_of(items_of(source.array(FOOTERS, _ORDERS)), ColumnOrder)
    offsets = offsets_of(source.array(FOOTERS, _ORDERS))
    spans = dict(zip(source.footers, pairwise(offsets), strict=True))
    places: list[int | None] = []
    for footer, column in zip(
        source.ordinal(ELEMENTS, 0).to_pylist(), source.trees.columns, strict=True
    ):
        start, end = spans[footer]
        places.append(start + column if column is not None and column < end - start else None)
    return orders.take(array_from(places, pa.int32()))


_ORDERS: Final = "column_orders[]"

RECIPES: Final[Recipes] = {
    "element": take_ordinal(ELEMENTS, 1),
    "parent": _recipe_of_place(lambda tree: tree.parents, pa.int32()),
    "depth": _recipe_of_place(lambda tree: tree.depths, pa.int32()),
    "path": Recipe(trees.NEEDS, lambda source: compute.binary_join(_paths(source), DOT)),
    "path_in_schema": Recipe(trees.NEEDS, _paths),
    "name": take_plain(ELEMENTS, "name"),
    "repetition": read_names(ELEMENTS, "repetition_type", FieldRepetitionType),
    "physical_type": read_names(ELEMENTS, "type", Type),
    "converted_type": read_names(ELEMENTS, "converted_type", ConvertedType),
    "logical_type": Recipe(meanings.NEEDS, _logical_types),
    "type_length": take_plain(ELEMENTS, "type_length"),
    "num_children": take_plain(ELEMENTS, "num_children"),
    "scale": take_plain(ELEMENTS, "scale"),
    "precision": take_plain(ELEMENTS, "precision"),
    "field_id": take_plain(ELEMENTS, "field_id"),
    "column": _recipe_of_place(lambda tree: tree.columns, pa.int32()),
    "max_definition_level": _recipe_of_place(lambda tree: tree.definition_levels, pa.int32()),
    "max_repetition_level": _recipe_of_place(lambda tree: tree.repetition_levels, pa.int32()),
    "column_order": Recipe(join_needs({FOOTERS: [_ORDERS]}, trees.NEEDS), _column_orders),
    **take_extension(ELEMENTS),
}
