"""Row groups from FlatBuffers to Thrift, natively."""

from collections.abc import Mapping, Sequence
from typing import Any

class StructPlan:
    def __init__(
        self,
        steps: Sequence[Mapping[str, Any]],
        refused: Sequence[int],
        parts: Sequence[tuple[int, int]],
        bounds: Sequence[int] | None,
    ) -> None: ...

def with_row_groups(
    buffer: bytes,
    slot: int,
    group: StructPlan,
    leaves: list[tuple[int | None, bytes | None, int, int]],
    limits: tuple[int, int],
    paths: tuple[int, int, int],
    before: bytes,
    behind: bytes,
) -> bytes | None:
    """The list of row groups in Thrift's bytes, between two pieces; or None: then the records decide."""
