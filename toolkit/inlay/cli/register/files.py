"""`inlay register PATHS --to FORMAT`: files become files of a table (`docs/registering.md`)."""

from __future__ import annotations

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.pairs import pair_names
from inlay.cli.progress import READING, show_progress
from inlay.cli.register.options import add_registration_options
from inlay.cli.register.printing import show_registration
from inlay.cli.stored_footers import list_scanned
from inlay.ground.schema.quoted_names import split_names


@click.command("files", short_help="Register files in a table; the word `files` may be left out.")
@click.argument("paths", nargs=-1, required=True, metavar="PATHS...")
@add_registration_options
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
    """Register the files at PATHS (files, folders, globs) in a table, by their footers alone.

    No file is written or moved. A table believes what it is told about a file, so each bound and each count is right or absent.

    All files are registered in one commit, or none. A file that cannot be read is printed, and the exit code is 1; nothing is registered
    then, unless --skip-bad. With --dry-run and --format json, each entry is printed as the table would get it.
    """
    from inlay.verbs.register.register import register

    with show_progress(READING, "file", None, list_scanned(paths, name=name)) as line:
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
    return show_registration(registration, format_, dry_run=dry_run)
