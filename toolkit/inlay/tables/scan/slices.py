"""Files in slices, each as large as one call can decode: while a slice is decoded, the next one is read.

What is in memory is bounded by two slices and what one read brings, however many files there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final

from inlay.footers.footer.footer import Footer
from inlay.footers.footer.read import FIRST_READ
from inlay.ground.files.ahead import map_ahead
from inlay.ground.files.fsspec_store import FsspecStore
from inlay.tables.scan.plain_footers import find_plain_footer, has_plain_footers, read_plain_footers
from inlay.tables.scan.scanned_footer import ScannedFooter, read_all_scanned, read_scanned

if TYPE_CHECKING:
    from inlay.ground.files.entries import FileEntry
    from inlay.ground.files.fsspec_ends import FileEnd
    from inlay.ground.files.store import Store
    from inlay.tables.scan.problems import UnreadFile

MOST_FILES: Final = 512
MOST_BYTES: Final = 32 << 20
"""Of a slice: enough for one call to be worth it, and little enough to hold."""

MOST_ENDS: Final = 256
"""Ends of 64 KiB that one request of many brings."""


def read_slices(
    store: Store, entries: Iterable[FileEntry]
) -> Iterator[list[ScannedFooter | UnreadFile]]:
    """The files with their footers, in the order of `entries`."""
    if has_plain_footers(store):
        read = _read_local(store, entries)
    elif isinstance(store, FsspecStore) and store.is_asynchronous:
        read = _read_ends(store, entries)
    else:
        read = read_all_scanned(store, entries)
    some: list[ScannedFooter | UnreadFile] = []
    size = 0
    for file in read:
        some.append(file)
        if isinstance(file, ScannedFooter):
            size += len(file.footer.thrift)
        del file  # a slice is its reader's: nothing else holds a footer that was read
        if len(some) >= MOST_FILES or size >= MOST_BYTES:
            yield some
            some, size = [], 0
    if some:
        yield some


def _read_local(store: Store, entries: Iterable[FileEntry]) -> Iterator[ScannedFooter | UnreadFile]:
    """A thread reads ahead. It does nothing in Python, so neither waits for the other."""
    from concurrent.futures import ThreadPoolExecutor

    left = iter(entries)
    some = [*islice(left, MOST_FILES)]
    with ThreadPoolExecutor(1, "inlay-scan") as reader:
        reading = reader.submit(read_plain_footers, some, MOST_BYTES)
        while some:
            footers = reading.result()
            read, some = some[: len(footers)], some[len(footers) :]
            some += islice(left, MOST_FILES - len(some))
            reading = reader.submit(read_plain_footers, some, MOST_BYTES)
            footers.reverse()
            for entry in read:
                yield _scanned(store, entry, footers.pop())


def _scanned(
    store: Store, entry: FileEntry, footer: tuple[int, bytes] | None
) -> ScannedFooter | UnreadFile:
    return read_scanned(store, entry) if footer is None else _plain(entry, *footer)


def _read_ends(
    store: FsspecStore, entries: Iterable[FileEntry]
) -> Iterator[ScannedFooter | UnreadFile]:
    left = iter(entries)
    batches = iter(lambda: [*islice(left, MOST_ENDS)], [])
    for some, ends in map_ahead(partial(_ends_of, store), batches, 2):
        footers = [
            None if end is None else find_plain_footer(end.entry.size, end.data) for end in ends
        ]
        others = [
            (entry, end)
            for entry, end, footer in zip(some, ends, footers, strict=True)
            if footer is None
        ]
        read = map_ahead(partial(_read_end, store), others, store.concurrency)
        for end, footer in zip(ends, footers, strict=True):
            if footer is None or end is None:
                yield next(read)
            else:
                yield _plain(end.entry, end.entry.size, footer)


def _ends_of(
    store: FsspecStore, some: list[FileEntry]
) -> tuple[list[FileEntry], list[FileEnd | None]]:
    return some, store.read_ends(some, FIRST_READ)


def _read_end(
    store: FsspecStore, file: tuple[FileEntry, FileEnd | None]
) -> ScannedFooter | UnreadFile:
    entry, end = file
    return read_scanned(store, entry) if end is None else read_scanned(store, *end)


def _plain(entry: FileEntry, size: int, data: bytes) -> ScannedFooter:
    if entry.size != size:
        entry = entry._replace(size=size)
    return ScannedFooter(entry, Footer.plain(entry.path, size, data))
