"""One file, read: its form, and its footer in the bytes of Thrift."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from inlay.containers import Finding
from inlay.forms.tail import Form, Tail, read_tail
from inlay.scan.entries import FileEntry
from inlay.scan.problems import FileProblem, problem_of
from inlay.scan.store import Store
from inlay.scan.tail_file import TailFile


class Footprint(NamedTuple):
    """`thrift` is None where only a key opens the footer."""

    entry: FileEntry
    tail: Tail
    thrift: bytes | None

    @property
    def findings(self) -> tuple[Finding, ...]:
        return self.tail.findings


def read_footprint(store: Store, entry: FileEntry) -> Footprint | FileProblem:
    """One request for the end of the file, a second only for a footer that is longer than 64 KiB."""
    if entry.error is not None:
        return problem_of(entry, entry.error)
    try:
        with store.open(entry) as handle:
            file = TailFile(entry.path, handle)
            tail = read_tail(file)
        return Footprint(entry._replace(size=file.size), tail, _thrift(tail))
    except Exception as error:
        return problem_of(entry, error)


def read_footprints(
    store: Store, entries: Iterable[FileEntry]
) -> Iterator[Footprint | FileProblem]:
    """In the order of `entries`; several at a time where reading means waiting."""
    if store.concurrency == 1:
        for entry in entries:
            yield read_footprint(store, entry)
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(store.concurrency) as pool:
        yield from pool.map(lambda entry: read_footprint(store, entry), entries)


def _thrift(tail: Tail) -> bytes | None:
    if tail.form is Form.ENCRYPTED:
        return None
    if tail.form is not Form.FINAL:
        return tail.thrift
    from inlay.forms.life_cycle import original_thrift

    return original_thrift(tail)
