"""The fields of a struct and of the structs in it, by their paths."""

from __future__ import annotations

from collections.abc import Mapping

from inlay_runtime.document import document_struct
from inlay_runtime.json_values import HEX, Json
from inlay_runtime.record import Record


def list_fields(struct: Record) -> dict[str, Json]:
    """As JSON, a list whole. What is absent is not there."""
    fields: dict[str, Json] = {}
    _collect(document_struct(struct, is_whole=False), "", fields)
    return fields


def _collect(document: Mapping[str, Json], above: str, fields: dict[str, Json]) -> None:
    for name, value in document.items():
        if isinstance(value, Mapping) and HEX not in value:
            _collect(value, f"{above}{name}.", fields)
        else:
            fields[f"{above}{name}"] = value
