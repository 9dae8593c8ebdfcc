"""What is wrong with a file, as a row: a bad file never ends a scan."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING, NamedTuple

from inlay.footer.diagnose import explain_decode
from inlay.footer.errors import FooterError
from inlay.footer.tail import FooterBytes
from inlay.scan.entries import FileEntry
from inlay.scan.tail_file import TailFile
from inlay_runtime.errors import DecodeError, InlayError
from inlay_runtime.text import in_line

if TYPE_CHECKING:
    from inlay.columnar import Problem
    from inlay.containers import Finding
    from inlay.scan.scanned_footer import ScannedFooter
    from inlay.scan.store import Store


class FileProblem(NamedTuple):
    """`error_id` stays the same for ever; `offset` counts from the start of the file; `field` is the path of
    the value in the footer that is meant.

    `is_readable` is true for a finding about a file that the other tables have nevertheless.
    """

    entry: FileEntry
    error_id: str
    offset: int | None
    field: str
    message: str
    hint: str | None
    is_readable: bool = False

    @property
    def row(self) -> dict[str, str | int | bool | None]:
        """The columns of the table `problems` that say nothing of the file."""
        return {
            "error_id": self.error_id,
            "offset": self.offset,
            "field": in_line(self.field),
            "message": in_line(self.message),
            "hint": self.hint and in_line(self.hint),
            "is_readable": self.is_readable,
        }


def problem_of(entry: FileEntry, error: Exception) -> FileProblem:
    """The row for a file that could not be read."""
    match error:
        case FooterError():
            return FileProblem(entry, error.code, error.offset, "", error.what, error.hint)
        case DecodeError():
            return FileProblem(entry, "decode", error.offset, error.path, error.reason, None)
        case InlayError():
            return FileProblem(entry, "conversion", None, "", str(error), None)
        case OSError():
            name = errno.errorcode.get(error.errno or 0, "")
            error_id = f"io-{name.lower()}" if name else "io"
            message = error.strerror or str(error) or type(error).__name__
            return FileProblem(entry, error_id, None, "", message, None)
        case MemoryError() | RecursionError():
            message = "its footer takes more memory than there is"
            return FileProblem(entry, "memory", None, "", message, None)
        case _:
            # Whatever a file system raises: its file is bad, and the others are not.
            message = f"{type(error).__name__}: {error}"
            return FileProblem(entry, "unexpected", None, "", message, None)


def problem_of_finding(entry: FileEntry, finding: Finding) -> FileProblem:
    """The row for something that a reader can do without."""
    return FileProblem(
        entry, f"unused-{finding.code}", finding.offset, finding.at, finding.what, None, True
    )


def explained(store: Store, file: ScannedFooter, problem: Problem) -> FileProblem:
    """The problem of a footer as one of its file, with what to try."""
    tail = file.tail
    if file.is_derived or problem.offset is None:
        # What is wrong lies in bytes that the file does not have: they were derived.
        return FileProblem(file.entry, problem.error_id, None, problem.path, problem.message, None)
    footer = FooterBytes(tail.path, tail.file_size, tail.offset, tail.own_thrift)
    error = DecodeError(problem.message, problem.offset, problem.path)
    hint: str | None = None
    try:
        with store.open(file.entry) as handle:
            hint = explain_decode(footer, TailFile(tail.path, handle), error).hint
    except OSError:
        pass  # it is there no more; the problem stays what it was
    offset = tail.offset + problem.offset
    return FileProblem(file.entry, problem.error_id, offset, problem.path, problem.message, hint)
