"""What has changed since the last run: by path, size, and ETag or, without one, time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from inlay.scan.entries import FileEntry
from inlay.scan.listing import covers
from inlay_spark.catalog.place import Place

_COLUMNS = ["path", "file_size", "mtime", "etag"]


class Changes(NamedTuple):
    """`new` are the files to read; `stale` has, for each part that is touched, the files that it should not have
    any more; `empty` are parts of which nothing would be left."""

    new: list[FileEntry]
    stale: dict[str, list[str]]
    empty: list[str]
    unchanged: int


def changes(
    place: Place,
    parts: Mapping[str, Mapping[str, int]],
    listed: Iterable[FileEntry],
    paths: Sequence[str],
) -> Changes:
    """Compares a listing of `paths` with the parts that there are."""
    known = _known(place, parts)
    new: list[FileEntry] = []
    unlisted: list[str] = []
    stale: defaultdict[str, list[str]] = defaultdict(list)
    unchanged = 0
    for entry in listed:
        if entry.error is not None:
            unlisted.append(entry.path)
        found = known.pop(entry.path, None)
        if found is not None and found.is_same(entry):
            unchanged += 1
            continue
        new.append(entry)
        if found is not None:
            stale[found.part].append(entry.path)
    for path, found in known.items():
        below = any(path.startswith(f"{directory}/") for directory in unlisted)
        if not below and covers(paths, path):
            stale[found.part].append(path)
    empty = [part for part, gone in stale.items() if len(gone) == files_in(parts[part])]
    for part in empty:
        del stale[part]
    return Changes(new, dict(stale), empty, unchanged)


class _Known(NamedTuple):
    size: int
    mtime: int
    etag: str | None
    part: str

    def is_same(self, entry: FileEntry) -> bool:
        if self.size != entry.size:
            return False
        if self.etag is not None and entry.etag is not None:
            return self.etag == entry.etag
        return self.mtime == entry.mtime


def files_in(rows: Mapping[str, int]) -> int:
    """How many files a part speaks of: a bad one has one row that says so."""
    return rows.get("files", 0) + rows.get("unreadable", 0)


def _known(place: Place, parts: Mapping[str, Mapping[str, int]]) -> dict[str, _Known]:
    found: dict[str, _Known] = {}
    with ThreadPoolExecutor(8) as pool:
        for of_part in pool.map(lambda part: list(known_in(place, part, parts[part])), parts):
            found.update(of_part)
    return found


def known_in(place: Place, part: str, rows: Mapping[str, int]) -> Iterator[tuple[str, _Known]]:
    """The files of a part; those also that were found to be bad. What failed on the way there is tried again."""
    for table in ("files", "problems"):
        if not rows.get(table):
            continue
        path = place.part(table, part)
        more = ["error_id", "is_readable"] if table == "problems" else []
        read = pq.read_table(path, columns=[*_COLUMNS, *more], filesystem=place.filesystem)
        if table == "problems":
            read = read.filter(pc.invert(read.column("is_readable")))
        columns = [
            read.column("path").to_pylist(),
            read.column("file_size").to_pylist(),
            read.column("mtime").cast(pa.int64()).to_pylist(),
            read.column("etag").to_pylist(),
        ]
        transient = [False] * read.num_rows
        if table == "problems":
            transient = [_is_transient(str(one)) for one in read.column("error_id").to_pylist()]
        for name, size, mtime, etag, again in zip(*columns, transient, strict=True):
            yield name, _Known(-1 if again else size, mtime, etag, part)


def _is_transient(error_id: str) -> bool:
    return error_id.startswith("io") or error_id == "unexpected"
