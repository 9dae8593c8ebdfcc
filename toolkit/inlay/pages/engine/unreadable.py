"""Pages that pyarrow cannot read: it says neither which file they are in, nor what can be done."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

import pyarrow as pa

from inlay.footers.footer.arrow_schema import HOW_TO_LEAVE_OUT
from inlay.ground.files.source import Source, name_of

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


_OF_FIELDS = "no column has this name: `inlay inspect` lists those that are there"
_OF_DECIMALS = "the filter compares a decimal with a number: give it a decimal.Decimal"
_OF_KEYS = "a column has no key: `inlay inspect` with the same keys says which"
_OF_COPIES = (
    "ecimal precision out of range",
    "nvalid base64",
    "latbuffer",
    "IPC",
    "reading schema message",
    "metadata bytes, but only read",
    "etadata version",
    "MetadataVersion",
    "Type metadata cannot be none",
    "Unrecognized type",
    "decimal values",
    "bits not implemented",
    "not in cstdint",
)
"""What only the copy of the schema in a footer can be about: pages have no message of Arrow's IPC."""
_HINTS = (
    ("nknown encoding", _OF_ENCODINGS),
    ("annot decrypt ColumnMetadata", _OF_KEYS),
    *((part, HOW_TO_LEAVE_OUT) for part in _OF_COPIES),
    ("No match for FieldRef", _OF_FIELDS),
    ("Precision is not great enough", _OF_DECIMALS),
)
"""By what pyarrow says: none of these is about damaged pages."""


def _explain(source: Source, error: Exception) -> str:
    said = " ".join(str(error).split()).rstrip(".")
    hint = next((hint for part, hint in _HINTS if part in said), _HINT)
    return f"{name_of(source)}: {said} ({hint})"
