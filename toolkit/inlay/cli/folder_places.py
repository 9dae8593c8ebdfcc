"""One folder for what belongs to each of many files: there it lies as its file lies below the path that led to it."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

import click

from inlay.cli.output import find_format
from inlay.ground.files.paths import is_listing, is_url

if TYPE_CHECKING:
    from inlay.tables.scan.named import NamedFile


class FolderPlaces(NamedTuple):
    """`roots` are the folders that were listed, each with a slash at its end."""

    roots: tuple[str, ...] = ()

    def of(self, path: str) -> str:
        """Below the folder or the fixed beginning of a glob; of a file that was named, its name."""
        for root in self.roots:
            below = path[len(root) :]
            if path.startswith(root) and ".." not in below.split("/"):
                return below
        return path.rstrip("/").rpartition("/")[2]

    def require_distinct(self, files: Iterable[NamedFile], option: str) -> None:
        """UsageError if two of the files would have one place in the folder of this option."""
        by_place: dict[str, str] = {}
        for file in files:
            place = self.of(file.path)
            other = by_place.setdefault(place, file.path)
            if other != file.path:
                raise click.UsageError(
                    f"{other} and {file.path} would both be {place} in the folder of {option}: name the folder above them, "
                    "or change them in two runs"
                )


def places_of(paths: Iterable[str]) -> FolderPlaces:
    from inlay.tables.scan.named import find_root

    return FolderPlaces(tuple(find_root(path) for path in paths if is_listing(path)))


def is_folder(output: str, paths: Iterable[str]) -> bool:
    """Whether this is a folder, there or to be made: by the slash at its end, or where PATHS are folders or globs, nothing has its name,
    and that is not the name of a file."""
    is_new = not (is_url(output) or os.path.lexists(output) or find_format(output))
    return (
        output.endswith("/")
        or os.path.isdir(output)
        or (is_new and any(is_listing(path) for path in paths))
    )


@contextmanager
def folders_for(outputs: Iterable[str]) -> Generator[None]:
    """Makes the folders in which these files are to lie. Those that nothing was put into are gone at the end."""
    new_folders: list[str] = []
    try:
        for folder in sorted({os.path.dirname(path) for path in outputs if not is_url(path)}):
            _make(folder, new_folders)
        yield
    finally:
        for folder in reversed(new_folders):
            with suppress(OSError):
                os.rmdir(folder)


def _make(folder: str, new_folders: list[str]) -> None:
    if folder and not os.path.isdir(folder):
        _make(os.path.dirname(folder), new_folders)
        os.mkdir(folder)
        new_folders.append(folder)
