"""What is wrong with a footer that was read, as what is wrong with its file."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from inlay.footers.footer.diagnose import explain_decode
from inlay.tables.scan.problems import UnreadFile
from inlay.tables.scan.scanned_footer import ScannedFooter
from inlay.tables.scan.tail_file import TailFile
from inlay_runtime.errors import DecodeError
from inlay_runtime.finding import Finding

if TYPE_CHECKING:
    from inlay.ground.files.store import Store
    from inlay.tables.columnar import Problem


def explain_problem(store: Store, file: ScannedFooter, problem: Problem) -> UnreadFile:
    """The problem of a footer as one of its file, with what to try."""
    finding = Finding(problem.error_id, problem.offset, problem.message, problem.path)
    footer = file.footer
    if footer.is_derived or problem.offset is None:
        # What is wrong lies in bytes that the file does not have: they were derived.
        return UnreadFile(file.entry, replace(finding, offset=None))
    error = DecodeError(problem.message, problem.offset, problem.path)
    try:
        with store.open(file.entry) as handle:
            hint = explain_decode(footer, TailFile(footer.path, handle), error).hint
            finding = replace(finding, hint=hint)
    except OSError:
        pass  # it is there no more; the problem stays what it was
    return UnreadFile(file.entry, finding.placed(finding.at, footer.offset))
