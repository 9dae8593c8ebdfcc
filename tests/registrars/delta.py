"""Delta, by deltalake: `convert_to_deltalake`, and queries by its DataFusion; and DuckDB's `delta_scan`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
from deltalake import DeltaTable, Field, QueryBuilder, Schema, convert_to_deltalake
from deltalake.schema import PrimitiveType

import inlay
from tests.registrars.duckdb_process import DuckDBProcess, ask_duckdb
from tests.registrars.literals import cut, list_values, spell_column
from tests.registrars.random_lakes import Filter
from tests.registrars.table_format import Answer, CompareTables, Count, Question, Table


class Delta:
    name = "delta"
    peer = "deltalake"

    def __init__(self, duckdb: DuckDBProcess | None) -> None:
        self.readers: Mapping[str, CompareTables] = {"deltalake": _compare_by_deltalake}
        if duckdb is not None and "delta" in duckdb.extensions:
            self.readers = {**self.readers, "DuckDB": _compare_by_duckdb(duckdb)}

    def register_by_peer(self, table: Table) -> None:
        folder = _folder_of(table)
        is_hive = any(path.parent != folder for path in table.paths)
        keys = Schema([Field("v", PrimitiveType("long"), nullable=True)]) if is_hive else None
        convert_to_deltalake(
            str(folder), partition_by=keys, partition_strategy="hive" if is_hive else None
        )

    def register_by_inlay(self, table: Table) -> None:
        folder = str(_folder_of(table))
        allow = {"nanoseconds", "geometries", "converted-timestamps"}
        inlay.register([folder], to="delta", table=folder, create=True, allow=allow)

    def name_table(self, table: Table) -> dict[str, Any]:
        return {"table": str(_folder_of(table))}

    def silence(self, table: Table) -> None:
        """A log is lines of JSON, and readers believe what it says of a file."""
        (log,) = (_folder_of(table) / "_delta_log").glob("*.json")
        actions = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
        for action in actions:
            if "add" in action:
                rows = json.loads(action["add"]["stats"])["numRecords"]
                action["add"]["stats"] = json.dumps({"numRecords": rows})
        log.write_text("".join(json.dumps(it) + "\n" for it in actions), encoding="utf-8")


def _folder_of(table: Table) -> Path:
    return table.place / "files"


def _compare_by_deltalake(seen: Table, plain: Table, question: Question) -> list[Answer]:
    queries = [_open(table) for table in (seen, plain)]
    filters = ["all rows", *(_list_filters(queries[1], question) if question.column else ())]
    counts = [_count_all(query, filters) for query in queries]
    return [Answer(cut(text), *both) for text, *both in zip(filters, *counts, strict=True)]


def _open(table: Table) -> QueryBuilder:
    return QueryBuilder().register("t", DeltaTable(_folder_of(table)))


def _list_filters(query: QueryBuilder, question: Question) -> list[str]:
    name = spell_column(question.column)
    rows = pa.table(query.execute(f"SELECT {name} AS x FROM t"))
    literals = map(_spell, list_values(rows, ["x"]))
    return [
        f"{name} IS NULL",
        f"{name} IS NOT NULL",
        *(
            f"{name} {sign} {literal}"
            for at, literal in enumerate(literals)
            for sign in ("=", "!=", "<", "<=", ">", ">=")
            if question.is_asked(sign, at)
        ),
    ]


def _spell(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case float():
            return f"cast('{value}' as double)"
        case Decimal():
            digits, scale = len(value.as_tuple().digits), -int(value.as_tuple().exponent)
            return f"cast('{value}' as decimal({max(digits, scale + 1)}, {scale}))"
        case int():
            return str(value)
        case bytes():
            return f"X'{value.hex()}'"
        case str():
            return "'" + value.replace("'", "''") + "'"
        case _:
            return f"{'date' if type(value) is date else 'timestamp'} '{value}'"


def spell_predicate(column: str, filter_: Filter) -> Any:
    """As SQL, or as a tuple, which takes an empty text for null and knows no decimals but as texts."""
    match filter_.value:
        case None:
            return f"{column} is {filter_.sign}"
        case str():
            escaped = filter_.value.replace("'", "''")
            return f"{column} {filter_.sign} '{escaped}'"
        case Decimal():
            return [(column, filter_.sign, str(filter_.value))]
        case _:
            return [(column, filter_.sign, filter_.value)]


def _count_all(query: QueryBuilder, filters: Sequence[str]) -> list[Count]:
    """In one query, for to begin one takes longer than to count a few rows; one by one where that fails."""
    try:
        return _ask(query, filters)
    except Exception:  # of DataFusion, Arrow and Delta
        return [_count(query, text) for text in filters]


def _count(query: QueryBuilder, text: str) -> Count:
    try:
        (count,) = _ask(query, [text])
    except Exception as error:  # as above
        return type(error).__name__
    return count


def _ask(query: QueryBuilder, filters: Sequence[str]) -> list[Count]:
    counts = [
        f"SELECT {at} AS at, count(*) AS n FROM t"
        + (f" WHERE {text}" if text != "all rows" else "")
        for at, text in enumerate(filters)
    ]
    rows = pa.table(query.execute(" UNION ALL ".join(counts))).sort_by("at")
    found: list[Count] = [count.as_py() for count in rows["n"]]
    return found


def _compare_by_duckdb(duckdb: DuckDBProcess) -> CompareTables:
    def compare(seen: Table, plain: Table, question: Question) -> list[Answer]:
        return ask_duckdb(
            duckdb, lambda it: f"delta_scan('{_folder_of(it)}')", (seen, plain), question
        )

    return compare
