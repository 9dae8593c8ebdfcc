"""Which intact file says what columns a damaged one had, where nobody names one."""

from __future__ import annotations

import glob
from typing import Final

from inlay.footers.footer.read import read_footer
from inlay.ground.files.stores import store_of
from inlay.ground.refusals import RefusedError
from inlay.tables.scan.claims import is_named_parquet
from inlay.tables.scan.listing import list_files
from inlay_runtime.errors import InlayError
from parquet_format.parquet import FileMetaData

AGREEING: Final = 3
"""Intact files whose schemas are compared, as far as there are so many."""

_TRIED: Final = 30
"""Files of a folder that are looked into: most of them may be damaged."""


def find_sibling(path: str) -> tuple[str, FileMetaData]:
    """The intact file of the same folder whose name is nearest.

    Raises RefusedError where there is none, and where the nearest ones do not have the same columns.
    """
    nearest: list[tuple[str, FileMetaData]] = []
    for other in _by_distance(path)[:_TRIED]:
        metadata = _read_intact(other)
        if metadata is None:
            continue
        nearest.append((other, metadata))
        if metadata.schema != nearest[0][1].schema:
            reason = (
                f"{nearest[0][0]} and {other} do not have the same columns: name one with --like"
            )
            raise RefusedError("like", reason)
        if len(nearest) == AGREEING:
            break
    if not nearest:
        raise RefusedError("like", "no file of its folder is intact: name one with --like")
    return nearest[0]


def _by_distance(path: str) -> list[str]:
    """The other Parquet files of its folder. Of two that are as near, that which comes before it."""
    folder, _, own = path.rpartition("/")
    names = sorted({*_list_names(folder), own})
    at = names.index(own)
    others = [number for number in range(len(names)) if number != at]
    others.sort(key=lambda number: (abs(number - at), number))
    return [f"{folder}/{names[number]}" for number in others]


def _list_names(folder: str) -> tuple[str, ...]:
    """Of one folder, and not of those below."""
    pattern = f"{glob.escape(folder).replace('{', '[{]')}/*"
    entries = list_files(store_of([folder]), [pattern])
    names = (entry.path.rpartition("/")[2] for entry in entries if entry.error is None)
    return tuple(name for name in names if is_named_parquet(name))


def _read_intact(path: str) -> FileMetaData | None:
    """None for a file whose footer cannot be read, or is not whole."""
    try:
        footer = read_footer(path).validate()
    except (InlayError, OSError):
        return None
    return None if footer.findings else footer.metadata
