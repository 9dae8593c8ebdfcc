"""Reading rows ends at the first file that cannot be read, as in Spark, and says which and why."""

from __future__ import annotations

from inlay.scan.entries import FileEntry
from inlay.scan.footprint import Footprint
from inlay.scan.problems import FileProblem
from inlay_runtime.errors import InlayError


class UnreadableError(InlayError):
    """A file whose rows cannot be had."""


def unreadable(entry: FileEntry, found: Footprint | FileProblem) -> UnreadableError:
    if isinstance(found, FileProblem):
        place = f", at offset {found.offset}" if found.offset is not None else ""
        hint = f"\n  try: {found.hint}" if found.hint else ""
        return UnreadableError(f"{entry.path}: {found.message}{place} [{found.error_id}]{hint}")
    return UnreadableError(f"{entry.path}: its footer is encrypted")
