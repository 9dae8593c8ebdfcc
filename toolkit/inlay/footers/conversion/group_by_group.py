"""Row groups that are changed one after the other: all chunks of a wide footer, decoded, take ten times its bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from inlay_runtime.struct import Struct

Group = TypeVar("Group", bound=Struct)


def edit_groups(row_groups: list[Group], edit: Callable[[Group], None]) -> None:
    """Each is decoded anew, changed, and kept as bytes."""
    for at, group in enumerate(row_groups):
        passing = type(group).decode(group.encode())
        edit(passing)
        row_groups[at] = type(group).decode(passing.encode())
