from collections.abc import Sequence

import pyarrow as pa

from inlay.footers.designs.flatbuffers.packed_bounds import PackedColumn

def unpack_bounds(
    packed: PackedColumn, types: bytes, height: int
) -> tuple[bytes, bytes, bytes | None, int] | None: ...
def format_bounds(
    kinds: pa.Buffer,
    formats: bytes,
    bounds: Sequence[pa.Buffer | None],
    texts: list[Sequence[pa.Buffer | None] | None],
    validity_room: pa.Buffer,
    ends_room: pa.Buffer,
    room: pa.Buffer,
    /,
) -> tuple[int, int]: ...

class DistinctRows:
    def __init__(self, numbers_room: pa.Buffer, rows: int) -> None: ...
    def add_column(self, validity: pa.Buffer | None, values: pa.Buffer, width: int) -> None: ...
    def list_firsts(self) -> list[int]: ...
