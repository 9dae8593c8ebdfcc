"""What lies in a lake and is no Parquet file: notes, metadata of tables, marks of other programs. No problem, but counted."""

from __future__ import annotations

from typing import Final

from inlay.files.source import opened, read_at, size_of
from inlay_runtime.errors import InlayError

_NAMES: Final = (".parquet", ".parq", ".pq")
_MAGICS: Final = (b"PAR1", b"PARE", b"PAR3")


def claims_parquet(path: str) -> bool:
    """Whether a file says that it is one: by its name, or by a magic at either end. Of a file that cannot be read,
    that is not known, and it does."""
    if path.lower().endswith(_NAMES):
        return True
    try:
        with opened(path) as file:
            size = size_of(file)
            return read_at(file, 0, min(size, 4)) in _MAGICS or (
                size > 4 and read_at(file, size - 4, 4) in _MAGICS
            )
    except (OSError, InlayError):
        return True
