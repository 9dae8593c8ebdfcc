"""`inlay variant`: Variants in Parquet files, shown, shredded, put together, and made of JSON."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING

import click

from inlay.cli.command_groups import CommandGroup
from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.choices import RIGHT, TITLES, describe_choices, list_choices
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_files import many_files, run_each
from inlay.cli.options import FILE, allow_of, format_option, overwrite_option
from inlay.cli.outcome import warn_of
from inlay.cli.output import OutFile
from inlay.cli.printing import show_json, show_line, show_table
from inlay.cli.progress import show_progress
from inlay.cli.variant.converted import show_converted
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from inlay.ground.documents.values import Json


@click.group("variant", cls=CommandGroup)
def command() -> None:
    """Show, shred and unshred the Variants of a file; convert JSON lines."""


column_option = click.option(
    "--column", metavar="NAME", help="The Variant column; not needed if there is only one."
)
output_option = click.option(
    "-o",
    "--output",
    required=True,
    type=OutFile("Parquet"),
    metavar="OUT",
    help="Write the rows to OUT.",
)
exact_option = click.option(
    "--exact",
    is_flag=True,
    help="Put a value into a column only if it has exactly the type of the column.",
)
tolerant_option = click.option(
    "--tolerant",
    is_flag=True,
    help="Also read what writers must not write but readers may accept, such as DuckDB's unsorted fields.",
)


@command.command("show", short_help="Print Variants, one line of JSON each.")
@many_files
@column_option
@click.option(
    "--path",
    "leading",
    default=["$"],
    show_default=True,
    multiple=True,
    metavar="PATH",
    help="Print only the value at this path; for several paths, an object with a value for each.",
)
@click.option(
    "--cast",
    metavar="TYPE",
    help="Cast values to this type as Spark does, such as int64 or list<string>; null if it cannot.",
)
@click.option(
    "-n",
    "--rows",
    default=20,
    show_default=True,
    metavar="N",
    help="Number of rows to print; 0 for all.",
)
@tolerant_option
def show(
    paths: tuple[str, ...],
    jobs: int,
    column: str | None,
    leading: tuple[str, ...],
    cast: str | None,
    rows: int,
    tolerant: bool,
) -> ExitCode:
    """Print the Variants of the files at PATHS, one line of JSON each."""
    job = partial(
        _show_rows, column=column, leading=leading, cast=cast, rows=rows or None, tolerant=tolerant
    )
    return run_each(paths, jobs, job)


def _show_rows(
    file: str,
    alone: bool,
    *,
    column: str | None,
    leading: tuple[str, ...],
    cast: str | None,
    rows: int | None,
    tolerant: bool,
) -> ExitCode:
    from inlay.rows.variants.on_files import list_json_lines
    from inlay_variant.arrow.type_text import parse_type

    name = _chosen(file, column)
    if not alone:
        show_line(f"{file}: {name}")
    type_ = None if cast is None else parse_type(cast)
    for line in list_json_lines(file, name, leading, rows, type_=type_, tolerant=tolerant):
        show_line(line, is_copied=True)
    return ExitCode.OK


@command.command("schema", short_help="Print the columns that `shred` would make.")
@many_files
@column_option
@tolerant_option
@format_option
def show_schema(
    paths: tuple[str, ...], jobs: int, column: str | None, tolerant: bool, format_: str
) -> ExitCode:
    """Print the columns into which `shred` would split the Variants of each file at PATHS, with their coverage and the
    reasons.

    Exit code 1 if no column is worth it.
    """
    is_json = format_ == "json"
    job = partial(_print_schema, column=column, tolerant=tolerant, is_json=is_json)
    return run_each(paths, jobs, job, document="variant schema" if is_json else None)


def _print_schema(
    file: str, alone: bool, *, column: str | None, tolerant: bool, is_json: bool
) -> ExitCode:
    from inlay.rows.variants.on_files import inferred_from

    name = _chosen(file, column)
    inferred = inferred_from(file, name, tolerant=tolerant)
    if is_json:
        content: dict[str, Json] = {
            "path": file,
            "column": name,
            "rows": inferred.rows,
            "type": str(inferred.type),
            "fields": describe_choices(inferred),
        }
        show_json(document_of("variant schema", content), in_line=not alone)
    else:
        show_line(f"{file}: {name}, by {inferred.rows:,} of its rows")
        show_table(TITLES, list_choices(inferred), RIGHT, folds=["why"])
    return ExitCode.OK if inferred.worth_it else ExitCode.FINDINGS


@command.command("shred", short_help="Split Variants into columns.")
@click.argument("file", type=FILE)
@output_option
@column_option
@exact_option
@tolerant_option
@overwrite_option
@allow_of("table")
def shred(
    file: str,
    output: str,
    column: str | None,
    exact: bool,
    tolerant: bool,
    overwrite: bool,
    allow: tuple[str, ...],
) -> None:
    """Write the rows of FILE to OUT, with the Variants split into the columns that `schema` shows."""
    from inlay.rows.variants.on_files import rows_in, shred_file

    name = _chosen(file, column)
    rows = rows_in(file)
    notes: list[str] = []
    with show_progress("shredding", "row", rows) as line:
        shred_file(
            file,
            output,
            name,
            exact=exact,
            tolerant=tolerant,
            overwrite=overwrite,
            allow=set(allow),
            advance=line.advance,
            tell=notes.append,
        )
    warn_of(output, notes, alone=True)
    show_line(f"{output}: {count(rows, 'row')}, {name} shredded")


@command.command("unshred", short_help="Put shredded Variants back together.")
@click.argument("file", type=FILE)
@output_option
@column_option
@tolerant_option
@overwrite_option
@allow_of("table")
def unshred(
    file: str,
    output: str,
    column: str | None,
    tolerant: bool,
    overwrite: bool,
    allow: tuple[str, ...],
) -> None:
    """Write the rows of FILE to OUT, with the Variants in one piece again."""
    from inlay.rows.variants.on_files import rows_in, unshred_file

    name = _chosen(file, column)
    rows = rows_in(file)
    notes: list[str] = []
    with show_progress("unshredding", "row", rows) as line:
        unshred_file(
            file,
            output,
            name,
            tolerant=tolerant,
            overwrite=overwrite,
            allow=set(allow),
            advance=line.advance,
            tell=notes.append,
        )
    warn_of(output, notes, alone=True)
    show_line(f"{output}: {count(rows, 'row')}, {name} put together")


@command.command("from-json", short_help="Write lines of JSON as Variants.")
@click.argument("file", type=click.Path(allow_dash=True, readable=False))
@output_option
@click.option(
    "--column", default="variant", show_default=True, metavar="NAME", help="Name of the new column."
)
@click.option(
    "--shred",
    "shredding",
    type=click.Choice(["auto", "none"]),
    default="none",
    show_default=True,
    help="Give fields that the first rows share columns of their own, and say which and why.",
)
@click.option(
    "--schema",
    metavar="TYPE",
    help="The columns to shred into, such as 'struct<id: int64, tags: list<variant>>'.",
)
@click.option(
    "--exact",
    is_flag=True,
    help="Keep every value as it is: treat a number that no Variant holds exactly as invalid JSON, and put a value into a column only "
    "if it has exactly its type.",
)
@click.option(
    "--on-error",
    type=click.Choice(["fail", "skip", "null"]),
    default="fail",
    show_default=True,
    help="What to do with a line that is not JSON: stop, leave it out, or write a null row.",
)
@click.option(
    "--rejected",
    type=OutFile(),
    metavar="OUT",
    help="Write lines that are not JSON to this file, with their numbers and the reasons.",
)
@click.option(
    "--compression",
    type=click.Choice(["none", "snappy", "gzip", "zstd", "lz4", "brotli"]),
    default="snappy",
    show_default=True,
    help="The codec of the pages.",
)
@overwrite_option
@allow_of("table")
@format_option
def from_json(
    file: str,
    output: str,
    column: str,
    shredding: str,
    schema: str | None,
    exact: bool,
    on_error: str,
    rejected: str | None,
    compression: str,
    overwrite: bool,
    allow: tuple[str, ...],
    format_: str,
) -> None:
    """Write OUT, with one row and one Variant for each line of JSON in FILE (- is standard input).

    FILE may be compressed with gzip, zstd, lz4, bzip2 or xz. Empty lines are left out. An error names the line.
    """
    import pyarrow as pa

    from inlay.rows.variants.json_lines import convert
    from inlay.rows.variants.json_rows import OnError
    from inlay.rows.variants.on_files import size_of
    from inlay_variant.arrow.schema_text import parse_schema

    if schema is not None and shredding == "auto":
        raise click.UsageError("--schema says what to shred by, and --shred auto asks for it")

    is_stdin = file == "-"
    name = "standard input" if is_stdin else file
    with (
        nullcontext(sys.stdin.buffer) if is_stdin else open(file, "rb") as source,
        show_progress("converting", "byte", None if is_stdin else size_of(file)) as line,
    ):
        known = pa.null() if schema is None else parse_schema(schema)
        done = convert(
            source,
            name,
            output,
            column,
            schema=None if shredding == "auto" else known,
            exact=exact,
            exact_numbers=exact,
            on_error=OnError(on_error),
            rejected=rejected,
            overwrite=overwrite,
            allow=set(allow),
            compression=compression,
            advance=line.advance,
        )
    show_converted(output, column, done, OnError(on_error), is_json=format_ == "json")


def _chosen(file: str, column: str | None) -> str:
    from inlay.rows.variants.on_files import ColumnError, choose_column

    try:
        return choose_column(file, column)
    except ColumnError as error:
        raise click.UsageError(str(error)) from error
