"""What a build or a refresh has done, as it is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from inlay.cli.exit_codes import ExitCode
from inlay.cli.many_files import code_of_read
from inlay.cli.printing import show_json, show_line, warn
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from inlay.ground.documents.values import Json
    from inlay.verbs.store.update_store import StoreUpdate

_MOST_LINES: Final = 20
"""Of files that could not be read; JSON has all."""


def content_of(update: StoreUpdate) -> dict[str, Json]:
    """What a document says of it."""
    unread: list[Json] = [
        {"path": it.entry.path, "code": it.finding.code, "message": it.finding.sentence}
        for it in update.unread
    ]
    return {
        "store": update.store,
        "files": update.files,
        "read": update.read,
        "removed": update.removed,
        "unread": unread,
    }


def show_update(update: StoreUpdate, document: dict[str, Json], format_: str) -> ExitCode:
    """The exit code says whether there are files, and all could be read."""
    unread = update.unread
    if format_ == "json":
        show_json(document)
    else:
        for it in unread[:_MOST_LINES]:
            show_line(f"{it.entry.path}: {it.finding}")
        if len(unread) > _MOST_LINES:
            more = len(unread) - _MOST_LINES
            show_line(f"... and {more:,} more that cannot be read: --format json has them all")
        read, removed = count(update.read, "footer"), count(update.removed, "record")
        show_line(f"{update.store}: {count(update.files, 'file')}; {read} read, {removed} removed")
    if not unread:
        return code_of_read(update.files)
    files = count(update.files + len(unread), "file")
    warn(
        f"{len(unread):,} of {files} could not be read: every plan keeps {'it' if len(unread) == 1 else 'them'}"
    )
    return ExitCode.FINDINGS
