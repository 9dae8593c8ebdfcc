"""The key `geo` in its pair, and in the one inside Arrow's schema, which pyarrow shows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final

from inlay.ground.schema_copies.change import SchemaChange
from inlay.ground.schema_copies.follow import follow
from inlay.ground.schema_copies.inside import edit_pairs
from inlay.ground.schema_copies.json_text import Object, as_object, unparse
from inlay.ground.schema_copies.keys import ARROW_SCHEMA, GEO, PANDAS
from parquet_format.parquet import FileMetaData, KeyValue, SchemaElement

_KNOWS_BYTES: Final = (GEO, PANDAS, ARROW_SCHEMA)
"""Copies of the schema in which geometries are bytes before and after."""


def change_columns(document: Object, version: str, members: Mapping[str, Object]) -> Object:
    """The key with another version, and with other reference systems in the columns of these names."""
    columns = as_object(document.get("columns"))
    changed: Object = dict(columns)
    for name, new in members.items():
        about = {key: value for key, value in as_object(columns[name]).items() if key != "crs"}
        changed[name] = about | new
    return {**document, "version": version, "columns": changed}


def set_key(metadata: FileMetaData, document: Object, like: str | None) -> list[str]:
    """Writes the key, spaced as the text that it was; returns what there is to say."""
    text = json.dumps(document) if like is None else unparse(document, like)

    def edited(before: Sequence[KeyValue]) -> list[KeyValue]:
        if any(pair.key == GEO for pair in before):
            return [pair.replace(value=text) if pair.key == GEO else pair for pair in before]
        return [*before, KeyValue(key=GEO, value=text)]

    changed = edit_pairs(metadata.key_value_metadata or [], edited)
    metadata.key_value_metadata = changed.pairs
    return list(changed.notes)


def follow_types(
    metadata: FileMetaData, before: Sequence[SchemaElement], retyped: frozenset[int]
) -> list[str]:
    """Other copies of the schema that name types are left out, as they are by `inlay set --logical-type`."""
    pairs = metadata.key_value_metadata or []
    kept = [pair for pair in pairs if pair.key in _KNOWS_BYTES]
    others = [pair for pair in pairs if pair.key not in _KNOWS_BYTES]
    followed = follow(others, SchemaChange(before, retyped=retyped))
    stay = {id(pair) for pair in (*kept, *followed.pairs)}
    metadata.key_value_metadata = [pair for pair in pairs if id(pair) in stay] or None
    return list(followed.notes)
