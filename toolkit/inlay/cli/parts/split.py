"""`inlay split FILE -o DIR`: runs of row groups in files of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inlay.cli.inspect.json_versions import document_of
from inlay.cli.options import FILE
from inlay.cli.output import OUT_FOLDER
from inlay.cli.parts.options import content_of, making_options_of, show_files, show_stages
from inlay.cli.printing import warn
from inlay.cli.sizes import parse_size
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from inlay.cli.parts.options import How


@click.command("split", short_help="Write runs of row groups to files of their own.")
@click.argument("file", type=FILE)
@click.option(
    "-n", "--rows", type=click.IntRange(min=1), metavar="N", help="At most N rows per file."
)
@click.option(
    "--size",
    callback=parse_size,
    metavar="SIZE",
    help="At most this many bytes of pages per file, such as 256MB.",
)
@click.option(
    "--row-groups", type=click.IntRange(min=1), metavar="N", help="At most N row groups per file."
)
@click.option(
    "-o",
    "--output",
    required=True,
    type=OUT_FOLDER,
    metavar="DIR",
    help="Write the files into DIR.",
)
@making_options_of(
    click.option("--overwrite", is_flag=True, help="Replace files in DIR that have these names.")
)
def command(
    file: str,
    rows: int | None,
    size: int | None,
    row_groups: int | None,
    output: str,
    format_: str,
    how: How,
) -> None:
    """Write FILE as several files, NAME-00000.parquet and so on, in DIR. No row group is cut, and no page is decoded."""
    from inlay.verbs.parts import split

    if sum(limit is not None for limit in (rows, size, row_groups)) != 1:
        raise click.UsageError("give exactly one of --rows, --size and --row-groups")
    with show_stages() as progress:
        files = split(
            file, output, rows=rows, size=size, row_groups=row_groups, progress=progress, **how
        )
    show_files(files, document_of("split", content_of(files)), format_)
    larger = [it for it in files if rows is not None and it.rows > rows]
    if larger:
        warn(
            f"{count(len(larger), 'file')} of more than {count(rows or 0, 'row')}: no row group is cut, and "
            f"`inlay rewrite FILE --row-group-size {rows} -o OUT` makes smaller ones"
        )
