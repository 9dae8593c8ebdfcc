"""Commands that do the same to any number of files: a line for each, one exit code, and `-o` with a folder for the results."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.folder_places import FolderPlaces, folders_for, is_folder, places_of
from inlay.cli.many_files import Total, Unchanged, code_of, count_files, is_alone
from inlay.cli.printing import show_line
from inlay.cli.progress import CHECKING, COPYING, PLANNING, PRINTING, count_items, show_steps
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from inlay.changes.rewrite.change import Target
    from inlay.cli.undo_place import UndoPlace
    from inlay.tables.scan.named import NamedFile

ChangeOne: TypeAlias = "Callable[[str, bool, Target], bool | ExitCode]"
"""Changes the file at a path, and returns whether anything changed, or a code of its own. The flag is true if it is the only one. With
--jobs it goes to another process, as a `Job` does."""


def change_each(
    paths: tuple[str, ...],
    jobs: int,
    change: ChangeOne,
    target: Target,
    *,
    document: str | None = None,
    undo: UndoPlace | None = None,
    done: str = "changed",
) -> ExitCode:
    """Changes every file, and returns the worst exit code. `document` is whose documents the command prints, if it prints
    JSON; `undo` is where the command keeps, or finds, what takes each change back; `done` is said of files that changed.

    Raises what `change` raises if there is only one file, and UsageError if `-o` or `undo` has no room for several.
    """
    alone = is_alone(paths)
    places = places_of(paths)
    folder = _folder_of(target, paths, alone=alone)
    if target.output is not None and folder is None and not alone:
        raise _need_folder(target.output)
    files = [] if alone else _listed(paths)
    if folder is not None:
        places.require_distinct(files, "-o")
    elif undo is not None and undo.places is not None:
        places.require_distinct(files, undo.option)
    with ExitStack() as stack:
        if not target.dry_run:
            names = paths if alone else [file.path for file in files]
            stack.enter_context(folders_for(_outputs(names, folder, places, undo)))
        if alone:
            with show_steps(*_steps_of(target)):
                ended = _ChangeTo(change, target, folder, places)(paths[0], True)
            return ended.code if isinstance(ended, Unchanged) else ended
        from inlay.changes.rewrite.change import watch_nothing

        # How far the copying of one is would only hide how many there are.
        quiet = replace(target, watch=watch_nothing)
        total = Total()
        try:
            counted = count_items(files, "changing", len(files))
            how = _ChangeTo(change, quiet, folder, places)
            count_files(counted, jobs, how, document, total)
        except KeyboardInterrupt as interrupt:
            reached = total.codes.total() + total.missing + total.others
            interrupt.add_note(f"{reached:,} of {count(len(files), 'file')} had been worked on")
            raise
    if document is None:
        _show_total(total, target, undo, done)
    return code_of(total)


def _steps_of(target: Target) -> tuple[str, ...]:
    """Of the change of one file, as `Target.watch` and what is printed tell them."""
    if target.dry_run or target.in_place:
        return PLANNING, PRINTING
    return PLANNING, COPYING, CHECKING, PRINTING


def _show_total(total: Total, target: Target, undo: UndoPlace | None, done: str) -> None:
    number = total.codes.total() + total.missing
    if number < 2:
        return
    fine, unwritten = total.codes[ExitCode.OK], total.codes[ExitCode.FINDINGS]
    failed = number - fine - unwritten
    changed = fine - total.unchanged
    would, not_ = ("would change", "would not") if target.dry_run else (done, "unchanged")
    others = {not_: total.unchanged, f"not {done}": unwritten, "failed": failed}
    said = f"{changed:,} {would}"
    said += "".join(f", {files:,} {word}" for word, files in others.items() if files)
    if target.dry_run:
        said += ", nothing written (--dry-run)"
    elif undo is not None and undo.option == "--undo" and not failed and target.output is None:
        said += f"; {undo.path} is no longer needed"
    show_line(f"{count(number, 'file')}: {said}")


def _outputs(
    paths: Iterable[str], folder: str | None, places: FolderPlaces, undo: UndoPlace | None
) -> Iterator[str]:
    """What a change of these files may write into folders, which are made for it."""
    for path in paths:
        if folder is not None:
            yield f"{folder}{places.of(path)}"
        if undo is not None and undo.places is not None and undo.option == "--undo-to":
            yield undo.of(path) or ""


@dataclass(frozen=True, slots=True)
class _ChangeTo:
    """The change, with the target of each file."""

    change: ChangeOne
    target: Target
    folder: str | None
    places: FolderPlaces

    def __call__(self, path: str, alone: bool) -> ExitCode | Unchanged:
        target = self.target
        if self.folder is not None:
            target = replace(target, output=f"{self.folder}{self.places.of(path)}")
        ended = self.change(path, alone, target)
        if isinstance(ended, ExitCode):
            return ended
        return ExitCode.OK if ended else Unchanged()


def _folder_of(target: Target, paths: Iterable[str], *, alone: bool) -> str | None:
    """The folder that `-o` names, with a slash at its end; None if it names a file, as it does for one file unless it ends
    in a slash."""
    output = target.output
    if output is None or not (output.endswith("/") if alone else is_folder(output, paths)):
        return None
    return os.path.join(output, "")


def _listed(paths: tuple[str, ...]) -> list[NamedFile]:
    """All of them before the first is changed: what a change leaves in a folder is not listed."""
    from inlay.tables.scan.named import list_named_files

    with show_steps("listing", "changing"):
        return list(list_named_files(paths))


def require_folder(output: str, paths: Iterable[str]) -> None:
    """UsageError if `-o` of several files is not a folder."""
    if not is_folder(output, paths):
        raise _need_folder(output)


def _need_folder(output: str) -> click.UsageError:
    return click.UsageError(
        f"-o {output} would be one file, and PATHS are several: make that folder first, or end its name in a slash"
    )
