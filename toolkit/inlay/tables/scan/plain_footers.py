"""Footers that are Thrift and nothing else, as nearly all are; of local files, many in one native call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from inlay.footers.containers.marks import MARKS
from inlay.footers.footer.magic import PLAIN
from inlay.footers.footer.trailer import (
    DAMAGED_BITS,
    LONGEST,
    SMALLEST,
    TRAILER,
    hints_at_flatbuffer,
)
from inlay.ground.files.local_store import LocalStore
from inlay_runtime.core import load_native

if TYPE_CHECKING:
    from inlay.ground.files.entries import FileEntry
    from inlay.ground.files.store import Store

native: Any = load_native("inlay.tables.scan.native_footers")
"""The compiled reader, unless it is None."""


def has_plain_footers(store: Store) -> bool:
    """Whether the files of the store can be read here."""
    return native is not None and type(store) is LocalStore


def read_plain_footers(entries: Sequence[FileEntry], most: int) -> list[tuple[int, bytes] | None]:
    """The size of each file and the bytes of its footer; None for a file that is anything but plain and good.

    It stops behind the file with which the footers have `most` bytes. No other thread waits for it.
    """
    paths = ["" if entry.error is not None else entry.path for entry in entries]
    footers: list[tuple[int, bytes] | None] = native.read_plain(
        paths, most, SMALLEST, LONGEST, MARKS, DAMAGED_BITS
    )
    return footers


def read_plain_footer(path: str) -> tuple[int, bytes] | None:
    """The same of one file; None as well where it cannot be known so."""
    if native is None:
        return None
    footers: list[tuple[int, bytes] | None] = native.read_plain(
        [path], 1, SMALLEST, LONGEST, MARKS, DAMAGED_BITS
    )
    return footers[0]


def find_plain_footer(size: int, tail: bytes) -> bytes | None:
    """The footer in the last bytes of a file of this size, on the same terms; None as well if it is not all there."""
    length = int.from_bytes(tail[-TRAILER:-4], "little")
    if size < SMALLEST or tail[-4:] != PLAIN or not 0 < length <= min(len(tail) - TRAILER, LONGEST):
        return None
    footer = tail[len(tail) - TRAILER - length : len(tail) - TRAILER]
    return None if hints_at_flatbuffer(footer) else footer
