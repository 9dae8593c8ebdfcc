"""The schemas that writers leave among the key-value pairs of a footer, for a file with other columns.

Who finds one believes it before the file's own schema, so it may not contradict that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias, cast

import pyarrow as pa

from inlay.ground.arrow_fields import Field, fields_in
from inlay.ground.schema_copies.arrow_schema import read_arrow_schema, write_arrow_schema
from inlay.ground.schema_copies.errors import CannotAgreeError
from inlay.ground.schema_copies.json_text import (
    as_text,
    objects_in,
    parse_object,
    replace_members,
    unparse,
)
from inlay.ground.schema_copies.keys import ARROW_SCHEMA, SPARK_SCHEMA
from parquet_format.parquet import KeyValue

Pairs: TypeAlias = "Sequence[KeyValue] | None"


def redescribe(
    pairs: Pairs, old: Sequence[str], new: Sequence[str], written: Pairs
) -> list[KeyValue] | None:
    """The pairs of a file whose columns were called `old`, with the schemas changed for Variants called `new`, which are
    in a file with the pairs `written`. A schema that cannot be changed goes.
    """
    if pairs is None:
        return None
    described = [_redescribed(pair, old, new, written or ()) for pair in pairs]
    return [pair for pair in described if pair is not None]


def _redescribed(
    pair: KeyValue, old: Sequence[str], new: Sequence[str], written: Iterable[KeyValue]
) -> KeyValue | None:
    try:
        if pair.key == SPARK_SCHEMA:
            return pair.replace(value=_spark(pair.value or "", new))
        if pair.key == ARROW_SCHEMA:
            added = next((other for other in written if other.key == ARROW_SCHEMA), pair)
            fields = {
                field.name: field for field in fields_in(read_arrow_schema(added.value or ""))
            }
            return pair.replace(value=_arrow(pair.value or "", old, fields))
    except CannotAgreeError:
        return None
    return pair


def _spark(text: str, names: Sequence[str]) -> str:
    schema = parse_object(text)
    fields = {as_text(field.get("name")): field for field in objects_in(schema.get("fields"))}
    for name in names:
        field = fields.setdefault(name, {"name": name, "metadata": {}})
        field.update(type="variant", nullable=True)
    return unparse(replace_members(schema, {"fields": list(fields.values())}), text)


def _arrow(text: str, old: Sequence[str], fields: Mapping[str, Field]) -> str:
    schema = read_arrow_schema(text)
    if schema.names != list(old):
        raise CannotAgreeError("it described other columns than the file has")
    left = dict(fields)
    kept = [left.pop(field.name, field) for field in fields_in(schema)]
    described = cast(Any, schema.metadata)
    return write_arrow_schema(pa.schema([*kept, *left.values()], described))
