"""Tables whose columns have other names in the files, by which the log has their statistics, too (Delta's protocol, "Column Mapping")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from inlay.ground.refusals import RefusedError
from inlay.verbs.register.schema.table_types import TableColumn

_MODE: Final = "delta.columnMapping.mode"
_STORED: Final = "delta.columnMapping.physicalName"
_ID: Final = "delta.columnMapping.id"
_TABLE: Final = "name"
_NESTED: Final = ("type", "elementType", "keyType", "valueType")


def is_mapped(configuration: Mapping[str, str]) -> bool:
    return configuration.get(_MODE, "none") != "none"


def use_stored_names(type_: Any) -> Any:
    """A schema of the log, or a type in it, with the names of the files; each field keeps that of the table as `shown`."""
    if isinstance(type_, str):
        return type_
    changed = {**type_, **{key: use_stored_names(type_[key]) for key in _NESTED if key in type_}}
    if "fields" in type_:
        changed["fields"] = [use_stored_names(field) for field in type_["fields"]]
    if "metadata" in type_:
        stored = type_["metadata"].get(_STORED, type_[_TABLE])
        changed |= {_TABLE: stored, "shown": type_[_TABLE]}
    return changed


def store_names(schema: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """Those that these columns of the table have in the files."""
    stored = {it[_TABLE]: it["metadata"].get(_STORED, it[_TABLE]) for it in schema["fields"]}
    return [stored.get(name, name) for name in names]


def require_stored_names(
    schema: Mapping[str, Any], columns: Sequence[TableColumn], folder: str
) -> None:
    """Raises RefusedError for a file whose columns have the ids of the table, and other names: readers go by the ids."""
    stored = {it["metadata"].get(_ID): it["metadata"].get(_STORED) for it in schema["fields"]}
    for column in columns:
        name = stored.get(column.field_id) if column.field_id is not None else None
        if name not in (None, column.name):
            what = f"a file calls the column {name!r} of its table {column.name!r}, and only ids say that it is the same"
            raise RefusedError("column-mapping", what, path=folder)
