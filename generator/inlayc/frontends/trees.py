"""Where the texts of an IDL lie: on disk, or in a revision of a repository (`revision.py`)."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Sequence
from glob import glob
from pathlib import Path
from typing import Final, Protocol


class Tree(Protocol):
    """Folders and files. Paths are those on disk, also of what is no longer there."""

    @property
    def where(self) -> str:
        """What to add to a sentence about a file that is not there: ` in main`; empty on disk."""
        ...

    def label(self, name: str) -> str:
        """What diagnostics call a file."""
        ...

    def find_real(self, path: Path) -> Path:
        """The place where links lead to."""
        ...

    def is_there(self, path: Path) -> bool:
        """Whether there is anything of this name, be it a link to nowhere."""
        ...

    def is_file(self, path: Path) -> bool: ...

    def is_folder(self, path: Path) -> bool: ...

    def read(self, path: Path, size: int) -> bytes:
        """The first bytes of a file. Raises OSError."""
        ...

    def list_names(self, folder: Path, suffix: str) -> Sequence[str]:
        """The names in a folder that end so, sorted."""
        ...

    def list_below(self, folder: Path) -> Sequence[Path]:
        """All files below a folder."""
        ...

    def list_matches(self, pattern: Path) -> Sequence[Path]:
        """The files that a pattern means, sorted; `**` stands for any folders."""
        ...


class DiskTree:
    """What is there now."""

    where = ""

    def label(self, name: str) -> str:
        return name

    def find_real(self, path: Path) -> Path:
        return Path(os.path.realpath(path))

    def is_there(self, path: Path) -> bool:
        return os.path.lexists(path)

    def is_file(self, path: Path) -> bool:
        return os.path.isfile(path)  # unlike Path.is_file, quiet about names too long

    def is_folder(self, path: Path) -> bool:
        return path.is_dir()

    def read(self, path: Path, size: int) -> bytes:
        _refuse_what_waits(path)
        with path.open("rb") as file:
            return file.read(size)

    def list_names(self, folder: Path, suffix: str) -> Sequence[str]:
        return sorted(path.name for path in folder.glob(f"*{suffix}"))

    def list_below(self, folder: Path) -> Sequence[Path]:
        return [path for path in folder.rglob("*") if path.is_file()]

    def list_matches(self, pattern: Path) -> Sequence[Path]:
        matches = map(Path, sorted(glob(str(pattern), recursive=True)))
        return [match for match in matches if match.is_file()]


def _refuse_what_waits(path: Path) -> None:
    """A pipe or a device of a project could be waited for without end; what the shell hands over (`/dev/stdin`) is meant."""
    mode = path.stat().st_mode
    is_waited_for = stat.S_ISFIFO(mode) or stat.S_ISCHR(mode)
    if is_waited_for and not path.is_relative_to("/dev") and not path.is_relative_to("/proc"):
        raise OSError(errno.EINVAL, "it is a pipe or a device, and no file", str(path))


DISK: Final = DiskTree()
