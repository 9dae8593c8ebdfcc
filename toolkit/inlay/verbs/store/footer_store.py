"""`inlay.open_store`: the files of a lake as a file system that has nothing of each but its footer. No file of the lake is opened."""

from __future__ import annotations

import errno
import os
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

import pyarrow as pa

from inlay.footers.footer.footer import Footer
from inlay.footers.footer.read import FIRST_READ, read_footer
from inlay.ground.arrow_rows import column_in
from inlay.ground.files.entries import FileEntry
from inlay.ground.files.nothing_open import NothingOpen
from inlay.ground.files.paths import normalize
from inlay.ground.keywords import check_keywords
from inlay.tables.scan.tail_file import TailFile
from inlay.verbs.store.errors import StoreError
from inlay.verbs.store.manifest import StorePart, UnknownFile, read_manifest
from inlay.verbs.store.part_schema import FILE, FOOTER
from inlay.verbs.store.path_index import PathIndex, RowGroupPlace
from inlay.verbs.store.read_parts import WHOLE_ROWS, iterate_batches, list_removed, open_part
from inlay_runtime.public_home import public_in

_MTIME: Final = "mtime"
_COLUMNS: Final = (FILE, "location", "file_size_in_bytes", _MTIME, "etag", FOOTER)


class StoredEnd(NamedTuple):
    """The end of a file, which begins with its footer; `size` is that of the file in bytes."""

    size: int
    data: bytes

    def read(self, offset: int, size: int) -> bytes:
        """A range of the file that reaches into its footer; what lies a little before that is zeros. Raises OSError for any other."""
        start = self.size - len(self.data)
        end = min(offset + size, self.size)
        before = max(0, min(start, end) - offset)
        if before > FIRST_READ or (before and end <= start and self.data):
            raise OSError(errno.ENODATA, "the store has the footer alone: read the file itself")
        return bytes(before) + self.data[max(0, offset - start) : max(0, end - start)]


_Ends: TypeAlias = Mapping[str, tuple[FileEntry, bytes]]
"""Files by path, each with the end of the file."""


@public_in("inlay")
class FooterStore(NothingOpen):
    """What `inlay.scan_footers` and `inlay.report` take as a `filesystem`. Paths are those of the lake, absolute or URLs.

    It sees the store as it was when it was opened. A file that could not be read when the store was made is one with that error.
    """

    concurrency = 1
    has_links = False

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._manifest = read_manifest(folder)
        self._removed = frozenset(list_removed(folder, self._manifest))
        self._near: _Ends = {}
        self._near_group: RowGroupPlace | None = None

    @property
    def folder(self) -> str:
        """Where the store is."""
        return self._folder

    @property
    def paths(self) -> list[str]:
        """What the store is of: files, folders, globs."""
        return [*self._manifest.paths]

    def footer(self, path: str | os.PathLike[str]) -> Footer:
        """That of one file. It does not know its file, so nothing else of that can be read by it.

        Raises FileNotFoundError for a path that the store does not have, OSError for a file that could not be read, FooterError, StoreError.
        """
        name = normalize(os.fspath(path))
        entry = self.entry(name)
        if entry is None:
            raise IsADirectoryError(errno.EISDIR, "a folder", name)
        if entry.error is not None:
            raise entry.error
        with self.open(entry) as end:
            read = read_footer(TailFile(entry.path, end))
        return Footer(read.path, read.file_size, read.offset, read.data, read.magic)

    def entry(self, path: str) -> FileEntry | None:
        """The file at `path`; None for a folder. FileNotFoundError if there is nothing."""
        if path not in self._near:
            self._bring_near(path)
        if path in self._near:
            return self._near[path][0]
        for file in self._manifest.unknown:
            if file.path == path:
                return _describe(file)
        if self._paths.is_folder(path):
            return None
        raise FileNotFoundError(errno.ENOENT, "the store has no such file", path)

    def below(self, path: str) -> Iterator[FileEntry]:
        """Every file below a folder, in the order of the parts."""
        above = f"{path.rstrip('/')}/"
        for part in self._manifest.parts:
            for batch in self._read(part):
                near = self._list_ends(batch)
                self._near, self._near_group = near, None
                for name, (entry, _) in near.items():
                    if name.startswith(above):
                        yield entry
        for file in self._manifest.unknown:
            if file.path.startswith(above):
                yield _describe(file)

    def real(self, path: str) -> str:
        return path

    @contextmanager
    def open(self, entry: FileEntry) -> Generator[StoredEnd]:
        if entry.path not in self._near:
            self._bring_near(entry.path)
        _, data = self._near.get(entry.path, (entry, b""))
        yield StoredEnd(entry.size, data)

    def __reduce__(self) -> tuple[type[FooterStore], tuple[str]]:
        """Another process opens it anew."""
        return FooterStore, (self._folder,)

    @cached_property
    def _paths(self) -> PathIndex:
        return PathIndex(self._folder, self._manifest, self._removed)

    def _read(self, part: StorePart, group: int | None = None) -> Iterator[pa.RecordBatch]:
        with open_part(self._folder, part) as (file, _):
            path = os.path.join(self._folder, part.name)
            yield from iterate_batches(path, file, _COLUMNS, rows=WHOLE_ROWS, group=group)

    def _list_ends(self, batch: pa.RecordBatch) -> _Ends:
        """The files of these rows that count."""
        columns = [column_in(batch, name) for name in _COLUMNS]
        columns[3] = columns[3].cast(pa.int64())
        ends: dict[str, tuple[FileEntry, bytes]] = {}
        for number, path, size, mtime, etag, data in zip(
            *(column.to_pylist() for column in columns), strict=True
        ):
            if number in self._removed:
                continue
            if len(data) > size:
                raise StoreError(self._folder, f"the footer of {path} is longer than the file")
            ends[path] = FileEntry(path, size, mtime or 0, etag), data
        return ends

    def _bring_near(self, path: str) -> None:
        """The row group that has the file, so that its neighbours are there, too."""
        place = self._paths.find(path)
        if place is not None and place != self._near_group:
            ends: dict[str, tuple[FileEntry, bytes]] = {}
            for batch in self._read(self._manifest.parts[place.part], place.group):
                ends.update(self._list_ends(batch))
            self._near, self._near_group = ends, place


@check_keywords
def open_store(store: str | os.PathLike[str]) -> FooterStore:
    """A store of footers that was built: what `inlay.scan_footers`, `inlay.report` and `inlay.prune` read in place of the files of the lake.

        footers = inlay.open_store("lake.store")
        inlay.report(footers.paths, footers)

    Raises StoreError for what is none, FileNotFoundError where there is nothing, OSError.
    """
    return FooterStore(os.path.abspath(os.fspath(store)))


def _describe(file: UnknownFile) -> FileEntry:
    """One that is not Parquet is listed, as in the lake; another one comes with an error."""
    error = None
    if not file.is_other:
        error = OSError(errno.EIO, "it could not be read when the store was made", file.path)
    return FileEntry(file.path, max(file.size, 0), file.mtime, file.etag, error=error)
