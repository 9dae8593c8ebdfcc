"""What has changed since the last run: by path, size, and ETag or, without one, time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.ground.files.entries import FileEntry
from inlay.tables.scan.claims import is_named_parquet
from inlay.tables.scan.file_columns import format_path
from inlay.tables.scan.listing import covers
from inlay_spark.catalog.directory import ANEW, CatalogDirectory, CatalogError
from inlay_spark.catalog.manifest import Part

_COLUMNS: Final = ["path", "file_size", "mtime", "etag"]

_PERHAPS_OTHERS: Final = ("empty", "short", "not-parquet")
"""What earlier versions said also of files that do not claim to be Parquet, which are no problem now."""


class CatalogChanges(NamedTuple):
    """`new` are the files to read; `stale` has, for each part that is touched, the files that it should not have
    any more; `empty` are parts of which nothing would be left. `gone` counts the files that are not there any more.
    """

    new: list[FileEntry]
    stale: dict[str, list[str]]
    empty: list[str]
    unchanged: int
    gone: int


def compare(
    directory: CatalogDirectory,
    parts: Mapping[str, Part],
    listed: Iterable[FileEntry],
    paths: Sequence[str],
    name: str = "*",
) -> CatalogChanges:
    """Compares a listing of `paths` and `name` with the parts that there are."""
    known = _read_known(directory, parts)
    new: list[FileEntry] = []
    unlisted: list[str] = []
    stale: defaultdict[str, list[str]] = defaultdict(list)
    unchanged = gone = 0
    for entry in listed:
        if entry.error is not None:
            unlisted.append(entry.path)
        path = format_path(entry.path)
        earlier = known.pop(path, None)
        if earlier is not None and earlier.is_same(entry):
            unchanged += 1
            continue
        new.append(entry)
        if earlier is not None:
            stale[earlier.part].append(path)
    for path, earlier in known.items():
        below = any(path.startswith(f"{folder}/") for folder in unlisted)
        # What could not be reached, a directory above all, was listed whatever it is called.
        if not below and covers(paths, path, name=name if earlier.size >= 0 else "*"):
            stale[earlier.part].append(path)
            gone += 1
    empty = [part for part, files in stale.items() if len(files) == parts[part].files]
    for part in empty:
        del stale[part]
    return CatalogChanges(new, dict(stale), empty, unchanged, gone)


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


def _read_known(directory: CatalogDirectory, parts: Mapping[str, Part]) -> dict[str, _Known]:
    known: dict[str, _Known] = {}
    with ThreadPoolExecutor(8) as pool:
        for of_part in pool.map(lambda part: list(read_known(directory, part, parts[part])), parts):
            known.update(of_part)
    return known


def read_known(directory: CatalogDirectory, name: str, part: Part) -> Iterator[tuple[str, _Known]]:
    """The files of a part; those also that are bad, or no Parquet files. What failed on the way there is tried again."""
    for table in ("files", "others"):
        if part.rows.get(table):
            for row in _rows(directory, directory.part(table, name), []):
                yield row["path"], _Known(row["file_size"], row["mtime"], row["etag"], name)
    if part.unreadable:
        for row in _rows(directory, directory.part("problems", name), ["error_id", "is_readable"]):
            if not row["is_readable"]:
                size = -1 if _is_to_be_tried_again(row) else row["file_size"]
                yield row["path"], _Known(size, row["mtime"], row["etag"], name)


def list_paths(
    directory: CatalogDirectory, find: Callable[[str], str], part: Part
) -> Iterator[str]:
    """The files of a part, given where its tables are."""
    for table in ("files", "others", "problems"):
        if part.rows.get(table):
            for row in _rows(directory, find(table), []):
                yield row["path"]


def _rows(directory: CatalogDirectory, path: str, more: list[str]) -> Iterator[dict[str, Any]]:
    try:
        table = pq.read_table(path, columns=[*_COLUMNS, *more], filesystem=directory.filesystem)
    except (OSError, pa.ArrowException) as error:
        raise CatalogError(f"{path}: {error}: {ANEW}") from error
    times = table.column("mtime").cast(pa.int64())  # microseconds, as a listing has them
    table = table.set_column(table.schema.get_field_index("mtime"), "mtime", times)
    for batch in table.to_batches():
        yield from batch.to_pylist()


def _is_to_be_tried_again(problem: Mapping[str, Any]) -> bool:
    error_id: str = problem["error_id"]
    if error_id in _PERHAPS_OTHERS and not is_named_parquet(problem["path"]):
        return True
    return error_id.startswith("io") or error_id == "unexpected"
