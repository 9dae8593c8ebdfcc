"""Journals as an overwrite leaves them when it is killed."""

from __future__ import annotations

from pathlib import Path
from zlib import crc32

from inlay.changes.rewrite import Change
from inlay.changes.rewrite.journal import CONTEXT, Journal
from inlay.changes.rewrite.names import name_journal


def write_journal(path: Path, whole: bytes, keep: int, new_tail: bytes) -> None:
    """Beside `path`: of the file that was `whole`, the first `keep` bytes stay."""
    old, new = (Change(0, tail).end for tail in (whole[keep:], new_tail))
    record = Journal(keep, old, new, crc32(whole[max(keep - CONTEXT, 0) : keep]))
    Path(name_journal(str(path))).write_bytes(b"".join(record.encode()))
