"""A filter as one boolean a row, with the three values of SQL: null where it is unknown."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, cast

import pyarrow as pa

from inlay.rows.filtering.compare_columns import compare_column
from inlay.rows.filtering.compare_encoded import VARIANT_NULL, compare_encoded
from inlay.rows.filtering.geometry_masks import mask_geometries
from inlay.rows.pruning.filters import (
    IN,
    INTERSECTS,
    INTERSECTS_ON_SPHERE,
    IS_NULL,
    AllOf,
    ColumnTest,
    FilterTree,
    FilterValue,
)
from inlay.rows.pruning.literals import UnfitValueError
from inlay_variant.storage.arrow_classes import Array, pc

Compare: TypeAlias = Callable[[str, FilterValue], Array]


def mask_tree(tree: FilterTree, mask_test: Callable[[ColumnTest], Array]) -> Array:
    """Booleans, of what `mask_test` gives for each test."""
    if isinstance(tree, ColumnTest):
        return mask_test(tree)
    join = pc.and_kleene if isinstance(tree, AllOf) else pc.or_kleene
    mask = mask_tree(tree.parts[0], mask_test)
    for part in tree.parts[1:]:
        mask = join(mask, mask_tree(part, mask_test))
    return mask


def mask_column(array: Array, test: ColumnTest, valid: Array | None) -> Array:
    """A test of a plain column. Where `valid` is false, a struct around it is null. Raises UnfitValueError, and DamagedRowError for
    bytes that are not a geometry."""
    there = array.is_valid() if valid is None else pc.and_(array.is_valid(), valid)
    if test.operator in (INTERSECTS, INTERSECTS_ON_SPHERE):
        mask: Array = pc.if_else(there, mask_geometries(array, test), pa.scalar(None, pa.bool_()))
        return pc.invert(mask) if test.is_negated else mask
    return _mask(test, there, lambda operator, value: compare_column(array, operator, value))


def mask_variants(
    value: Array | None, typed: Array | None, rows: int, test: ColumnTest, valid: Array | None
) -> Array:
    """A test of the Variants at the end of a path, of which either column may be missing; of `valid` as above.

    A value of another kind than the filter's is neither equal to it nor anything else: the test is unknown, as for a null.
    """
    there = pa.repeat(pa.scalar(False), rows)
    if value is not None:
        there = pc.fill_null(pc.not_equal(value, VARIANT_NULL), False)
    if typed is not None:
        there = pc.or_(there, typed.is_valid())
    if valid is not None:
        there = pc.and_(there, valid)

    def compare(operator: str, literal: FilterValue) -> Array:
        answers = _compare_typed(typed, operator, literal)
        if value is None or value.null_count == rows:
            return answers if answers is not None else _unknown(rows)
        left = compare_encoded(value, operator, literal)
        if typed is None or typed.null_count == rows:
            return left
        known = _unknown(rows) if answers is None else answers
        return cast(Array, pc.if_else(typed.is_valid(), known, left))

    return _mask(test, there, compare)


def _compare_typed(typed: Array | None, operator: str, value: FilterValue) -> Array | None:
    """None where nothing is comparable: no column, one of objects or of lists, or of values of another kind."""
    if typed is None or pa.types.is_nested(typed.type):
        return None
    try:
        return compare_column(typed, operator, value)
    except UnfitValueError:
        return None


def _mask(test: ColumnTest, there: Array, compare: Compare) -> Array:
    """`there` is true where there is a value, and false where nothing is."""
    if test.operator == IS_NULL:
        return there if test.is_negated else cast(Array, pc.invert(there))
    operator = "=" if test.operator == IN else test.operator
    mask: Array = pa.repeat(pa.scalar(False), len(there))  # `in ()` is false
    for value in test.values:
        mask = pc.or_kleene(mask, compare(operator, value))
    mask = pc.if_else(there, mask, pa.scalar(None, pa.bool_()))
    return pc.invert(mask) if test.is_negated else mask


def _unknown(rows: int) -> Array:
    nothing: Array = pa.nulls(rows, pa.bool_())
    return nothing
