"""`inlay register check TABLE`: what a table says of its files, held against their footers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.options import format_option
from inlay.cli.pairs import pair_names
from inlay.cli.printing import show_json, show_line, warn
from inlay.cli.progress import show_progress
from inlay.cli.register.options import catalog_option, properties_option
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from inlay.ground.documents.values import Json
    from inlay.verbs.register.check.check_table import CheckedFile, TableCheck


@click.command("check", short_help="Compare what a table says about its files with their footers.")
@click.argument("table")
@click.option(
    "--to", metavar="FORMAT", required=True, help="The format: iceberg, delta or ducklake."
)
@catalog_option
@properties_option
@click.option(
    "--values", is_flag=True, help="Decode all values as well, and compare the table with them."
)
@click.option("--fix", is_flag=True, help="Correct the entries of these files, in one commit.")
@format_option
def command(
    table: str,
    to: str,
    catalog: str,
    properties: tuple[str, ...],
    values: bool,
    fix: bool,
    format_: str,
) -> ExitCode:
    """Compare what TABLE says about its files with their footers: which bounds lose rows, and what was left out.

    A difference is wrong by the footer, unproved by it, or absent from the table. Each is shown with the writer of the file. The exit code is 1 if
    something is wrong or unproved, or a file cannot be read.

    With --values, the table is compared with the values, which also show whether the footer is right; --fix then takes its
    bounds from the values.
    """
    from inlay.verbs.register.check.check_table import check_table
    from inlay.verbs.register.check.check_text import list_lines

    with show_progress("reading", "file", None) as line:
        check = check_table(
            to=to,
            table=table,
            catalog=catalog,
            properties=pair_names("-p", properties),
            values=values,
            fix=fix,
            progress=line.reach_of,
        )
    if format_ == "json":
        show_json(document_of("register check", _describe(check)))
    else:
        for text in list_lines(check):
            show_line(text)
    if check.unread:
        files = count(check.all_files, "file")
        warn(f"{len(check.unread):,} of {files} could not be read")
    return ExitCode.OK if check.is_right or check.fixed else ExitCode.FINDINGS


def _describe(check: TableCheck) -> dict[str, Json]:
    return {
        "files": check.all_files,
        "fixed": check.fixed,
        "differing": [_describe_file(file) for file in check.files],
        "unread": [
            {"path": it.entry.path, "code": it.finding.code, "message": it.finding.sentence}
            for it in check.unread
        ],
    }


def _describe_file(file: CheckedFile) -> dict[str, Any]:
    return {
        "path": file.path,
        "created_by": file.created_by,
        "differences": [
            {
                "weight": it.weight.value,
                "code": it.finding.code,
                "column": it.finding.at,
                "message": it.finding.what,
                "hint": it.finding.hint or None,
            }
            for it in file.differences
        ],
    }
