"""The files that an answer is not about, in one line: without them, an answer about nothing would look like a good one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inlay.ground.wording.amounts import count

NO_FILES: Final = "no Parquet files to read"


def describe_missed(unread: int, others: int) -> str:
    """What follows the number of files that were read: `; 1 file not read; 2 passed over`, or nothing."""
    not_read = f"; {count(unread, 'file')} not read" if unread else ""
    return f"{not_read}; {others:,} passed over" if others else not_read


def describe_passed_over(others: int, files: int) -> str:
    """Of that many files that were met; those of other kinds are in folders and globs."""
    return f"{others:,} of {count(files, 'file')} passed over: not Parquet by name or content"


def list_missed(read: int, unread: int, others: int) -> Iterator[str]:
    """The lines below an answer, as far as none of the files has one of its own."""
    if others:
        yield describe_passed_over(others, read + unread + others)
    if not read and not unread:
        yield NO_FILES
