"""The native walk over two encodings."""

def find_steps(base: bytes, original: bytes) -> bytes | None:
    """The steps of an edit script, or None: then the pure walk decides."""

def follow(base: bytes, size: int, script: bytes) -> bytes | None:
    """The original, of so many bytes, or None: then the pure reader says why."""
