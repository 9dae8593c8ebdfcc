"""Pages that pyarrow cannot read: it says neither which file they are in, nor what can be done."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

import pyarrow as pa

from inlay.files.source import Source, name_of

_HINT = "if pages are damaged, `inlay verify --data` says where"
_OF_ENCODINGS = (
    "[encodings] of the configuration says which new encodings are in use, and their numbers"
)


@contextmanager
def name_unreadable(source: Source) -> Generator[None]:
    """Raises pyarrow's errors about data anew, of the same class, with the name of the file."""
    try:
        yield
    except pa.ArrowInvalid as error:
        raise pa.ArrowInvalid(_explain(source, error)) from error
    except OSError as error:
        if error.errno is not None:  # it is the operating system's
            raise
        raise OSError(_explain(source, error)) from error


def _explain(source: Source, error: Exception) -> str:
    said = " ".join(str(error).split()).rstrip(".")
    hint = _OF_ENCODINGS if "nknown encoding" in said else _HINT
    return f"{name_of(source)}: {said} ({hint})"
