"""`inlay recover PATHS`: which of many files are damaged, and which of them can be recovered."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from inlay.changes.rewrite.change import watch_nothing
from inlay.changes.rewrite.leftovers import targets_of_leftovers
from inlay.cli.errors import report
from inlay.cli.exit_codes import ExitCode
from inlay.cli.folder_places import FolderPlaces, folders_for, places_of
from inlay.cli.many_changes import require_folder
from inlay.cli.many_files import code_of_read, document_error, run_in_order
from inlay.cli.printing import show_json, show_line
from inlay.cli.progress import count_items
from inlay.cli.recover.printing import document_recovery, show_examination, show_recovery
from inlay.footers.footer.errors import FooterError
from inlay.ground.files.paths import is_listing
from inlay.ground.wording.amounts import count
from inlay.tables.scan.named import NamedFile, is_another_kind, list_named_files
from inlay.verbs.recover.examine import Examination, best_of, examine
from inlay.verbs.recover.from_journal import Recovery, RecoveryStep, recover
from inlay.verbs.recover.write_candidate import write_candidate
from inlay_runtime.errors import InlayError

if TYPE_CHECKING:
    from inlay.changes.rewrite.change import Target


def recover_many(
    paths: tuple[str, ...], jobs: int, target: Target, *, complete: bool, is_json: bool
) -> ExitCode:
    """Every file on its own: a bad one never ends the others. The exit code is the gravest of all.

    What is recovered lies in the folder that `target` names as its file lies below the path that led to it.
    """
    # At once: what is written may lie below a folder.
    asked = list(_asked(paths))
    places = places_of(paths)
    if target.output is not None:
        require_folder(target.output, paths)
        places.require_distinct((entry.file for entry in asked), "-o")
    quiet = replace(target, watch=watch_nothing)
    how = _How(places, quiet, complete, is_json)
    codes = Counter[ExitCode]()
    kinds = Counter[_Kind]()
    counted = count_items(asked, "examining", len(asked))
    outputs = filter(None, (how.output_of(entry.file.path) for entry in asked))
    with folders_for(outputs), closing(run_in_order(how, counted, jobs)) as all_done:
        for done in all_done:
            codes[done.code] += 1
            kinds[done.kind] += 1
    if not is_json:
        show_line(_total(kinds))
    return code_of_read(kinds.total() - kinds[_Kind.ANOTHER], max(codes, default=ExitCode.OK))


class _Asked(NamedTuple):
    """A file, or only what was left of one that never came to be."""

    file: NamedFile
    may_have_leftovers: bool = True
    is_leftover: bool = False


def _asked(paths: Iterable[str]) -> Iterator[_Asked]:
    """Every file once. Of those that were named, nobody knows before whether a change was cut off."""
    seen: set[str] = set()
    for path in paths:
        files = list(list_named_files([path]))
        left = targets_of_leftovers(path, [file.path for file in files]) if is_listing(path) else ()
        changed = {os.path.abspath(target) for target in left}
        known = {os.path.abspath(file.path) for file in files}
        asked = [
            _Asked(NamedFile(target), is_leftover=True)
            for target in sorted(left)
            if os.path.abspath(target) not in known
        ]
        asked += [
            _Asked(file, not file.is_listed or os.path.abspath(file.path) in changed)
            for file in files
        ]
        for entry in asked:
            if entry.file.path not in seen:
                seen.add(entry.file.path)
                yield entry


class _Kind(Enum):
    """What a file turned out to be."""

    WHOLE = "whole"
    RECOVERABLE = "damaged that can be recovered"
    READABLE = "that are read by the footer that is left"
    LOST = "that cannot be read"
    ANOTHER = "of other kinds"
    NEVER_MADE = "that never came to be"


class _Done(NamedTuple):
    code: ExitCode
    kind: _Kind


def _total(kinds: Counter[_Kind]) -> str:
    files = count(kinds.total() - kinds[_Kind.ANOTHER] - kinds[_Kind.NEVER_MADE], "file")
    said = f"{files}: {_amount(kinds, _Kind.WHOLE)}, {_amount(kinds, _Kind.RECOVERABLE)}"
    if kinds[_Kind.READABLE]:
        said += f", {_amount(kinds, _Kind.READABLE)}"
    said += f", {_amount(kinds, _Kind.LOST)}"
    if others := kinds[_Kind.ANOTHER]:
        said += f"; left out: {count(others, 'file')} {_Kind.ANOTHER.value}"
    return said


def _amount(kinds: Counter[_Kind], kind: _Kind) -> str:
    return f"{kinds[kind]:,} {kind.value}"


@dataclass(frozen=True, slots=True)
class _How:
    """What was asked for. With --jobs it goes to another process."""

    places: FolderPlaces
    target: Target
    complete: bool
    is_json: bool

    def __call__(self, asked: _Asked) -> _Done:
        file = asked.file
        recovery = Recovery(RecoveryStep.NOTHING)
        try:
            if file.error is not None:
                raise file.error
            if asked.may_have_leftovers:
                recovery = recover(file.path, complete=self.complete)
            examination = examine(file.path, is_listed=file.is_listed)
        except (InlayError, OSError) as error:
            was_said = asked.is_leftover or recovery.did_something
            if isinstance(error, FileNotFoundError) and was_said:
                self._say(file.path, recovery, Examination(), is_there=False)
                return _Done(ExitCode.OK, _Kind.NEVER_MADE)
            if isinstance(error, FooterError) and is_another_kind(file, error):
                return _Done(ExitCode.OK, _Kind.ANOTHER)
            return _Done(self._fail(file.path, error), _Kind.LOST)
        code, wrote = self._write(file.path, examination)
        self._say(file.path, recovery, examination, wrote=wrote)
        return _Done(code, _kind_of(examination))

    def output_of(self, path: str) -> str | None:
        """Where the recovered file is to lie; None if none was asked for."""
        folder = self.target.output
        return None if folder is None else f"{folder.rstrip('/')}/{self.places.of(path)}"

    def _write(self, path: str, examination: Examination) -> tuple[ExitCode, str | None]:
        """Where the recovered file is; None if it was not asked for or could not be written."""
        if examination.finding is None:
            return ExitCode.OK, None
        best = best_of(examination) if examination.candidates else None
        output = self.output_of(path)
        if output is None or best is None:
            return ExitCode.FINDINGS, None
        try:
            written = write_candidate(path, best, replace(self.target, output=output)).path
        except (InlayError, OSError) as error:
            return max(ExitCode.FINDINGS, report(error)), None
        return ExitCode.OK, written

    def _say(
        self,
        path: str,
        recovery: Recovery,
        examination: Examination,
        *,
        is_there: bool = True,
        wrote: str | None = None,
    ) -> None:
        if self.is_json:
            document = document_recovery(
                path, recovery, examination, is_there=is_there, wrote=wrote
            )
            show_json(document, in_line=True)
            return
        show_recovery(path, recovery)
        show_examination(path, examination)
        if wrote is not None:
            show_line(f"  wrote {wrote}")

    def _fail(self, path: str, error: InlayError | OSError) -> ExitCode:
        code = report(error)
        if self.is_json:
            show_json(document_error("recover", path, error, code), in_line=True)
        return code


def _kind_of(examination: Examination) -> _Kind:
    if examination.finding is None:
        return _Kind.WHOLE
    if examination.candidates:
        return _Kind.RECOVERABLE
    return _Kind.READABLE if examination.can_be_read else _Kind.LOST
