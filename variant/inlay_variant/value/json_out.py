"""Trees to JSON text, as Spark's to_json and the drafts of other engines have it.

What JSON has no type for becomes a string: dates and times in ISO 8601, binary in base64, UUIDs, NaN and
infinities by name. So JSON does not lead back to the same Variant; `Variant` bytes do.
"""

from __future__ import annotations

import base64
import json
import math
import struct
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from uuid import UUID

from inlay_variant.value.nodes import Node, fold
from inlay_variant.value.primitives import PrimitiveType, Scalar, to_python


def json_of(node: Node) -> str:
    """Compact, one line, any character as itself."""
    return fold(node, _scalar, _object, _array)


def _object(fields: Mapping[str, str]) -> str:
    return "{" + ",".join(f"{_quoted(name)}:{text}" for name, text in fields.items()) + "}"


def _array(items: Sequence[str]) -> str:
    return "[" + ",".join(items) + "]"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _scalar(scalar: Scalar) -> str:
    value = to_python(scalar)
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return _float(scalar, value)
        case Decimal():
            return format(value, "f")
        case str():
            return _quoted(value)
        case bytes():
            return _quoted(base64.b64encode(value).decode())
        case UUID():
            return _quoted(str(value))
        case datetime():
            return _quoted(value.isoformat(timespec="microseconds"))
        case date():
            return _quoted(value.isoformat())
        case time():
            return _quoted(value.isoformat(timespec="microseconds"))
        case Scalar():
            return _quoted(_beyond_python(value))


def _float(scalar: Scalar, value: float) -> str:
    if not math.isfinite(value):
        return '"NaN"' if math.isnan(value) else '"Infinity"' if value > 0 else '"-Infinity"'
    return _shortest(value) if scalar.type == PrimitiveType.FLOAT else repr(value)


def _shortest(value: float) -> str:
    """The fewest digits that read back as the same 32-bit float."""
    for digits in range(6, 10):
        text = f"{value:.{digits}g}"
        if struct.pack("<f", float(text)) == struct.pack("<f", value):
            return repr(float(text))
    return repr(value)


def _beyond_python(scalar: Scalar) -> str:
    count = int.from_bytes(scalar.payload, "little", signed=True)
    if scalar.type in (PrimitiveType.TIMESTAMP_NANOS, PrimitiveType.TIMESTAMP_NTZ_NANOS):
        seconds, nanos = divmod(count, 1_000_000_000)
        moment = datetime(1970, 1, 1) + timedelta(seconds=seconds)
        zone = "+00:00" if scalar.type == PrimitiveType.TIMESTAMP_NANOS else ""
        return f"{moment.isoformat()}.{nanos:09}{zone}"
    if scalar.type in (
        PrimitiveType.DATE,
        PrimitiveType.TIMESTAMP,
        PrimitiveType.TIMESTAMP_NTZ,
        PrimitiveType.TIME_NTZ,
    ):
        return f"<{PrimitiveType(scalar.type).name} {count}>"
    return f"<type {scalar.type}: {scalar.payload.hex()}>"
