"""The lists of `pyarrow.parquet.read_table(filters=)` as a tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeGuard

from inlay.rows.pruning.filters import (
    EQUAL,
    IN,
    IS_NULL,
    ORDERINGS,
    AllOf,
    AnyOf,
    ColumnTest,
    FilterTree,
    negate_filter,
)
from inlay.rows.pruning.given_values import list_values, read_value


def filter_from_lists(filters: object) -> FilterTree | None:
    """What `pyarrow.parquet.read_table` takes as `filters`: tuples of column, operator and value, of which all have to hold,
    or lists of such lists, of which one has to. None for what is no such list, an expression for one.

    As in pyarrow, `not in` holds for nulls. Raises FilterError for a value of a type that nothing is compared with.
    """
    if not _is_list(filters) or not filters:
        return None
    lists: Sequence[object] = filters if _is_list(filters[0]) else [filters]
    parts: list[FilterTree] = []
    for conjunction in lists:
        if not _is_list(conjunction) or not conjunction:
            return None
        tests = [_test_from(element) for element in conjunction]
        known = [test for test in tests if test is not None]
        if len(known) < len(tests):
            return None
        parts.append(AllOf(tuple(known)))
    return AnyOf(tuple(parts))


def find_column_names(filters: object) -> set[str]:
    """What stands in lists in the place of a column."""
    if not _is_list(filters):
        return set()
    tests = [test for part in filters for test in (part if _is_list(part) else [part])]
    names = [test[0] for test in tests if _is_tuple(test) and test]
    return {name for name in names if isinstance(name, str)}


def name_inner_columns(tree: FilterTree, inner: Mapping[str, tuple[str, ...]]) -> FilterTree:
    """The same filter, in which columns inside of others, `user.age`, are named step by step."""
    if not isinstance(tree, ColumnTest):
        return type(tree)(tuple(name_inner_columns(part, inner) for part in tree.parts))
    if tree.steps is None and len(tree.names) == 1:
        return tree._replace(names=inner.get(tree.names[0], tree.names))
    return tree


def _is_list(value: object) -> TypeGuard[list[object]]:
    return isinstance(value, list)


def _is_tuple(value: object) -> TypeGuard[tuple[object, ...]]:
    return isinstance(value, tuple)


def _test_from(element: object) -> FilterTree | None:
    if not _is_tuple(element) or len(element) != 3:
        return None
    name, operator, value = element
    if not isinstance(name, str):
        return None
    names = (name,)
    if operator in ("in", "not in"):
        given = list_values(value)
        if given is None:
            return None
        values = [read_value(name, it) for it in given]
        test = ColumnTest(names, IN, tuple(it for it in values if it is not None))
        if operator == "not in":
            return AnyOf((negate_filter(test), ColumnTest(names, IS_NULL)))
        return AnyOf((test, ColumnTest(names, IS_NULL))) if None in values else test
    value = None if isinstance(value, dict) else read_value(name, value)
    if value is None:
        return None
    if operator in ("=", "=="):
        return ColumnTest(names, EQUAL, (value,))
    if operator == "!=":
        return ColumnTest(names, EQUAL, (value,), is_negated=True)
    return ColumnTest(names, operator, (value,)) if operator in ORDERINGS else None
