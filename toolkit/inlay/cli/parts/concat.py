"""`inlay concat FILE... -o OUT`: the row groups of many files in one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.options import FILE
from inlay.cli.parts.options import (
    code_of_refused,
    content_of,
    making_options,
    output_option,
    pair_rule_option,
    schema_rule_option,
    show_files,
    show_stages,
)

if TYPE_CHECKING:
    from inlay.cli.parts.options import How


@click.command("concat", short_help="Put the row groups of many files into one file.")
@click.argument("paths", nargs=-1, metavar="PATHS...", type=FILE)
@click.option(
    "--from-list",
    "lists",
    type=click.File("r"),
    metavar="LIST",
    help="Read paths from LIST, one per line; - is standard input.",
)
@output_option
@schema_rule_option
@pair_rule_option
@making_options
def command(
    paths: tuple[str, ...],
    lists: Any,
    output: str,
    schema: Any,
    metadata: Any,
    format_: str,
    how: How,
) -> ExitCode:
    """Write the row groups of the files at PATHS into OUT, in order. No page is decoded.

    A folder or a glob stands for its files, in the order of their names.
    """
    from inlay.ground.refusals import RefusedError
    from inlay.verbs.parts import concat

    every = [*paths, *(line.rstrip("\n") for line in lists or () if line.strip())]
    if not every:
        raise click.UsageError("give PATHS or --from-list")
    try:
        with show_stages() as progress:
            file = concat(every, output, schema=schema, metadata=metadata, progress=progress, **how)
    except RefusedError as error:
        return code_of_refused(error)
    show_files([file], document_of("concat", content_of([file])), format_)
    return ExitCode.OK
