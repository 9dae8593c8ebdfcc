"""The seal: an extension that vouches for the bytes of the footer before it.

crc32 of them: u32 | how many: u32 | offset of the footer in the file: u64
"""

from __future__ import annotations

from struct import Struct
from typing import Final
from zlib import crc32

from inlay.footers.containers import SEAL, Entry, unwrap, wrap
from inlay.ground.wording import amounts
from inlay_runtime.finding import Finding

_CONTENT: Final = Struct("<IIQ")


def seal_entry(data: bytes, before: int, offset: int) -> Entry:
    """The seal over the first `before` bytes of a footer that begins at `offset` in its file."""
    content = _CONTENT.pack(crc32(data[:before]), before, offset)
    return Entry(SEAL, wrap(content, SEAL))


def check_seal(entry: Entry, data: bytes, before: int, offset: int) -> Finding | None:
    """What is wrong with the footer or its seal; None if they agree. `before` is where the header of the
    extension at FileMetaData begins."""
    content = unwrap(entry.payload)
    if isinstance(content, Finding):
        return content
    if len(content.data) != _CONTENT.size:
        return Finding("seal", 0, "the seal has another form than this version knows")
    crc, count, where = _CONTENT.unpack(content.data)
    if count != before:
        what = f"the seal covers {amounts.count(count, 'byte')}, and {before:,} stand before it"
        return Finding("seal", 0, what)
    if crc32(data[:before]) != crc:
        return Finding(
            "seal",
            0,
            f"the {amounts.count(before, 'byte')} before the seal are not what was sealed",
        )
    if where != offset:
        what = f"the footer was sealed at offset {where:,} of its file, and is at {offset:,}"
        return Finding("seal", 0, what)
    return None
