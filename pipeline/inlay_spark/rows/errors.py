"""Reading rows ends at the first file that cannot be read, as in Spark, and says which and why."""

from __future__ import annotations

from inlay.ground.files.entries import FileEntry
from inlay.tables.scan.problems import UnreadFile
from inlay.tables.scan.scanned_footer import ScannedFooter
from inlay_runtime.errors import InlayError
from inlay_spark.sources.options import SourceOptions


class UnreadableError(InlayError):
    """A file whose rows cannot be had. `is_missing`: it is not there."""

    is_missing = False


class UnreadableRowError(UnreadableError):
    """One of its rows. `name` says which column of which file, `row` counts from zero."""

    def __init__(self, name: str, row: int, reason: str) -> None:
        super().__init__(name, row, reason)
        self.name = name
        self.row = row
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.name}, row {self.row}: {self.reason}"

    def at(self, row: int) -> UnreadableRowError:
        """The same as the error of the row that this one is a part of."""
        return UnreadableRowError(self.name, row, self.reason)


def is_passed_over(error: UnreadableError, options: SourceOptions) -> bool:
    """`ignoreMissingFiles` and, for all else, `ignoreCorruptFiles`. As in Spark, the second does not stand for the
    first, and passes over files with columns of other types as well."""
    return options.flag("ignoreMissingFiles" if error.is_missing else "ignoreCorruptFiles")


def unreadable(entry: FileEntry, scanned: ScannedFooter | UnreadFile) -> UnreadableError:
    """The error of a file that was not read, or whose footer is encrypted."""
    if isinstance(scanned, ScannedFooter):
        return UnreadableError(
            f"{entry.path}: its footer is encrypted, and Spark has no key for it: leave the file out, or write it without encryption"
        )
    finding = scanned.finding
    place = f", at offset {finding.offset}" if finding.offset is not None else ""
    hint = f"\n  try: {finding.hint}" if finding.hint else ""
    error = UnreadableError(f"{entry.path}: {finding.what}{place} [{finding.code}]{hint}")
    error.is_missing = finding.code == "io-enoent"
    return error
