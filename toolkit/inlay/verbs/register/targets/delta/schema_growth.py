"""A schema of the log that gets more columns; what it has stays as it is, with its ids and comments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

_WITHIN: Final = ("elementType", "keyType", "valueType")


def add_fields(struct: Mapping[str, Any], fields: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Fields that are there may have more members."""
    wanted = {field["name"]: field for field in fields}
    known = [_grow(field, wanted.pop(field["name"], field)) for field in struct["fields"]]
    return {**struct, "fields": [*known, *wanted.values()]}


def _grow(field: Mapping[str, Any], wanted: Mapping[str, Any]) -> dict[str, Any]:
    return {**field, "type": _grow_type(field["type"], wanted["type"])}


def _grow_type(known: Any, wanted: Any) -> Any:
    if isinstance(known, str):
        return known
    if "fields" in known:
        return add_fields(known, wanted["fields"])
    return {
        **known,
        **{key: _grow_type(known[key], wanted[key]) for key in _WITHIN if key in known},
    }
