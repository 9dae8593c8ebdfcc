"""One file of a scan, with its footer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from inlay.footer.footer import Footer
from inlay.footer.read import read_footer
from inlay.scan.entries import FileEntry
from inlay.scan.problems import FileProblem, problem_of
from inlay.scan.store import Store
from inlay.scan.tail_file import TailFile


class ScannedFooter(NamedTuple):
    """`entry` has the size of the file that was read."""

    entry: FileEntry
    footer: Footer


def read_scanned(store: Store, entry: FileEntry) -> ScannedFooter | FileProblem:
    """One request for the end of the file, a second only for a footer that is longer than 64 KiB."""
    if entry.error is not None:
        return problem_of(entry, entry.error)
    try:
        with store.open(entry) as handle:
            file = TailFile(entry.path, handle)
            footer = read_footer(file)
        _ = footer.thrift  # what is wrong with a FlatBuffer is wrong with this file
        return ScannedFooter(entry._replace(size=file.size), footer)
    except Exception as error:
        return problem_of(entry, error)


def read_all_scanned(
    store: Store, entries: Iterable[FileEntry]
) -> Iterator[ScannedFooter | FileProblem]:
    """In the order of `entries`; several at a time where reading means waiting."""
    if store.concurrency == 1:
        for entry in entries:
            yield read_scanned(store, entry)
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(store.concurrency) as pool:
        yield from pool.map(lambda entry: read_scanned(store, entry), entries)
