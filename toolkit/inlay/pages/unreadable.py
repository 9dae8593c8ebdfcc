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


_OF_SCHEMAS = (
    "the copy of the schema in the key ARROW:schema does not fit the columns: `inlay set FILE --delete ARROW:schema "
    "-o OUT` makes a file without it"
)
_OF_FIELDS = "no column has this name: `inlay inspect` lists those that are there"
_OF_DECIMALS = "the filter compares a decimal with a number: give it a decimal.Decimal"
_HINTS = (
    ("nknown encoding", _OF_ENCODINGS),
    ("ecimal precision out of range", _OF_SCHEMAS),
    ("No match for FieldRef", _OF_FIELDS),
    ("Precision is not great enough", _OF_DECIMALS),
)
"""By what pyarrow says: none of these is about damaged pages."""


def _explain(source: Source, error: Exception) -> str:
    said = " ".join(str(error).split()).rstrip(".")
    hint = next((hint for part, hint in _HINTS if part in said), _HINT)
    return f"{name_of(source)}: {said} ({hint})"
