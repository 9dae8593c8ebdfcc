"""`inlay recover DIR`: which files of a folder are damaged, and which of them can be recovered."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from inlay.cli.errors import report
from inlay.cli.exit_codes import ExitCode
from inlay.cli.many_files import document_error
from inlay.cli.printing import show_line, write
from inlay.cli.progress import count_items
from inlay.cli.recover.printing import document_recovery, show_examination, show_recovery
from inlay.footer.errors import FooterError
from inlay.recover.examine import Examination, best_of, examine
from inlay.recover.from_journal import Recovery, RecoveryStep, recover
from inlay.recover.write_candidate import write_candidate
from inlay.rewrite.leftovers import targets_of_leftovers
from inlay.scan.named import NamedFile, is_another_kind, list_named_files
from inlay.wording.amounts import count
from inlay_runtime.errors import InlayError

if TYPE_CHECKING:
    from inlay.documents.values import Json
    from inlay.rewrite.change import Target


def recover_folder(path: str, target: Target, *, complete: bool, is_json: bool) -> ExitCode:
    """Every file on its own: a bad one never ends the others. The exit code is the gravest of all.

    The recovered files of a folder go into the folder that `target` names, a glob has none of its own.
    """
    if target.output is not None and not ("://" in path or os.path.isdir(path)):
        raise click.UsageError("-o takes the files of one folder, and PATH is a glob")
    run = _Run(path, target, complete, is_json)
    # At once: what is written may lie below the folder.
    files = list(list_named_files([path]))
    left = targets_of_leftovers(path, [file.path for file in files])
    listed = {os.path.abspath(file.path) for file in files}
    for missing in sorted(target for target in left if os.path.abspath(target) not in listed):
        run.leftover(missing)
    changed = {os.path.abspath(target) for target in left}
    for file in count_items(files, "examining", "file"):
        run.file(file, has_leftovers=os.path.abspath(file.path) in changed)
    if not is_json:
        show_line(run.total)
    return run.code


@dataclass(slots=True)
class _Run:
    """What was asked for, and what is counted on the way."""

    folder: str
    target: Target
    complete: bool
    is_json: bool
    code: ExitCode = ExitCode.OK
    whole: int = 0
    recoverable: int = 0
    readable: int = 0
    lost: int = 0
    others: int = 0

    def leftover(self, path: str) -> None:
        """What was left of a file that never came to be."""
        try:
            recovery = recover(path, complete=self.complete)
        except (InlayError, OSError) as error:
            self._fail(path, error)
            return
        self._say(path, recovery, Examination(), is_there=False)

    def file(self, file: NamedFile, *, has_leftovers: bool) -> None:
        try:
            if file.error is not None:
                raise file.error
            recovery = (
                recover(file.path, complete=self.complete)
                if has_leftovers
                else Recovery(RecoveryStep.NOTHING)
            )
            examination = examine(file.path, is_listed=True)
        except (InlayError, OSError) as error:
            if isinstance(error, FooterError) and is_another_kind(file, error):
                self.others += 1
            else:
                self.lost += 1
                self._fail(file.path, error)
            return
        self.whole += examination.finding is None
        self.recoverable += bool(examination.candidates)
        self.readable += examination.can_be_read and not examination.candidates
        wrote = self._write(file.path, examination) if examination.candidates else None
        if examination.finding is not None and wrote is None:
            self.code = max(self.code, ExitCode.FINDINGS)
        self._say(file.path, recovery, examination, wrote=wrote)

    @property
    def total(self) -> str:
        files = count(self.whole + self.recoverable + self.readable + self.lost, "file")
        said = f"{files}: {self.whole:,} whole, {self.recoverable:,} damaged that can be recovered"
        if self.readable:
            said += f", {self.readable:,} that are read by the footer that is left"
        said += f", {self.lost:,} that cannot be read"
        if self.others:
            said += f"; left out: {count(self.others, 'file')} of other kinds"
        return said

    def _write(self, path: str, examination: Examination) -> str | None:
        """Where the recovered file is; None if it was not asked for or could not be written."""
        best = best_of(examination)
        if self.target.output is None or best is None:
            return None
        output = self._output(path, self.target.output)
        try:
            if "://" not in output:
                os.makedirs(os.path.dirname(output), exist_ok=True)
            return write_candidate(path, best, replace(self.target, output=output)).path
        except (InlayError, OSError) as error:
            self.code = max(self.code, report(error))
            return None

    def _output(self, path: str, output: str) -> str:
        if "://" in self.folder:
            below = path.partition("://")[2].removeprefix(self.folder.partition("://")[2])
            return f"{output.rstrip('/')}/{below.lstrip('/')}"
        return os.path.join(output, os.path.relpath(path, self.folder))

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
            _print_json(
                document_recovery(path, recovery, examination, is_there=is_there, wrote=wrote)
            )
            return
        show_recovery(path, recovery)
        show_examination(path, examination)
        if wrote is not None:
            show_line(f"  wrote {wrote}")

    def _fail(self, path: str, error: InlayError | OSError) -> None:
        code = report(error)
        self.code = max(self.code, code)
        if self.is_json:
            _print_json(document_error("recover", path, error, code))


def _print_json(shown: Json) -> None:
    """A line for each file; ASCII, so that no terminal and no encoding can spoil it."""
    write(json.dumps(shown, allow_nan=False) + "\n")
