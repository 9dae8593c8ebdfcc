"""Random structs, lists, maps and nulls that DuckDB casts to VARIANT, which keeps the order of their fields in some of them."""

from __future__ import annotations

import json
import random
import warnings
from importlib import import_module
from pathlib import Path
from typing import Final

from inlay.variant import check, read_table, shred, to_python, write_table

EACH: Final = 20
"""Rows of one shape."""

AT_ONCE: Final = 50
"""Shapes of one statement."""

FORMS: Final = {"as it likes": "", "whole": ", SHREDDING {v: 'INTEGER'}"}
"""How DuckDB stores them: in columns that it chooses, and in `value` but for numbers."""

SCHEMA: Final = "struct<a: int64, z: struct<a: string>, m: list<int32>>"

_SCALARS: Final = ("NULL", "1", "i", "-i", "i % 2 = 0", "'x' || i", "'é😀'", "''", "1000000 * i")


def make_value(draw: random.Random, depth: int = 0) -> str:
    """The text of a value in SQL, in which `i` is the number of the row."""
    kind = draw.random()
    if depth > 2 or (depth and kind < 0.35):
        return draw.choice(_SCALARS)
    if kind < 0.8:
        names = draw.sample(
            ["z", "a", "m", "é", "x y", "\U00010000", "\ue000", "B"], draw.randrange(1, 6)
        )
        return "{" + ", ".join(f"'{name}': {make_value(draw, depth + 1)}" for name in names) + "}"
    if kind < 0.9:
        element = make_value(draw, depth + 1)
        return f"[{', '.join([element] * draw.randrange(3))}]"
    return f"MAP {{'k': {make_value(draw, depth + 1)}}}"


def write_structs(rows: int, file: Path, form: str, seed: int) -> list[object]:
    """Writes at least so many rows, `n` and `v`; what DuckDB reads of its own file."""
    draw = random.Random(seed)
    shapes = [make_value(draw) for _ in range(-(-rows // EACH))]
    with import_module("duckdb").connect() as connection:
        connection.execute("SET enable_progress_bar = false")
        connection.execute("CREATE TABLE t (n INTEGER, v VARIANT)")
        for first in range(0, len(shapes), AT_ONCE):
            selects = (
                f"SELECT {(first + at) * EACH} + i, {shape}::VARIANT FROM range({EACH}) _(i)"
                for at, shape in enumerate(shapes[first : first + AT_ONCE])
            )
            connection.execute(f"INSERT INTO t {' UNION ALL '.join(selects)}")
        connection.execute(f"COPY (FROM t ORDER BY n) TO '{file}' (FORMAT parquet{form})")
        query = f"SELECT v::JSON::VARCHAR FROM '{file}' ORDER BY n"
        return [
            None if text is None else json.loads(text)
            for (text,) in connection.execute(query).fetchall()
        ]


def list_differences(rows: int, folder: Path, seed: int) -> tuple[list[str], int]:
    """Rows of which tolerant reading gives something else than DuckDB, shredded by us or not; and how many were not in order."""
    differences: list[str] = []
    disordered = 0
    for name, form in FORMS.items():
        file, again = folder / f"{name}.parquet", folder / f"{name}, again.parquet"
        theirs = write_structs(rows, file, form, seed)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            table = read_table(file, tolerant=True)
        disordered += sum(int(str(it.message).split()[0].replace(",", "")) for it in said)
        shredded = shred(table, SCHEMA)
        write_table(table, again, shred="auto")
        for how, column in (
            ("as it is", table.column("v")),
            ("shredded", shredded.column("v")),
            ("written", read_table(again).column("v")),
        ):
            check(column)  # which is strict
            pairs = zip(theirs, to_python(column), strict=True)
            differences += [f"{name}, {how}: {a} is read as {b}" for a, b in pairs if a != b]
    return differences, disordered
