"""Random tables whose rows lie so that readers can leave some out, and filters by values near their ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from random import Random
from typing import Any, Final, NamedTuple, cast

import pyarrow as pa

from tests.lies.kind import Query
from tests.registrars.random_lakes import COMPARISONS, TYPES

NUMBER: Final = "row"
"""A column with the number of each row, by which answers are told apart."""

MEMBER: Final = "s"
"""A struct, with a member `x`."""


class RandomTable(NamedTuple):
    rows: pa.Table
    queries: Sequence[Query]


KINDS: Final = {
    "bool": "bool",
    "int8": "int",
    "int32": "int",
    "int64": "int",
    "uint8": "int",
    "uint16": "int",
    "uint32": "int",
    "double": "float",
    "float": "float",
    "text": "text",
    "decimal": "decimal",
    "decimal of 18": "decimal",
    "date": "date",
    "timestamp": "timestamp",
    "moment": "moment",
    "bytes": "bytes",
    "fixed": "bytes",
}
"""How filters spell values of the types of columns."""


def _draw_bytes(random: Random) -> bytes:
    """Also such as are longer than bounds of pages are."""
    head = random.choice((b"", b"\xff" * 3, b"a" * 255, b"\xff" * 256))
    return head + random.randbytes(random.randint(0, 3))


_DRAWN: Final[dict[str, tuple[pa.DataType, Callable[[Random], Any]]]] = {
    **TYPES,
    "bytes": (pa.binary(), _draw_bytes),
    "fixed": (pa.binary(4), lambda random: random.randbytes(4)),
}


def make_table(seed: int, *, rows: int, values: int) -> RandomTable:
    """A column for each type, of `values` values at most, and filters by these and by others."""
    random = Random(seed)
    columns: dict[str, pa.Array[Any]] = {NUMBER: pa.array(range(rows), pa.int64())}
    queries: list[Query] = []
    for name, kind in KINDS.items():
        type_, draw = _DRAWN[name]
        pool = [draw(random) for _ in range(values)]
        column = name.replace(" ", "_")
        columns[column] = pa.array(_arrange(random, pool, rows), type_)
        queries += _ask(random, column, kind, [*pool, *(draw(random) for _ in range(2))])
    members = _arrange(random, range(-values, values), rows)
    structs = [None if random.random() < 0.1 else {"x": it} for it in members]
    columns[MEMBER] = pa.array(structs, pa.struct([("x", pa.int64())]))
    queries += _ask(random, f"{MEMBER}.x", "int", range(-values, values, 3))
    return RandomTable(pa.table(cast("Any", columns)), queries)


def _arrange(random: Random, pool: Sequence[Any], rows: int) -> list[Any]:
    """In stretches of few of the values, so that bounds say something; some with nulls, some of nulls alone. Writers that go by the
    first rows see that there are nulls, and of what type the values are."""
    arranged: list[Any] = [None, pool[0]]
    while len(arranged) < rows:
        some: list[Any] = random.sample(pool, min(len(pool), random.randint(1, 4)))
        if random.random() < 0.3:
            some.append(None)
        if random.random() < 0.08:
            some = [None]
        arranged += random.choices(some, k=random.randint(20, 700))
    return arranged[:rows]


def _ask(random: Random, column: str, kind: str, pool: Sequence[Any]) -> list[Query]:
    queries = [Query("is null", column=column), Query("is not null", column=column)]
    if kind == "float":
        queries.append(Query("is nan", column=column))
    for value in dict.fromkeys(spell(it) for it in pool):
        for op in random.sample([*COMPARISONS], 3 if kind == "bool" else 4):
            queries.append(Query(op, value, kind, column))
    return queries


def spell(value: object) -> str:
    """As `tests/lies/literals.py` reads it."""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, date | datetime):
        return value.isoformat()
    return str(value)
