"""What lies among Parquet files and is none: notes, metadata of tables, marks of other programs. It is counted, and is no problem."""

from __future__ import annotations

from typing import Final

from inlay.footers.footer.known_ends import is_magic
from inlay.ground.files.source import Seekable, open_source, read_at, size_of
from inlay_runtime.errors import InlayError

_NAMES: Final = (".parquet", ".parq", ".pq")


def claims_parquet(path: str) -> bool:
    """Whether a file says that it is one: by its name, or by a magic at either end. Of a file that cannot be read,
    that is not known, and it does."""
    if is_named_parquet(path):
        return True
    try:
        with open_source(path) as file:
            return has_magic(file)
    except (OSError, InlayError):
        return True


def is_named_parquet(path: str) -> bool:
    return path.lower().endswith(_NAMES)


def has_magic(file: Seekable) -> bool:
    """At either end: a file that was cut off, or to which something was appended, has one of the two."""
    size = size_of(file)
    if size > 4 and is_magic(read_at(file, size - 4, 4)):
        return True
    return is_magic(read_at(file, 0, min(size, 4)))
