"""What is wrong with a file, as a row: a bad file never ends a scan."""

from __future__ import annotations

import errno
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from inlay.files.entries import FileEntry
from inlay.footer.diagnose import explain_decode
from inlay.footer.errors import FooterError
from inlay.scan.tail_file import TailFile
from inlay_runtime.errors import DecodeError, InlayError
from inlay_runtime.finding import Finding
from inlay_runtime.text import in_line

if TYPE_CHECKING:
    from inlay.columnar import Problem
    from inlay.files.store import Store
    from inlay.scan.scanned_footer import ScannedFooter


class UnreadFile(NamedTuple):
    """A file of a scan without its footer. `finding` says why; its offset counts from the start of the file.

    `is_other` is true for a file that is no Parquet and does not claim to be: to a scan of many files that is no
    problem.
    """

    entry: FileEntry
    finding: Finding
    is_other: bool = False


def build_problem_row(finding: Finding, *, is_readable: bool) -> dict[str, str | int | bool | None]:
    """The columns of the table `problems` that say nothing of the file. `is_readable` is true for a finding about a file
    that the other tables have nevertheless."""
    return {
        "error_id": finding.code,
        "offset": finding.offset,
        "field": in_line(finding.at),
        "message": in_line(finding.what),
        "hint": in_line(finding.hint) if finding.hint else None,
        "is_readable": is_readable,
    }


def finding_of(error: Exception) -> Finding:
    """Why a file could not be read."""
    match error:
        case FooterError():
            return error.finding
        case DecodeError():
            return Finding("decode", error.offset, error.reason, error.path)
        case InlayError():
            return Finding("conversion", None, str(error))
        case OSError():
            name = errno.errorcode.get(error.errno or 0, "")
            code = f"io-{name.lower()}" if name else "io"
            return Finding(code, None, error.strerror or str(error) or type(error).__name__)
        case MemoryError() | RecursionError():
            return Finding("memory", None, "its footer takes more memory than there is")
        case _:
            # Whatever a file system raises: its file is bad, and the others are not.
            return Finding("unexpected", None, f"{type(error).__name__}: {error}")


def mark_unused(finding: Finding) -> Finding:
    """A finding about something that a reader can do without, as the table `problems` calls it."""
    return replace(finding, code=f"unused-{finding.code}")


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
