"""The answers from Arrow tables, by DuckDB: it sees these tables, and neither files nor extensions of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

import duckdb

from inlay.ground.interrupted_queries import raise_interrupts

if TYPE_CHECKING:
    import pyarrow as pa

    from inlay.verbs.report.query import Query

_CLOSED: Final[dict[str, str | bool | int | float | list[str]]] = {
    "enable_external_access": False,
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
}
_MACROS: Final = "CREATE MACRO explode(items) AS unnest(items)"
"""The one function that the two have under different names."""


def answer_all(
    tables: Mapping[str, pa.Table],
    queries: Sequence[Query],
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> dict[str, pa.Table]:
    """The answer to each query, by its name. `progress` is told how many of how many there are."""
    with raise_interrupts(), duckdb.connect(":memory:", config=_CLOSED) as connection:
        connection.execute(_MACROS)
        for name, table in tables.items():
            connection.register(name, table)
        answers: dict[str, pa.Table] = {}
        for query in queries:
            progress(len(answers), len(queries))
            answers[query.name] = connection.sql(query.sql).to_arrow_table()
        return answers
