"""Where `inlay set` keeps what takes a change back: a file for one file, a folder with a file for each of several."""

from __future__ import annotations

import os
from typing import Final, NamedTuple

import click

from inlay.cli.many_changes import name_in_folder
from inlay.cli.many_files import is_alone
from inlay.cli.output import OUTPUT

SUFFIX: Final = ".undo"

undo_to_option = click.option(
    "--undo-to",
    type=OUTPUT,
    metavar="UNDO",
    help="Write to UNDO what is needed to take the change back; of several files, UNDO is a folder.",
)


class UndoPlace(NamedTuple):
    """`path` is None where nothing is kept."""

    path: str | None
    is_folder: bool = False

    def of(self, file: str) -> str | None:
        if self.path is None or not self.is_folder:
            return self.path
        return os.path.join(self.path, name_in_folder(file) + SUFFIX)

    def existing(self, file: str) -> str:
        """Raises RefusedError for a file of which the folder has none, and FooterError if that is not Parquet."""
        from inlay.ground.refusals import RefusedError

        path = self.of(file)
        assert path is not None
        if self.is_folder and not os.path.exists(path):
            _require_parquet(file)
            reason = (
                f"{self.path} has no {os.path.basename(path)}: that run did not change the file"
            )
            raise RefusedError("undo", reason, path=file)
        return path


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
    if undo_to is None:
        return UndoPlace(None)
    if is_alone(paths):
        return UndoPlace(undo_to, undo_to.endswith("/"))
    if not os.path.isdir(undo_to):
        raise click.UsageError(
            f"--undo-to {undo_to} is one file, and PATHS may be several: name a folder that is there"
        )
    return UndoPlace(undo_to, is_folder=True)


def undo_for(paths: tuple[str, ...], undo: str) -> UndoPlace:
    """Of --undo: a folder if it is one. UsageError if it is one file, and PATHS may be several."""
    is_folder = os.path.isdir(undo)
    if not is_folder and not is_alone(paths):
        raise click.UsageError(
            f"--undo {undo} is one file, and PATHS may be several: name the folder that --undo-to had"
        )
    return UndoPlace(undo, is_folder)
