"""Which files of a listing a store knows already, so that they need not be opened."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import pyarrow as pa

from inlay.footers.designs.build import array_from
from inlay.ground.arrow_functions import compute
from inlay.ground.arrow_rows import Array, column_in
from inlay.ground.files.ahead import map_ahead
from inlay.ground.files.entries import FileEntry
from inlay.verbs.store.key_set import make_key_set
from inlay.verbs.store.manifest import StoreManifest, StorePart, UnknownFile
from inlay.verbs.store.part_schema import FILE, PartSchema
from inlay.verbs.store.read_parts import (
    WHOLE_ROWS,
    iterate_batches,
    list_numbers,
    list_removed,
    open_part,
    read_rows,
)

_STATE = (FILE, "location", "file_size_in_bytes", "mtime", "etag")
_NONE: Final = array_from([], pa.int64())


class KnownPart(NamedTuple):
    """A part with the numbers of its files, and what each is known by."""

    folder: str
    part: StorePart
    schema: PartSchema
    numbers: Array
    keys: Array

    def count_left(self, removed: Array) -> int:
        """How many of its files are not among these."""
        count: int = compute.sum(_is_in(self.numbers, removed)).as_py() or 0
        return len(self.numbers) - count

    def read_left(self, removed: Array) -> Iterator[pa.RecordBatch]:
        """Their rows."""
        for batch in read_rows(self.folder, self.part, None, rows=WHOLE_ROWS):
            yield batch.filter(compute.invert(_is_in(column_in(batch, FILE), removed)))


class _PartColumns(NamedTuple):
    """`columns` are those of `_STATE`, of each batch."""

    part: StorePart
    schema: PartSchema
    columns: Sequence[Sequence[Array]]


class KnownFiles:
    """A file is the same while its path, its size and its ETag are, or the time of its last change where it has no ETag.

    Of each only a hash of 64 bits is held, with a key of the process: that two of a million files have the same one is as likely as
    1 to 10^7, and then one is read again. That a file that changed is taken for another one is a million times less likely.
    """

    def __init__(self, folder: str, manifest: StoreManifest) -> None:
        self._folder = folder
        self._manifest = manifest
        self._kept_below: list[str] = []
        self.removed = set(list_removed(folder, manifest))
        """The numbers of files whose rows do not count."""

        self._left = make_key_set()
        read = map_ahead(self._read_columns, manifest.parts, 1)
        self.parts = [self._hold(it) for it in read]
        self._others = {_identify(_entry_of(it)): it for it in manifest.unknown if it.is_other}
        self.others: list[UnknownFile] = []
        """Files that are not Parquet, and have not changed either."""

    def _read_columns(self, part: StorePart) -> _PartColumns:
        """What its files are known by. Most of it is native, so a thread does it while those of the part before are held."""
        with open_part(self._folder, part) as (file, schema):
            path = os.path.join(self._folder, part.name)
            batches = iterate_batches(path, file, _STATE)
            columns = [[column_in(batch, name) for name in _STATE] for batch in batches]
        return _PartColumns(part, schema, columns)

    def _hold(self, read: _PartColumns) -> KnownPart:
        numbers: list[Array] = []
        all_keys: list[Array] = []
        for columns in read.columns:
            numbers.append(columns[0])
            keys = _list_keys(columns[1:])
            all_keys.append(array_from(keys, pa.int64()))
            self._add(columns[0], keys)
        whole, all_whole = (pa.concat_arrays(it or [_NONE]) for it in (numbers, all_keys))
        return KnownPart(self._folder, read.part, read.schema, whole, all_whole)

    def _add(self, numbers: Array, keys: list[int]) -> None:
        """Of two rows of one file, the later does not count."""
        if self.removed:
            kept = [at for at, it in enumerate(list_numbers(numbers)) if it not in self.removed]
            numbers, keys = numbers.take(array_from(kept, pa.int64())), [keys[at] for at in kept]
        again = self._left.add(keys)
        if again:
            self.removed.update(list_numbers(numbers.take(array_from(again, pa.int64()))))

    def choose_new(self, entries: Sequence[FileEntry]) -> Sequence[FileEntry]:
        """Those that have to be read; asked of each file of the listing once. What lies below a folder that cannot be listed is kept."""
        if not entries:
            return ()
        paths, sizes, times, etags, _, errors = zip(*entries, strict=True)
        states: Sequence[Any] = times
        if any(etags):
            states = [etag or time for etag, time in zip(etags, times, strict=True)]
        if any(errors) or not all(states):
            return [entry for entry in entries if self._is_new(entry)]
        missing = self._left.take(_hash_each(paths, sizes, states))
        return [entries[at] for at in missing if self._is_unknown(entries[at])]

    def _is_new(self, entry: FileEntry) -> bool:
        if entry.error is not None:
            self._kept_below.append(entry.path)
            return True
        if not entry.etag and not entry.mtime:
            return True  # nothing tells whether it changed
        return bool(self._left.take([_identify(entry)])) and self._is_unknown(entry)

    def _is_unknown(self, entry: FileEntry) -> bool:
        """False for a file that is not Parquet, and has not changed."""
        other = self._others.pop(_identify(entry), None)
        if other is not None:
            self.others.append(other)
        return other is None

    def remove_others(self) -> int:
        """After the listing: rows of files that were not in it, or changed, no longer count. Gives how many these are."""
        left: Array = array_from(self._left.list_left(), pa.int64())
        gone: set[int] = set()
        for part in self.parts if len(left) else ():
            gone.update(list_numbers(part.numbers.filter(_is_in(part.keys, left))))
        gone -= self.removed
        if self._kept_below and gone:
            gone -= set(self._list_below())
        self.removed |= gone
        return len(gone)

    def _list_below(self) -> Iterator[int]:
        """The numbers of files below folders that could not be listed."""
        above = tuple(os.path.join(folder, "") for folder in self._kept_below)
        exactly = {*self._kept_below}
        for part in self._manifest.parts:
            for batch in read_rows(self._folder, part, _STATE[:2]):
                rows = zip(*(column_in(batch, at).to_pylist() for at in range(2)), strict=True)
                for number, path in rows:
                    if path in exactly or path.startswith(above):
                        yield number


def _is_in(numbers: Array, removed: Array) -> Array:
    which: Array = compute.is_in(numbers, value_set=removed)
    return which


def _list_keys(columns: Sequence[Array]) -> list[int]:
    """As `_identify` makes them, of rows."""
    paths: list[Any] = columns[0].to_pylist()
    sizes: list[Any] = columns[1].to_pylist()
    states: list[Any] = columns[2].cast(pa.int64()).to_pylist()
    if columns[3].null_count < len(paths):
        etags = columns[3].to_pylist()
        states = [etag or mtime for etag, mtime in zip(etags, states, strict=True)]
    return _hash_each(paths, sizes, states)


def _hash_each(paths: Sequence[str], sizes: Sequence[int], states: Sequence[Any]) -> list[int]:
    """`states` are ETags or times."""
    return [*map(hash, zip(paths, sizes, states, strict=True))]


def _identify(entry: FileEntry) -> int:
    return hash((entry.path, entry.size, entry.etag or entry.mtime))


def _entry_of(file: UnknownFile) -> FileEntry:
    return FileEntry(file.path, file.size, file.mtime, file.etag)
