"""What is wrong with a file, as a row: a bad file never ends a scan."""

from __future__ import annotations

import errno
from dataclasses import replace
from typing import NamedTuple

from inlay.footers.footer.errors import FooterError
from inlay.ground.files.entries import FileEntry
from inlay_runtime.errors import DecodeError, InlayError
from inlay_runtime.finding import Finding
from inlay_runtime.text import in_line


class UnreadFile(NamedTuple):
    """A file of a scan without its footer. `finding` says why; its offset counts from the start of the file.

    `is_other` is true for a file that is not Parquet and does not claim to be: to a scan of many files that is no
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
