"""The files that a job is about, and where its directory may lie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inlay.ground.files.entries import FileEntry
from inlay.ground.files.paths import normalize
from inlay.ground.files.stores import store_of
from inlay.ground.refusals import RefusedError
from inlay.tables.scan.listing import list_files, lists


def normalize_all(paths: str | Sequence[str]) -> list[str]:
    return [normalize(path) for path in ([paths] if isinstance(paths, str) else paths)]


def list_with_text_names(paths: Sequence[str], name: str) -> Iterator[FileEntry]:
    """The files at `paths` that match `name`. One whose own name is not UTF-8 is shown as well as can be, with an error:
    no Parquet of ours could hold it."""
    for entry in list_files(store_of(paths), paths, name=name):
        try:
            entry.path.encode()
        except UnicodeEncodeError:
            shown = entry.path.encode(errors="surrogateescape").decode(errors="replace")
            error = OSError(0, "its name is not UTF-8, and cannot be recorded")
            yield entry._replace(path=shown, error=error)
        else:
            yield entry


def refuse_in_lake(paths: Sequence[str], directory: str, what: str) -> None:
    """RefusedError for a directory that a listing of the lake would find: the next run would take it for a part of it.
    `what` is what the user calls it."""
    if lists(paths, directory):
        reason = (
            "it is inside the lake, and would be listed as part of it: begin its name with _ or ."
        )
        raise RefusedError(what, reason, path=directory)
