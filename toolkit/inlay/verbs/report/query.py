"""A question and its answer, whoever computes it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

Cell: TypeAlias = "str | bool | int | float | Sequence[str] | None"


_TABLE: Final = re.compile(r"\b(FROM|JOIN)\s+(\w+)")


class Query(NamedTuple):
    """`label` and `value` are the columns that are drawn; without them there is a table only."""

    name: str
    title: str
    sql: str
    label: str = ""
    value: str = ""

    @property
    def tables(self) -> set[str]:
        """The tables that it reads."""
        return {match[2] for match in _TABLE.finditer(self.sql)}

    def over(self, names: Mapping[str, str]) -> str:
        """The SQL over tables of other names."""
        return _TABLE.sub(lambda match: f"{match[1]} {names[match[2]]}", self.sql)


class Answer(NamedTuple):
    """Rows under the names of their columns, which also say what a number means (`shown_cells.py`)."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
