"""The native reader of FlatBuffers: whole tables, or one and nothing below it; and their equality."""

from typing import TypeVar

from inlay_runtime.flat.table import Table

T = TypeVar("T", bound=Table)

def read(cls: type[T], buffer: bytes, position: int, lazy: T | None) -> T | None:
    """The table at a position of a verified buffer, or None: then the views decide. `lazy` is an instance to be filled."""

def are_equal(first: Table, other: Table) -> bool | None:
    """Whether two tables are equal as `Record.__eq__` says, or None: then that decides."""
