"""A whole chunk of values of one width outside of lists, natively: see `inlay.pages.engine.plain_chunk`."""

import pyarrow as pa

def read_plain_chunk(
    chunk: bytes | memoryview,
    codec: int,
    width: int,
    most: int,
    values: pa.Buffer,
    scratch: pa.Buffer,
    /,
) -> tuple[list[tuple[int | bytes | None, ...]], list[int], int] | None: ...
