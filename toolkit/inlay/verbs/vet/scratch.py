"""A folder for a process that may do anything in it: it is removed without following what was put there."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import Final

_TRIES: Final = 3
"""A process that has left its group may still make files there."""

_SECONDS: Final = 30.0
"""For removing what there is, or for keeping up with such a process."""

_FOLDER: Final = getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)


@contextmanager
def make_scratch() -> Generator[Path]:
    """Removed afterwards with all that is in it; what cannot be removed stays, and nothing is raised."""
    outer = Path(tempfile.mkdtemp(prefix="inlay-vet-"))
    try:
        folder = outer / "scratch"
        folder.mkdir()
        yield folder
    finally:
        with suppress(OSError):
            _remove(outer)


def _remove(outer: Path) -> None:
    """Folders at any depth move to the outer one, which is ours alone: there is no path, nor recursion, to be too long."""
    until = time.monotonic() + _SECONDS
    top = os.open(outer, os.O_RDONLY | _FOLDER)
    try:
        for _ in range(_TRIES):
            folders = os.listdir(top)
            while folders and time.monotonic() < until:
                with suppress(OSError):
                    folders += _remove_folder(folders.pop(), top, until)
    finally:
        os.close(top)
        os.rmdir(outer)


def _remove_folder(name: str, top: int, until: float) -> list[str]:
    """The names of the folders that were in it, which have moved to `top`."""
    _permit(name, top)
    folder = os.open(name, os.O_RDONLY | _FOLDER, dir_fd=top)
    try:
        moved = _empty(folder, top, until)
    finally:
        os.close(folder)
    with suppress(OSError):
        os.rmdir(name, dir_fd=top)
    return moved


def _empty(folder: int, top: int, until: float) -> list[str]:
    moved: list[str] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if time.monotonic() > until:
                break
            with suppress(OSError):
                if entry.is_dir(follow_symlinks=False):
                    name = token_hex(8)
                    _permit(entry.name, folder)
                    os.rename(entry.name, name, src_dir_fd=folder, dst_dir_fd=top)
                    moved.append(name)
                else:
                    os.unlink(entry.name, dir_fd=folder)
    return moved


def _permit(name: str, parent: int) -> None:
    """Lets a folder be opened and moved. By its descriptor: by its name, a link that has taken its place would be followed."""
    if sys.platform == "linux":
        held = os.open(name, os.O_PATH | _FOLDER, dir_fd=parent)
        try:
            os.chmod(f"/proc/self/fd/{held}", 0o700)
        finally:
            os.close(held)
