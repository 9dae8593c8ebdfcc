"""Whether two files hold the same."""

from __future__ import annotations

from typing import Final

from inlay.ground.files.source import Seekable, read_at

STEP: Final = 1 << 20


def have_same_bytes(first: Seekable, second: Seekable) -> bool:
    """Read step by step, up to the end of either."""
    offset = 0
    while True:
        left, right = read_at(first, offset, STEP), read_at(second, offset, STEP)
        if left != right:
            return False
        if not left:
            return True
        offset += len(left)
