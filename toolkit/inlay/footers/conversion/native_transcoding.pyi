"""Schema and row groups from FlatBuffers to Thrift, natively."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

Leaf: TypeAlias = tuple[int | None, bytes | None, int, int]
"""Of a column: type, path in Thrift's bytes, characters and names in it."""

class StructPlan:
    def __init__(
        self,
        slots: int,
        steps: Sequence[Mapping[str, Any]],
        refused: Sequence[int],
        parts: Sequence[tuple[int, int, int]],
        bounds: Sequence[int] | None,
    ) -> None: ...

class Leaves:
    def __init__(self, leaves: list[Leaf]) -> None: ...

def with_row_groups(
    buffer: bytes,
    slot: int,
    group: StructPlan,
    leaves: Leaves,
    limits: tuple[int, int],
    paths: tuple[int, int, int],
    before: bytes,
    behind: bytes,
) -> bytes | None:
    """The list of row groups in Thrift's bytes, between two pieces; or None: then the records decide."""

def write_schema(
    buffer: bytes,
    slots: Sequence[int],
    element: StructPlan,
    order: StructPlan,
    usual_order: int,
    annotate: Callable[[bytes], Sequence[int | None]] | None,
    limits: tuple[int, int],
    paths: tuple[int, int, int],
) -> tuple[bytes, bytes | None, Leaves] | None:
    """The lists of elements and of column orders in Thrift's bytes, and the leaves; or None."""
