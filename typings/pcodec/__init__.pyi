from typing import Any

class ChunkConfig:
    def __init__(self, compression_level: int = ...) -> None: ...

class Progress:
    n_processed: int
    finished: bool

class _Standalone:
    """A module, which has no source that a type checker could find."""

    def simple_compress(self, src: Any, config: ChunkConfig) -> bytes: ...
    def simple_decompress_into(self, src: bytes, dst: Any) -> Progress: ...

standalone: _Standalone
