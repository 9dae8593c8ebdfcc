"""The schemas that writers leave among the key-value pairs of a footer, for a file with other columns.

Who finds one believes it before the file's own schema, so it may not contradict that.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias, cast

import pyarrow as pa

from inlay_variant.storage.arrow_classes import Field
from parquet_format.parquet import KeyValue

SPARK_SCHEMA: Final = "org.apache.spark.sql.parquet.row.metadata"
ARROW_SCHEMA: Final = "ARROW:schema"

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
            fields = next(
                _fields(other.value or "") for other in written if other.key == ARROW_SCHEMA
            )
            return pair.replace(value=_arrow(pair.value or "", old, fields))
    except (ValueError, KeyError, TypeError, StopIteration, pa.ArrowException):
        return None
    return pair


def _spark(text: str, names: Sequence[str]) -> str:
    schema = json.loads(text)
    fields = {field["name"]: field for field in schema["fields"]}
    for name in names:
        if name not in fields:
            fields[name] = {"name": name, "metadata": {}}
            schema["fields"].append(fields[name])
        fields[name].update(type="variant", nullable=True)
    return json.dumps(schema)


def _arrow(text: str, old: Sequence[str], fields: Mapping[str, Field]) -> str:
    schema = _decoded(text)
    if schema.names != list(old):
        raise ValueError("a schema of other columns")
    left = dict(fields)
    kept = [left.pop(field.name, field) for field in schema]
    described = cast(Any, schema.metadata)
    changed = pa.schema([*kept, *left.values()], described)
    return base64.b64encode(changed.serialize()).decode("ascii")


def _fields(text: str) -> dict[str, Field]:
    return {field.name: field for field in _decoded(text)}


def _decoded(text: str) -> pa.Schema:
    return pa.ipc.read_schema(pa.py_buffer(base64.b64decode(text, validate=True)))
