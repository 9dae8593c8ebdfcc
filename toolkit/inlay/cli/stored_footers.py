"""`--store`: the footers of files as a store has them, in place of the files."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from inlay.ground.files.entries import FileEntry
    from inlay.tables.scan.named import NamedFile
    from inlay.verbs.store.footer_store import FooterStore

store_option = click.option(
    "--store",
    metavar="DIR",
    help="Take the footers from the store DIR, and open no file at PATHS.",
)


class StoredPaths(NamedTuple):
    """Paths of a lake as its store has them. Without a store, they are those of files."""

    store: FooterStore | None
    paths: list[str]


def find_stored(store: str | None, paths: Sequence[str]) -> StoredPaths:
    """Raises what opening a store raises, OSError for what is not a path."""
    from inlay.ground.files.paths import normalize

    if store is None:
        return StoredPaths(None, [*paths])
    return StoredPaths(open_once(store), [normalize(path) for path in paths])


@cache
def open_once(store: str) -> FooterStore:
    """One of a process: its index of paths is read once."""
    from inlay.verbs.store.footer_store import open_store

    return open_store(store)


def list_stored(store: FooterStore, paths: Sequence[str]) -> Iterator[NamedFile]:
    """Each file at these paths, as `list_named_files` gives those that are there."""
    from inlay.tables.scan.listing import list_files
    from inlay.tables.scan.named import NamedFile

    for path in paths:
        try:
            for entry in list_files(store, [path]):
                yield NamedFile(entry.path, True, entry.error)
        except OSError as error:
            yield NamedFile(path, True, error)


def list_scanned(
    paths: Sequence[str], store: FooterStore | None = None, name: str = "*"
) -> Callable[[], Iterator[FileEntry]]:
    """Lists what a scan of these paths reads."""
    from inlay.tables.scan.scan import list_entries

    return partial(list_entries, paths, store, name=name)
