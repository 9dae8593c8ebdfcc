"""Encrypted parts of a file: modules one behind the other, each with its length in the clear (Encryption.md, 5.1)."""

from __future__ import annotations

from typing import Final

from inlay.look.kinds import OwnerKind
from inlay.look.ledger import LedgerWriter
from inlay.pages.walk import ReadAt

_LENGTH: Final = 4
_SMALLEST: Final = 12
"""Bytes of a module's nonce."""


def add_modules(
    writer: LedgerWriter, read: ReadAt, start: int, end: int, *, row_group: int, column: int
) -> int:
    """The pages of an encrypted chunk: header and body take turns. Gives how far they lead."""
    at, number = start, 0
    while at < end:
        size = _size_at(read, at)
        if size is None or at + size > end:
            break
        body = _size_at(read, at + size) if at + size < end else None
        if body is None or at + size + body > end:
            break
        writer.begin(
            OwnerKind.OTHER_PAGE,
            at,
            "encrypted page",
            row_group=row_group,
            column=column,
            page=number,
        )
        for kind, length in ((OwnerKind.PAGE_HEADER, size), (OwnerKind.ENCRYPTED, body)):
            writer.add(kind, at, at + length, row_group=row_group, column=column, page=number)
            at += length
        writer.end(at)
        number += 1
    return at


def _size_at(read: ReadAt, at: int) -> int | None:
    """Of the module, its length included; None for what is none."""
    length = int.from_bytes(read(at, _LENGTH), "little")
    return _LENGTH + length if length >= _SMALLEST else None
