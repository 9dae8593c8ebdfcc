"""Folders that a build fills from nothing: only those that it made itself are emptied."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

MARK: Final = ".made-by-docs-site"
"""A file in every folder that is ours."""


class ForeignFolderError(Exception):
    """What is in the way, and what to do."""


def check_ours(folder: Path) -> None:
    """Raises ForeignFolderError for what is there, is not an empty folder, and was not made by a build."""
    is_free = not folder.exists() or (folder.is_dir() and not any(folder.iterdir()))
    if not is_free and not (folder / MARK).is_file():
        raise ForeignFolderError(
            f"{folder} is there and was not made by docs.site (it has no {MARK}): remove it, or name another folder"
        )


def empty_folder(folder: Path) -> None:
    """A new folder with the mark, in place of what an earlier build made. Raises ForeignFolderError, and then changes nothing."""
    check_ours(folder)
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    (folder / MARK).touch()
