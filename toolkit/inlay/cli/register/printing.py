"""What a registration says at its end, wherever it ran."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_files import code_of_read
from inlay.cli.printing import show_json, show_line, warn
from inlay.ground.wording.amounts import count, format_size

if TYPE_CHECKING:
    from inlay.ground.documents.values import Json
    from inlay.verbs.register.register import Registration

_MOST_LINES: Final = 20
"""Of each list that people read; JSON has all."""


def show_registration(registration: Registration, format_: str, *, dry_run: bool) -> ExitCode:
    """Prints it, as JSON with its entries after a dry run. FINDINGS if a file could not be read, or there are none."""
    if format_ == "json":
        document = describe_registration(registration, with_entries=dry_run)
        show_json(document_of("register files", document))
    else:
        _show(registration, dry_run=dry_run)
    if not registration.unread:
        return code_of_read(registration.files)
    files = count(registration.files + len(registration.unread), "file")
    end = "" if _is_registered(registration) else ", so nothing is registered (--skip-bad)"
    warn(f"{len(registration.unread):,} of {files} could not be read{end}")
    return ExitCode.FINDINGS


def _is_registered(registration: Registration) -> bool:
    """Or would be, without --dry-run."""
    return registration.plan is not None or registration.committed is not None


def _show(registration: Registration, *, dry_run: bool) -> None:
    for unread in registration.unread[:_MOST_LINES]:
        show_line(f"{unread.entry.path}: {unread.finding}")
    _show_more(len(registration.unread))
    if _is_registered(registration):
        verb = "would register" if dry_run else "registered"
        files, rows = count(registration.files, "file"), count(registration.rows, "row")
        end = f": {registration.committed}" if registration.committed else ""
        show_line(f"{verb} {files}, {rows}, {format_size(registration.bytes)}{end}")
    for line in registration.lines[:_MOST_LINES]:
        show_line(f"  {line}")
    _show_more(len(registration.lines))
    for loss in registration.losses[:_MOST_LINES]:
        column = f"column {loss.column}: " if loss.column else ""
        show_line(f"  {column}{loss.reason}, in {count(loss.files, 'file')} (--allow {loss.name})")
    _show_more(len(registration.losses))
    for it in registration.unbounded[:_MOST_LINES]:
        of = f"{it.files:,} of {count(it.all_files, 'file')}"
        show_line(f"  column {it.column} without bounds in {of}: {it.why}")
    _show_more(len(registration.unbounded))


def _show_more(lines: int) -> None:
    if lines > _MOST_LINES:
        show_line(f"  ... and {lines - _MOST_LINES:,} more: --format json has them all")


def describe_registration(registration: Registration, *, with_entries: bool) -> dict[str, Json]:
    """As JSON; `entries` are what the table would get of each file."""
    document: dict[str, Any] = {
        "files": registration.files,
        "rows": registration.rows,
        "bytes": registration.bytes,
        "committed": registration.committed,
        "changes": list(registration.lines),
        "losses": [loss._asdict() for loss in registration.losses],
        "unbounded": [column._asdict() for column in registration.unbounded],
        "unread": [
            {"path": it.entry.path, "code": it.finding.code, "message": it.finding.sentence}
            for it in registration.unread
        ],
    }
    if with_entries:
        document["entries"] = [dict(entry) for entry in registration.describe_entries()]
    return document
