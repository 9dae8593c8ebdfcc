"""Values of all readers in one spelling, so that what two of them read can be compared.

A whole number is an int whatever type it came in, and other numbers are floats. Bytes are `0x...`, and so are told apart
from text. Times are as ISO 8601 writes them, without a zone: all files here are in UTC. A map is an object,
or an empty list.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any, Final

from inlay.ground.documents.values import Json

_ON_NO_DAY: Final = re.compile(r"^1970-01-01T(?=\d\d:)")
_MIDNIGHT: Final = "T00:00:00"
_NO_DIGITS: Final = re.compile(r"(\.\d*?)0+$")


def plain(value: Any) -> Json:
    """One value, of Python's, numpy's, pandas' or Spark's types."""
    if hasattr(value, "tolist"):  # numpy
        value = value.tolist()
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float | Decimal):
        return _number(value)
    if isinstance(value, bytes | bytearray | memoryview):
        return f"0x{bytes(value).hex()}"
    if isinstance(value, datetime | date | time | timedelta):
        return _time(value)
    if hasattr(value, "asDict"):  # Spark
        value = value.asDict()
    if hasattr(value, "getBytes"):  # a place on earth, of Spark
        return plain(bytes(value.getBytes()))
    if hasattr(value, "toJson"):  # a Variant of Spark
        return plain(json.loads(value.toJson()))
    if isinstance(value, Mapping) and value:
        return {str(plain(key)): plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple | Mapping):
        if value and all(_is_pair(inner) for inner in value):
            return {str(plain(key)): plain(inner) for key, inner in value}
        return [plain(inner) for inner in value]
    return str(value)


def plain_columns(columns: Mapping[str, Any]) -> dict[str, Json]:
    return {name: [plain(value) for value in values] for name, values in columns.items()}


def _is_pair(value: Any) -> bool:
    """Of a key and what it stands for; a row of Spark is a tuple, too."""
    return isinstance(value, tuple) and len(value) == 2 and not hasattr(value, "asDict")


def _number(value: float | Decimal) -> Json:
    if isinstance(value, float) and math.isnan(value):
        return "NaN"
    if isinstance(value, float) and math.isinf(value):
        return str(value)
    return int(value) if value == int(value) else float(value)


def _time(value: date | time | timedelta) -> str:
    if isinstance(value, timedelta):
        value = datetime(1970, 1, 1) + value
        return value.time().isoformat()
    text: str = value.isoformat()
    if isinstance(value, datetime):
        text = re.sub(r"(\+00:00|Z)$", "", text).removesuffix(_MIDNIGHT)
    return _NO_DIGITS.sub(r"\1", text).removesuffix(".")


def is_retyped(seen: Mapping[str, Json], wanted: Mapping[str, Json]) -> bool:
    """Whether the values are the same but for bytes in the place of text, for a date in the place of a time, and for a column
    of its own in the place of each field of a struct."""
    return bare(seen) in (bare(wanted), _flat(bare(wanted)))


def bare(columns: Mapping[str, Json]) -> dict[str, Json]:
    """Texts as their bytes."""
    return {name: _bare_value(values) for name, values in columns.items()}


def _bare_value(value: Json) -> Json:
    if isinstance(value, list):
        return [_bare_value(inner) for inner in value]
    if isinstance(value, dict):
        return {name: _bare_value(inner) for name, inner in value.items()}
    if isinstance(value, str):
        if value.startswith("0x"):
            return value
        return f"0x{_ON_NO_DAY.sub('', value).encode().hex()}"
    return value


def _flat(columns: Mapping[str, Json]) -> dict[str, Json]:
    """Each field of a struct as a column, at any depth."""
    flat: dict[str, Json] = {}
    for name, values in columns.items():
        assert isinstance(values, list)
        fields = next((tuple(value) for value in values if isinstance(value, dict)), ())
        if not fields:
            flat[name] = values
        for field in fields:
            inner = [value.get(field) if isinstance(value, dict) else None for value in values]
            flat.update(_flat({f"{name}.{field}": inner}))
    return flat
