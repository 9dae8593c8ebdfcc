"""The values of a table as text, the same whichever reader made it."""

from __future__ import annotations

import importlib
import re
from typing import Any, Final

_NOT_OF_VALUES: Final = re.compile(r" not null| \('[^']*'\)")


def arrow_text(table: Any) -> str:
    """The values of a `pyarrow.Table`, as they are stored; metadata of its schema says nothing about them, nor does what may
    be null and is not, nor what the entries of a map are called."""
    columns = [as_stored(column) for column in table.columns]
    types = [_NOT_OF_VALUES.sub("", str(column.type)) for column in columns]
    heads = [f"{name}: {type_}" for name, type_ in zip(table.column_names, types, strict=True)]
    return f"{heads}\n{[column.to_pylist() for column in columns]!r}"


def as_stored(column: Any) -> Any:
    """A column of an extension type, such as Variants, or with one inside, as what it is stored as: not every reader knows
    the type."""
    stored = storage_of(column.type)
    return column if stored == column.type else column.cast(stored)


def storage_of(type_: Any) -> Any:
    arrow: Any = importlib.import_module("pyarrow")
    nested: Any = importlib.import_module("inlay_variant.arrow.nested_types")
    if isinstance(type_, arrow.BaseExtensionType):
        return storage_of(type_.storage_type)
    inner = nested.list_inner_fields(type_)
    stored = [field.with_type(storage_of(field.type)) for field in inner]
    return type_ if stored == inner else nested.with_inner(type_, stored)
