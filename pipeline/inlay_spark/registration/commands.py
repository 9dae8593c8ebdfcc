"""`inlay spark register PATHS --to FORMAT --journal DIR`: the registration of a lake, on the command line."""

from __future__ import annotations

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.pairs import pair_names
from inlay.cli.register.options import add_registration_options
from inlay.cli.register.printing import show_registration
from inlay.ground.schema.quoted_names import split_names
from inlay_spark.session.options import SessionOptions, session_options


@click.command("register")
@click.argument("paths", nargs=-1, required=True, metavar="PATHS...")
@add_registration_options
@click.option(
    "--journal",
    metavar="DIR",
    required=True,
    help="A new folder, or that of an interrupted job.",
)
@session_options
def register(
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
    journal: str,
    session: SessionOptions,
) -> ExitCode:
    """Register the files at PATHS (files, folders, globs) in a table, as `inlay register` does: tasks read the footers, and the driver
    commits once.

    The journal keeps what is known of each file. A run that was killed goes on where it was, and finds out whether its commit is in the
    table. Another run with this journal, for any table, reads only new and changed files. With --dry-run, too, the journal is written.
    """
    from inlay_spark.registration.lake import register_lake

    with session.open_for_job() as (spark, progress):
        registration = register_lake(
            spark,
            paths,
            journal,
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
            progress=progress,
        )
    return show_registration(registration, format_, dry_run=dry_run)
