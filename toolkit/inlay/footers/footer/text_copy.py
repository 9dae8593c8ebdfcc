"""A file that a program copied as if it were text: line ends became others, or bytes that are not text became characters.

Runs only once a footer cannot be decoded.
"""

from __future__ import annotations

import re
from typing import Final

from inlay.footers.footer.trailer import SIGNATURE, TRAILER
from inlay.ground.files.source import Seekable, read_at
from inlay_runtime.attempt import decode_or_none

_LOOKED_AT: Final = 64 * 1024
_MANY: Final = 16
"""So many line ends that are all of one kind are no accident in a footer of which only the end is seen."""
_FEW: Final = 4
_NO_TEXT: Final = re.compile("[\ufffd\x80-\x9f]")
"""What replaces bytes that are not text, and characters that no text has, but Latin-1 makes of bytes."""


def find_text_copy(file: Seekable, size: int) -> str | None:
    """What was done to a file whose last bytes are a length and a magic, and what to do; None without evidence.

    By the last 64 KiB: either the footer can be decoded once the change is undone, or what is seen there is no accident.
    """
    tail = read_at(file, max(size - _LOOKED_AT, 0), _LOOKED_AT)
    how = _find_line_ends(tail) or _find_characters(tail)
    return (
        None if how is None else f"copy the file again as binary: it was copied as text, and {how}"
    )


def _find_line_ends(tail: bytes) -> str | None:
    ends = tail.count(b"\n")
    if not ends or tail.count(b"\r\n") < ends:
        return None
    undone = tail.replace(b"\r\n", b"\n")
    is_sure = _has_footer(undone) if _has_room(undone) else ends >= _MANY
    return "each byte 0a has a 0d before it" if is_sure else None


def _find_characters(tail: bytes) -> str | None:
    # The first character may have begun before.
    tail = tail[next((at for at, byte in enumerate(tail[:4]) if byte & 0xC0 != 0x80), 0) :]
    try:
        text = tail.decode("utf-8")
    except UnicodeDecodeError:
        return None
    replaced = text.count("\ufffd")
    if replaced >= _FEW:
        return f"at its end {replaced:,} times ef bf bd stands where bytes are lost"
    if len(_NO_TEXT.findall(text)) >= _FEW or _has_footer(text.encode("latin-1", "replace")):
        return "its bytes from 80 were written as characters of UTF-8"
    return None


def _has_room(tail: bytes) -> bool:
    return int.from_bytes(tail[-TRAILER:-4], "little") <= len(tail) - TRAILER


def _has_footer(tail: bytes) -> bool:
    from parquet_format.parquet import FileMetaData

    length = int.from_bytes(tail[-TRAILER:-4], "little")
    if not length or not _has_room(tail):
        return False
    decoded = decode_or_none(FileMetaData, tail[-TRAILER - length : -TRAILER])
    return decoded is not None and decoded[1] in (length, length - SIGNATURE)
