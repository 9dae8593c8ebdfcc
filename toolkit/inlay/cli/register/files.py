"""`inlay register PATHS --to FORMAT`: files become files of a table (`docs/registering.md`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_files import code_of_read
from inlay.cli.options import dry_run_option, format_option, overwrite_option
from inlay.cli.output import OutPath
from inlay.cli.pairs import pair_names
from inlay.cli.printing import show_json, show_line, warn
from inlay.cli.progress import show_progress
from inlay.cli.register.options import catalog_option, properties_option, to_option
from inlay.ground.schema.quoted_names import split_names
from inlay.ground.wording.amounts import count, format_size

if TYPE_CHECKING:
    from inlay.ground.documents.values import Json
    from inlay.verbs.register.register import Registration

_MOST_LINES: Final = 20
"""Of each list that people read; JSON has all."""


@click.command("files", short_help="Make files the files of a table; the word may be left out.")
@click.argument("paths", nargs=-1, required=True, metavar="PATHS...")
@to_option
@click.option(
    "--table", default="", metavar="NAME", help="The table: ns.name, or a folder for delta."
)
@click.option(
    "-o", "--output", type=OutPath("Parquet"), metavar="OUT", help="Write records to OUT."
)
@click.option("--create", is_flag=True, help="Create the table, with the columns of all files.")
@catalog_option
@properties_option
@click.option(
    "--partition-by",
    metavar="COL,...",
    help="Columns that partition a new table; by default those of folders, day=2026-11-28.",
)
@click.option("--replace", is_flag=True, help="The files were rewritten: give them new records.")
@click.option("--skip-bad", is_flag=True, help="Register the others if a file cannot be read.")
@click.option("--name", default="*", metavar="GLOB", help="Read only files whose name matches.")
@overwrite_option
@dry_run_option
@click.option(
    "--allow",
    multiple=True,
    metavar="NAME",
    help="Allow what is refused under this name; may be repeated.",
)
@format_option
def command(
    paths: tuple[str, ...],
    to: str,
    table: str,
    output: str | None,
    create: bool,
    catalog: str,
    properties: tuple[str, ...],
    partition_by: str | None,
    replace: bool,
    skip_bad: bool,
    name: str,
    overwrite: bool,
    dry_run: bool,
    allow: tuple[str, ...],
    format_: str,
) -> ExitCode:
    """Make the files at PATHS (files, folders, globs) files of a table, by their footers alone.

    No file is written or moved. A table believes what it is told of a file, so each bound and each count is right or absent.

    All files are registered in one commit, or none. A file that cannot be read is printed, and the exit code is 1; nothing is registered
    then, unless --skip-bad. With --dry-run and --format json, each entry is printed as the table would get it.
    """
    from inlay.verbs.register.register import register

    with show_progress("reading", "file", None) as line:
        registration = register(
            paths,
            to=to,
            table=table,
            output=output or "",
            create=create,
            catalog=catalog,
            properties=pair_names("-p", properties),
            partition_by=split_names(partition_by) if partition_by is not None else (),
            replace=replace,
            overwrite=overwrite,
            skip_bad=skip_bad,
            dry_run=dry_run,
            allow=frozenset(allow),
            name=name,
            progress=line.reach,
        )
    if format_ == "json":
        show_json(document_of("register files", _describe(registration, with_entries=dry_run)))
    else:
        _show(registration, dry_run=dry_run)
    if not registration.unread:
        return code_of_read(registration.files)
    files = count(registration.files + len(registration.unread), "file")
    end = "" if registration.plan is not None else ", so nothing is registered (--skip-bad)"
    warn(f"{len(registration.unread):,} of {files} could not be read{end}")
    return ExitCode.FINDINGS


def _show(registration: Registration, *, dry_run: bool) -> None:
    for unread in registration.unread[:_MOST_LINES]:
        show_line(f"{unread.entry.path}: {unread.finding}")
    _show_more(len(registration.unread))
    if registration.plan is not None:
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


def _describe(registration: Registration, *, with_entries: bool) -> dict[str, Json]:
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
