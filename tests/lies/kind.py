"""A kind of lie: a file that states one thing that its values contradict, and its twin, which is true."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

from tests.lies.parts import Parts

Edit: TypeAlias = Callable[[Parts], None]


class Query(NamedTuple):
    """What is asked: the numbers of the rows whose value stands in `op` to `value` (`=`, `<`, `>`, `is null`, `is not null`), or
    `min`, `max`, `count` of the values, `first`, the row that is first by them, or `read`, how many rows come when the column is
    read. `value` is a text, of the type `kind`."""

    op: str
    value: str = ""
    kind: str = "int"
    column: str = "c"

    def __str__(self) -> str:
        if self.op == "first":
            return f"order by {self.column} limit 1"
        if self.op == "read":
            return "all values"
        if self.op in AGGREGATES:
            return f"{self.op}({self.column})"
        return " ".join(filter(None, [self.column, self.op, self.value]))


AGGREGATES: Final = ("min", "max", "count", "first", "read")


class Kind:
    """`says` is what the file states, `holds` what its values are. `finding` is the id of what `inlay verify` says about it at its
    highest level; None where no such check is there yet. `query` is the one whose answer the lie may change.
    """

    def __init__(
        self,
        family: str,
        says: str,
        holds: str,
        true: Callable[[], bytes],
        lie: Callable[[bytes], bytes],
        *,
        finding: str | None = None,
        query: Query | None = None,
    ) -> None:
        self.family = family
        self.says = says
        self.holds = holds
        self.finding = finding
        self.query = query or Query("read")
        self._true = true
        self._lie = lie

    @cached_property
    def twin(self) -> bytes:
        return self._true()

    @cached_property
    def file(self) -> bytes:
        return self._lie(self.twin)


def edited(edit: Edit) -> Callable[[bytes], bytes]:
    """The lie that an edit of the parts is."""

    def lie(data: bytes) -> bytes:
        parts = Parts.of(data)
        edit(parts)
        return parts.joined()

    return lie
