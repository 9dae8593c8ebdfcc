from inlay.layouts.packed_bounds import PackedColumn

def unpack_bounds(
    packed: PackedColumn, types: bytes, height: int
) -> tuple[bytes, bytes, bytes | None, int] | None: ...
