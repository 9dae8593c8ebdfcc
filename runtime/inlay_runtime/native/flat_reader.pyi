"""The native reader of FlatBuffers: whole tables, nothing of them lazy."""

from typing import TypeVar

from inlay_runtime.flat.table import Table

T = TypeVar("T", bound=Table)

def read(cls: type[T], buffer: bytes, position: int) -> T | None:
    """The table at a position of a verified buffer, or None: then the views decide."""
