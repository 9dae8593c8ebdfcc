"""`inlay spark index`: what writers left out is added to the files of a lake, by the phases of a migration."""

from __future__ import annotations

from typing import Final

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.index.options import add_what_option
from inlay.cli.options import allow_option, columns_option
from inlay_spark.migration.job_options import JobOptions, job_options

_AFTERWARDS: Final = (
    "a table that has these files needs their new records: inlay register files --replace"
)


@click.command("index")
@click.argument("paths", nargs=-1, required=True)
@add_what_option
@columns_option
@job_options(allow_option)
def index(what: str, columns: tuple[str, ...], job: JobOptions) -> ExitCode:
    """Add statistics, page indexes and Bloom filters to all files at PATHS (files, folders, globs). Pages stay byte for byte.

    Prints the plan and its cost, and changes nothing. With --write it needs a journal, which resumes an interrupted job, and by which
    `inlay spark rollback` gives every byte back. Exit code 1 if there are problems, 4 if there are none but files were refused.
    """
    from inlay.verbs.index.chosen_statements import ALL, AUTO, PARTS, choose_statements
    from inlay_spark.migration.operations import INDEX, Operation

    names = tuple(what.split(","))
    choose_statements(names, (AUTO, ALL, PARTS))  # a wrong name is no problem of each file
    return job.carry_out(Operation(INDEX, columns, allow=job.allow, what=names), _AFTERWARDS)
