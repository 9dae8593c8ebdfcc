"""One file of a scan, with its footer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple

from inlay.footers.encryption.errors import DecryptionError
from inlay.footers.encryption.keys import EncryptionKeys
from inlay.footers.footer.errors import FooterError
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.magic import READABLE
from inlay.footers.footer.open_encrypted import open_encrypted
from inlay.footers.footer.read import read_footer
from inlay.ground.files.ahead import map_ahead
from inlay.ground.files.entries import UNASKED, FileEntry
from inlay.ground.files.store import Store
from inlay.ground.mistakes import RequestError
from inlay.tables.scan.claims import has_magic, is_named_parquet
from inlay.tables.scan.problems import UnreadFile, finding_of
from inlay.tables.scan.tail_file import TailFile


class ScannedFooter(NamedTuple):
    """`entry` has the size of the file that was read, as that of an `UnreadFile` has."""

    entry: FileEntry
    footer: Footer


def read_scanned(
    store: Store, entry: FileEntry, tail: bytes | None = None
) -> ScannedFooter | UnreadFile:
    """One request for the end of the file, unless it is there, and one more for a footer that is longer than 64 KiB.

    Raises OSError for a file that was named, not listed, and is not there.
    """
    if entry.error is not None:
        return UnreadFile(entry, finding_of(entry.error))
    is_named = entry.is_named
    if entry.size == UNASKED:
        asked = store.entry(entry.path)
        entry = entry if asked is None else asked._replace(root=entry.root)
    try:
        with store.open(entry) as handle:
            entry = entry._replace(
                size=handle.size
            )  # another one, if somebody changed the file since it was listed
            file = TailFile(entry.path, handle, tail)
            try:
                footer = read_footer(file)
            except FooterError as error:
                claims = is_named or is_named_parquet(entry.path) or has_magic(file)
                return UnreadFile(entry, error.finding, is_other=not claims)
        _ = footer.thrift  # what is wrong with a FlatBuffer is wrong with this file
        return ScannedFooter(entry, footer)
    except Exception as error:
        return UnreadFile(entry, finding_of(error))


def open_scanned(
    read: Iterable[ScannedFooter | UnreadFile], keys: EncryptionKeys
) -> list[ScannedFooter | UnreadFile]:
    """The same, with what the keys open. A file that one does not open, and was given for, counts as one that cannot be read."""
    return [file if isinstance(file, UnreadFile) else _open_scanned(file, keys) for file in read]


def _open_scanned(file: ScannedFooter, keys: EncryptionKeys) -> ScannedFooter | UnreadFile:
    if file.footer.magic not in READABLE:
        return file
    try:
        return file._replace(footer=open_encrypted(file.footer, keys))
    except FooterError:  # told where its metadata is asked for
        return file
    except (DecryptionError, RequestError) as error:
        return UnreadFile(file.entry, finding_of(error))


def read_all_scanned(
    store: Store, entries: Iterable[FileEntry]
) -> Iterator[ScannedFooter | UnreadFile]:
    """In the order of `entries`; several at a time where reading means waiting."""
    if store.concurrency == 1:
        return (read_scanned(store, entry) for entry in entries)
    return map_ahead(partial(read_scanned, store), entries, store.concurrency)
