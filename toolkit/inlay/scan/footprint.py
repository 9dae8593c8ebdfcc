"""One file, read: its form, and its footer in the bytes of Thrift."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from inlay.containers import Finding
from inlay.footer.footer import Footer
from inlay.footer.form import Form
from inlay.footer.read import read_footer
from inlay.scan.entries import FileEntry
from inlay.scan.problems import FileProblem, problem_of
from inlay.scan.store import Store
from inlay.scan.tail_file import TailFile


class ScannedFooter(NamedTuple):
    """`thrift` is the footer that a CRC vouches for, None where only a key opens it; `is_derived` says that it is
    made from the FlatBuffer."""

    entry: FileEntry
    tail: Footer
    thrift: bytes | None
    is_derived: bool = False
    findings: tuple[Finding, ...] = ()


def read_scanned(store: Store, entry: FileEntry) -> ScannedFooter | FileProblem:
    """One request for the end of the file, a second only for a footer that is longer than 64 KiB."""
    if entry.error is not None:
        return problem_of(entry, entry.error)
    try:
        with store.open(entry) as handle:
            file = TailFile(entry.path, handle)
            tail = read_footer(file)
        footer = tail
        thrift = None if tail.form is Form.ENCRYPTED else footer.thrift
        sized = entry._replace(size=file.size)
        return ScannedFooter(sized, tail, thrift, footer.is_derived, footer.findings)
    except Exception as error:
        return problem_of(entry, error)


def read_footprints(
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
