"""Whether two names lead to one file: what is read is never what is written."""

from __future__ import annotations

from inlay.changes.rewrite.system import POSIX, System


def is_same_file(first: str, second: str, system: System = POSIX) -> bool:
    """Also by a link of any kind. A name that leads nowhere yet is compared as a path; a URL or a pattern is not a file."""
    try:
        if system.resolve(first) == system.resolve(second):
            return True
        statuses = system.status_of(first), system.status_of(second)
    except (OSError, ValueError):
        return False
    return len({(status.device, status.inode) for status in statuses}) == 1
