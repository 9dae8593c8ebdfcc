"""`inlay ext extract FILE`: the content of an extension."""

from __future__ import annotations

import sys
from uuid import UUID

import click

from inlay.cli.options import FILE, at_option, overwrite_option, report_path_errors, uuid_option
from inlay.cli.output import OutFile


@click.command("extract", short_help="Write the content of an extension to standard output.")
@click.argument("file", type=FILE)
@uuid_option
@click.option("--raw", is_flag=True, help="The extension that has no UUID.")
@click.option("--whole", is_flag=True, help="Write the whole payload with its trailer, unchecked.")
@at_option
@click.option(
    "-o", "--output", type=OutFile(), metavar="OUT", help="Write to OUT instead of standard output."
)
@overwrite_option
def command(
    file: str,
    uuid: UUID | None,
    raw: bool,
    whole: bool,
    at: str,
    output: str | None,
    overwrite: bool,
) -> None:
    """Write the content of an extension of FILE to standard output. Its CRCs must agree.

    Without --uuid or --raw, the struct must have only one extension.
    """
    from inlay.changes.life_cycle.extension_list import FLATBUFFER, derive_struct
    from inlay.changes.rewrite.new_file import NewFile
    from inlay.footers.extensions.extract import extract
    from inlay.footers.extensions.struct_bytes import name_file_in_errors
    from inlay.footers.footer.read import read_footer

    is_flat = at == FLATBUFFER
    footer = read_footer(file)
    struct = derive_struct(footer) if is_flat else footer.validate().struct()
    with report_path_errors(), name_file_in_errors(file):
        data = extract(struct, uuid, "" if is_flat else at, raw=raw, whole=whole)
    if output is not None:
        # No data file: whoever reads a table passes it by.
        with NewFile(output, overwrite=overwrite, sources=[file], allow={"table"}) as new:
            new.file.write(data)
    elif sys.stdout.isatty():
        # What somebody put into a file must not steer the terminal.
        raise click.UsageError("give -o OUT, or redirect to a file: the output is binary")
    else:
        sys.stdout.buffer.write(data)
