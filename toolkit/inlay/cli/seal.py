"""`inlay seal FILE`: a CRC of the footer, in the footer."""

from __future__ import annotations

import click

from inlay.cli.options import (
    FILE,
    envelope_option,
    header_from,
    header_option,
    target_from,
    target_options,
)
from inlay.cli.outcome import show_result


@click.command("seal")
@click.argument("file", type=FILE)
@header_option
@click.option("--replace", is_flag=True, help="Seal anew, whatever the seal that is there says.")
@envelope_option
@target_options
def command(
    file: str,
    header: str | None,
    replace: bool,
    envelope: bool,
    output: str | None,
    overwrite: bool,
    in_place: bool,
    dry_run: bool,
    allow: tuple[str, ...],
) -> None:
    """Add an extension to FILE that vouches for the bytes of its footer, so that damage is noticed.

    `inlay verify` checks it, `inlay ext strip FILE --uuid seal` takes it out.
    """
    from inlay.extensions.edit import Options
    from inlay.life_cycle.edit_extension import seal_file

    target = target_from(output, overwrite, in_place, dry_run, allow)
    options = Options(header_from(header), replace, envelope, target.allow)
    show_result(seal_file(file, options=options, target=target), "added", "add")
