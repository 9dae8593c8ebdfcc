"""A question and its answer, whoever computes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

Cell: TypeAlias = "str | bool | int | float | Sequence[str] | None"


class Query(NamedTuple):
    """`label` and `value` are the columns that are drawn; without them there is a table only."""

    name: str
    title: str
    sql: str
    label: str = ""
    value: str = ""


class Answer(NamedTuple):
    """Rows under the names of their columns, which also say what a number means (`shown_cells.py`)."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
