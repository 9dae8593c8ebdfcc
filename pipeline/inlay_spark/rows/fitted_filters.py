"""Filters on the columns that Spark sees, as filters on those of a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import pyarrow as pa

from inlay.rows.pruning.filters import AllOf, FilterTree, list_tests, rename_columns


def fit_filters(
    trees: Iterable[FilterTree], wanted: Mapping[str, str], asked: pa.Schema, own: pa.Schema
) -> FilterTree | None:
    """Those about columns that the file has, under its own names, and of the kind that is asked for: what is widened to
    another kind may compare otherwise. None if there are none."""
    fitting = [
        rename_columns(tree, wanted)
        for tree in trees
        if all(_fits(test.names[0], wanted, asked, own) for test in list_tests(tree))
    ]
    return AllOf(tuple(fitting)) if fitting else None


def _fits(name: str, wanted: Mapping[str, str], asked: pa.Schema, own: pa.Schema) -> bool:
    if name not in wanted:
        return False
    kind = _kind_of(asked.field(name).type)
    return kind is not None and kind == _kind_of(own.field(wanted[name]).type)


def _kind_of(type_: pa.DataType) -> str | None:
    """None for a type whose values are not compared."""
    if isinstance(type_, pa.DictionaryType):
        return _kind_of(type_.value_type)
    if isinstance(type_, pa.TimestampType):
        return "moment" if type_.tz is not None else None
    return next((kind for kind, belongs in _KINDS.items() if belongs(type_)), None)


_KINDS: Final[dict[str, Any]] = {
    "integer": pa.types.is_integer,
    "float": pa.types.is_floating,
    "decimal": pa.types.is_decimal,
    "text": lambda type_: pa.types.is_string(type_) or pa.types.is_large_string(type_),
    "bytes": lambda type_: pa.types.is_binary(type_) or pa.types.is_large_binary(type_),
    "truth": pa.types.is_boolean,
    "date": pa.types.is_date,
}
