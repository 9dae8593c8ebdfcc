"""What a run has asked of the disk, and whether it would be answered otherwise by now: how `generate --watch` knows of a change."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from inlayc.frontends.trees import DiskTree

_State: TypeAlias = "tuple[int, int, int] | None"


class AskedTree(DiskTree):
    """The disk. Files are known by inode, size and time of change; a file that was looked for and is not there is known, too."""

    def __init__(self) -> None:
        self._files: dict[Path, _State] = {}
        self._folders: dict[Path, Sequence[Path]] = {}
        self._patterns: dict[Path, Sequence[Path]] = {}

    def note(self, path: Path) -> None:
        """This file counts, too."""
        self._files.setdefault(path, _state_of(path))

    def is_there(self, path: Path) -> bool:
        self.note(path)
        return super().is_there(path)

    def is_file(self, path: Path) -> bool:
        self.note(path)
        return super().is_file(path)

    def read(self, path: Path, size: int) -> bytes:
        self.note(path)  # before it is read: what is written meanwhile is a change
        return super().read(path, size)

    def list_below(self, folder: Path) -> Sequence[Path]:
        self._folders[folder] = listed = super().list_below(folder)
        return listed

    def list_matches(self, pattern: Path) -> Sequence[Path]:
        self._patterns[pattern] = listed = super().list_matches(pattern)
        return listed

    @property
    def count(self) -> int:
        """So many files are there."""
        return sum(map(os.path.isfile, self._files))

    def has_changed(self) -> bool:
        return (
            any(_state_of(path) != state for path, state in self._files.items())
            or any(DiskTree().list_below(path) != had for path, had in self._folders.items())
            or any(DiskTree().list_matches(path) != had for path, had in self._patterns.items())
        )


def _state_of(path: Path) -> _State:
    """None where no file can be looked at."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns
