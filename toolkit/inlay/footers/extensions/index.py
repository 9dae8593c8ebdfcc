"""The index: an extension that says where the parts of the footer before it begin (`inlay.footers.index`)."""

from __future__ import annotations

from inlay.footers.containers import INDEX, Entry, wrap
from inlay.footers.index import CannotIndexError, build_index


def build_index_entry(data: bytes) -> Entry:
    """The index of the FileMetaData that `data` begins with. Raises CannotIndexError, with what to do."""
    try:
        return Entry(INDEX, wrap(build_index(data).encode(), INDEX))
    except CannotIndexError as error:
        hint = "`inlay footer index strip` takes an index out that is there"
        raise CannotIndexError(
            f"the footer cannot have an index: {error.reason}; {hint}"
        ) from error
