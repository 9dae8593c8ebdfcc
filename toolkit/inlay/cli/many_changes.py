"""Commands that do the same to any number of files: a line for each, one exit code, and `-o` with a folder for the results."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.many_files import code_of, count_files, is_alone
from inlay.cli.progress import count_items, show_working

if TYPE_CHECKING:
    from inlay.changes.rewrite.change import Target
    from inlay.tables.scan.named import NamedFile

ChangeOne: TypeAlias = "Callable[[str, bool, Target], ExitCode | None]"
"""Changes the file at a path. The flag is true if it is the only one. With --jobs it goes to another process, as a `Job`
does."""


def change_each(
    paths: tuple[str, ...],
    jobs: int,
    change: ChangeOne,
    target: Target,
    *,
    document: str | None = None,
    folder_option: str = "",
) -> ExitCode:
    """Changes every file, and returns the worst exit code. `document` is whose documents the command prints, if it prints
    JSON; `folder_option` is one whose folder has something under the name of each file, as that of `-o` has.

    Raises what `change` raises if there is only one file, and UsageError if `-o` has no room for several.
    """
    alone = is_alone(paths)
    folder = _folder_of(target, alone=alone)
    if alone:
        return _ChangeTo(change, target, folder)(paths[0], True)
    if target.output is not None and folder is None:
        raise _need_folder(target.output)
    files = _listed(paths)
    if option := "-o" if folder is not None else folder_option:
        require_names_of_their_own(files, option)
    from inlay.changes.rewrite.change import watch_nothing

    # How far the copying of one is would only hide how many there are.
    quiet = replace(target, watch=watch_nothing)
    return code_of(
        count_files(
            count_items(files, "changing", "file", len(files)),
            jobs,
            _ChangeTo(change, quiet, folder),
            document,
        )
    )


@dataclass(frozen=True, slots=True)
class _ChangeTo:
    """The change, with the target of each file."""

    change: ChangeOne
    target: Target
    folder: str | None

    def __call__(self, path: str, alone: bool) -> ExitCode:
        target = self.target
        if self.folder is not None:
            target = replace(target, output=f"{self.folder}{name_in_folder(path)}")
        return self.change(path, alone, target) or ExitCode.OK


def _folder_of(target: Target, *, alone: bool) -> str | None:
    """The folder that `-o` names, with a slash at its end; None if it names a file, as it does for one file unless it ends
    in a slash."""
    if target.output is None:
        return None
    if target.output.endswith("/"):
        return target.output
    is_folder = not alone and os.path.isdir(target.output)
    return os.path.join(target.output, "") if is_folder else None


def _listed(paths: tuple[str, ...]) -> list[NamedFile]:
    """All of them before the first is changed: what a change leaves in a folder is not listed."""
    from inlay.tables.scan.named import list_named_files

    with show_working("listing"):
        return list(list_named_files(paths))


def require_folder(output: str) -> None:
    """UsageError if `-o` of several files is not a folder."""
    if not (output.endswith("/") or os.path.isdir(output)):
        raise _need_folder(output)


def _need_folder(output: str) -> click.UsageError:
    return click.UsageError(
        f"-o {output} would be one file, and PATHS are several: make that folder first, or end its name in a slash"
    )


def require_names_of_their_own(files: Iterable[NamedFile], option: str) -> None:
    """UsageError if two of them would have the same name in the folder of this option."""
    by_name: dict[str, str] = {}
    for file in files:
        other = by_name.setdefault(name_in_folder(file.path), file.path)
        if other != file.path:
            raise click.UsageError(
                f"{other} and {file.path} have the same name, and {option} is one folder: change them in two runs"
            )


def name_in_folder(path: str) -> str:
    """Of a file, or of the object that a URL names."""
    return path.rstrip("/").rpartition("/")[2]
