"""Where `inlay set` keeps what takes a change back: a file for one file, a folder with a file for each of several."""

from __future__ import annotations

import os
from typing import Final, NamedTuple

import click

from inlay.cli.folder_places import FolderPlaces, is_folder, places_of
from inlay.cli.many_files import is_alone
from inlay.cli.output import OUTPUT

SUFFIX: Final = ".undo"

undo_to_option = click.option(
    "--undo-to",
    type=OUTPUT,
    metavar="UNDO",
    help="Write to UNDO what is needed to take the change back; for several files, UNDO is a folder.",
)


class UndoPlace(NamedTuple):
    """`path` is None where nothing is kept; `places` is None where it is a file. `option` is the one that names it."""

    option: str
    path: str | None
    places: FolderPlaces | None = None

    def of(self, file: str) -> str | None:
        if self.path is None or self.places is None:
            return self.path
        return os.path.join(self.path, self.places.of(file) + SUFFIX)

    def existing(self, file: str) -> str:
        """In a folder, it may be kept as of a file below another folder.

        Raises RefusedError for a file of which the folder has none, and FooterError if that is not Parquet.
        """
        from inlay.ground.refusals import RefusedError

        path = self.of(file)
        assert path is not None
        if self.places is None or os.path.exists(path):
            return path
        assert self.path is not None
        parts = os.path.abspath(file).split("/")
        for first in range(len(parts) - 1, 0, -1):
            other = os.path.join(self.path, *parts[first:]) + SUFFIX
            if os.path.exists(other):
                return other
        _require_parquet(file)
        name = os.path.relpath(path, self.path)
        reason = f"{self.path} has no {name}: that run did not change the file"
        raise RefusedError("undo", reason, path=file)


def _require_parquet(file: str) -> None:
    """A file that is damaged is one."""
    from inlay.footers.footer.errors import NO_PARQUET, FooterError
    from inlay.footers.footer.read import read_footer

    try:
        read_footer(file)
    except FooterError as error:
        if error.code in NO_PARQUET:
            raise


def place_for_undo(paths: tuple[str, ...], undo_to: str | None) -> UndoPlace:
    """Of --undo-to, by the rule of `-o`: of one file it is a folder only if it ends in a slash. UsageError if it has no
    room for several."""
    option = "--undo-to"
    if undo_to is None or (is_alone(paths) and not undo_to.endswith("/")):
        return UndoPlace(option, undo_to)
    if not is_folder(undo_to, paths):
        raise _need_folder(
            option, undo_to, "name a folder that is there, or end its name in a slash"
        )
    return UndoPlace(option, undo_to, places_of(paths))


def undo_for(paths: tuple[str, ...], undo: str) -> UndoPlace:
    """Of --undo: a folder if it is one. UsageError if it is one file, and PATHS may be several."""
    option = "--undo"
    if is_alone(paths) and not os.path.isdir(undo):
        return UndoPlace(option, undo)
    if not os.path.isdir(undo):
        raise _need_folder(option, undo, "name the folder that --undo-to had")
    return UndoPlace(option, undo, places_of(paths))


def _need_folder(option: str, path: str, way: str) -> click.UsageError:
    what = "is one file" if os.path.exists(path) else "is not there"
    return click.UsageError(f"{option} {path} {what}, and PATHS may be several: {way}")
