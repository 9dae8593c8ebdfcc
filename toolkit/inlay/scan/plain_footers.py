"""Footers of local files that are Thrift and nothing else, as nearly all are: many in one native call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from inlay.files.local_store import LocalStore
from inlay.footer.trailer import DAMAGED_BITS, LONGEST, MARKS, SMALLEST
from inlay_runtime.core import load_native

if TYPE_CHECKING:
    from inlay.files.entries import FileEntry
    from inlay.files.store import Store

native: Any = load_native("inlay.scan.native_footers")
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
