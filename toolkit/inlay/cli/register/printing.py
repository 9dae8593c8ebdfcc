"""What a registration says at its end, wherever it ran."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_files import code_of_read
from inlay.cli.printing import show_json, show_line, warn
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from inlay.ground.documents.values import Json
    from inlay.verbs.register.register import Registration


def show_registration(registration: Registration, format_: str, *, dry_run: bool) -> ExitCode:
    """Prints it, as JSON with its entries after a dry run. FINDINGS if a file could not be read, or there are none."""
    from inlay.verbs.register.registration_text import list_lines

    if format_ == "json":
        document = describe_registration(registration, with_entries=dry_run)
        show_json(document_of("register files", document))
    else:
        for line in list_lines(registration):
            show_line(line)
    if not registration.unread:
        return code_of_read(registration.files)
    files = count(registration.files + len(registration.unread), "file")
    end = "" if registration.is_whole else ", so nothing is registered (--skip-bad)"
    warn(f"{len(registration.unread):,} of {files} could not be read{end}")
    return ExitCode.FINDINGS


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
