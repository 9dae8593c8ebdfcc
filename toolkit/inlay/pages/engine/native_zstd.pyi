"""The first bytes of a ZSTD frame, natively: see `inlay.pages.engine.page_starts`."""

import pyarrow as pa

def begin_zstd(block: bytes | memoryview, room: pa.Buffer, declared: int, /) -> bool: ...
