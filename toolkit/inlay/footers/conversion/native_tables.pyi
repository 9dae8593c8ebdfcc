"""Schema and row groups from Thrift to FlatBuffers, natively."""

from collections.abc import Callable, Mapping, Sequence

from inlay_runtime.flat.table import Table
from inlay_runtime.limits import Limits
from inlay_runtime.native.flat_output import Written
from inlay_runtime.struct import Struct

class Members:
    def __init__(self, members: Sequence[tuple[int, int, Shape | None, int]]) -> None: ...

class Shape:
    def __init__(
        self,
        cls: type[Table],
        wires: Mapping[int, int],
        origins: Sequence[tuple[int, int, int, int, bool, Shape | Members | None]],
        special: int,
        rows: Sequence[int],
        is_member: bool,
    ) -> None: ...

def write_lists(
    cls: type[Table],
    thrift: type[Struct],
    data: bytes,
    element: Shape,
    group: Shape,
    orders: Members,
    is_v0: bool,
    imply: Callable[[int, int | None, int | None], bytes | None],
    limits: Limits,
) -> tuple[Written, bool] | None:
    """Elements and row groups of a root of this class, for `encode`, and whether the leaves have the column orders; None
    for what is left to the records. `data` is a `thrift`, a class, that was validated."""
