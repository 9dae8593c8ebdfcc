"""The files that an answer is not about, in one line: without them, an answer about nothing would look like a good one."""

from __future__ import annotations

from inlay.ground.wording.amounts import count


def describe_missed(unread: int, others: int) -> str:
    """What follows the number of files that were read: `; 1 file not read; 2 passed over`, or nothing."""
    not_read = f"; {count(unread, 'file')} not read" if unread else ""
    return f"{not_read}; {others:,} passed over" if others else not_read
