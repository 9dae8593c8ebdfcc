"""The value of a query as text of SQL and as a value of Python."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Final

from tests.lies.kind import Query

PYTHON: Final[Mapping[str, Callable[[str], object]]] = {
    "int": int,
    "float": float,
    "text": str,
    "bytes": bytes.fromhex,
    "bool": lambda text: text == "true",
    "decimal": Decimal,
    "date": dt.date.fromisoformat,
    "time": dt.time.fromisoformat,
    "timestamp": dt.datetime.fromisoformat,
    "moment": dt.datetime.fromisoformat,
    "uuid": lambda text: uuid.UUID(text).bytes,
}
_SQL: Final = {
    "int": "{0}",
    "float": "cast('{0}' as double)",
    "text": "'{0}'",
    "bytes": "X'{0}'",
    "bool": "{0}",
    "decimal": "cast('{0}' as decimal(30, 2))",
    "date": "date '{0}'",
    "time": "time '{0}'",
    "timestamp": "timestamp '{0}'",
    "moment": "timestamp '{0}'",
    "uuid": "X'{1}'",
}
SPARK: Final = {**_SQL, "timestamp": "timestamp_ntz '{0}'"}
DATAFUSION: Final = {
    **_SQL,
    "moment": "arrow_cast('{0}', 'Timestamp(Microsecond, Some(\"UTC\"))')",
}
DUCKDB: Final = {
    **_SQL,
    "bytes": "unhex('{0}')",
    "moment": "timestamptz '{0}'",
    "uuid": "'{0}'::uuid",
}
CLICKHOUSE: Final = {
    **_SQL,
    "float": "toFloat64('{0}')",
    "bytes": "unhex('{0}')",
    "decimal": "toDecimal128('{0}', 2)",
    "date": "toDate32('{0}')",
    "timestamp": "toDateTime64('{0}', 6)",
    "moment": "toDateTime64('{0}', 6, 'UTC')",
    "time": "toTime64('{0}', 6)",
    "uuid": "toUUID('{0}')",
}


def python_value(query: Query) -> object:
    return PYTHON[query.kind](query.value)


def sql_of(query: Query, source: str, words: Mapping[str, str], nan: str = "isnan({0})") -> str:
    """The query over `source`, in the words of a dialect. Its rows have one column."""
    column = query.column
    if query.op == "first":
        return f"select row from {source} order by {column} limit 1"
    if query.op == "read":
        return f"select {column} from {source}"
    if query.op in ("min", "max", "count"):
        return f"select {query.op}({column}) from {source}"
    condition = condition_of(query, words, nan)
    return f"select row from {source} where {condition} order by row"


def condition_of(query: Query, words: Mapping[str, str], nan: str = "isnan({0})") -> str:
    """What a filter of rows asks, in the words of a dialect."""
    column = query.column
    if query.op == "is nan":
        return nan.format(column)
    if query.op.startswith("is"):
        return f"{column} {query.op}"
    hexadecimal = query.value.replace("-", "")
    return f"{column} {query.op} {words[query.kind].format(query.value, hexadecimal)}"
