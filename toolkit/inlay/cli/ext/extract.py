"""`inlay ext extract FILE`: the content of an extension."""

from __future__ import annotations

import sys
from uuid import UUID

import click

from inlay.cli.options import FILE, at_option, path_errors, uuid_option


@click.command("extract", short_help="Write the content of an extension.")
@click.argument("file", type=FILE)
@uuid_option
@click.option("--raw", is_flag=True, help="The one that no UUID identifies.")
@click.option("--whole", is_flag=True, help="The payload with its trailer, checked or not.")
@at_option
@click.option("-o", "--output", type=FILE, metavar="OUT", help="A file, and not the terminal.")
@click.option("--overwrite", is_flag=True, help="Replace OUT if it is there.")
def command(
    file: str,
    uuid: UUID | None,
    raw: bool,
    whole: bool,
    at: str,
    output: str | None,
    overwrite: bool,
) -> None:
    """Write the content of an extension of FILE, which has to agree with its CRCs, to standard output.

    Without --uuid or --raw there has to be only one in the struct.
    """
    from inlay.extensions.extract import extract
    from inlay.extensions.struct_bytes import about
    from inlay.footer.read import read_footer
    from inlay.life_cycle.extension_list import FLATBUFFER, derive_struct
    from inlay.rewrite.new_file import NewFile

    is_flat = at == FLATBUFFER
    footer = read_footer(file)
    struct = derive_struct(footer) if is_flat else footer.validate().struct()
    with path_errors(), about(file):
        data = extract(struct, uuid, "" if is_flat else at, raw=raw, whole=whole)
    if output is not None:
        # No data file: whoever reads a table passes it by.
        with NewFile(output, overwrite=overwrite, allow={"table"}) as new:
            new.file.write(data)
    elif sys.stdout.isatty():
        # What somebody put into a file must not steer the terminal.
        raise click.UsageError("say -o OUT, or > OUT: the bytes are not for a terminal")
    else:
        sys.stdout.buffer.write(data)
