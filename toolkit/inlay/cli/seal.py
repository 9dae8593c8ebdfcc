"""`inlay seal FILE`: a CRC of the footer, in the footer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inlay.cli.options import (
    FILE,
    envelope_option,
    header_from,
    header_option,
    target_options,
)
from inlay.cli.outcome import show_result

if TYPE_CHECKING:
    from inlay.rewrite.change import Target


@click.command("seal")
@click.argument("file", type=FILE)
@header_option
@click.option(
    "--replace", is_flag=True, help="Replace an existing seal, even if it does not agree."
)
@envelope_option
@target_options
def command(
    file: str,
    header: str | None,
    replace: bool,
    envelope: bool,
    target: Target,
) -> None:
    """Store a checksum of the footer in FILE, so that `inlay verify` notices damage.

    The checksum is an extension. `inlay ext strip FILE --uuid seal` removes it.
    """
    from inlay.extensions.edit import Options
    from inlay.life_cycle.edit_extension import seal_file

    options = Options(header_from(header), replace, envelope, target.allow)
    show_result(seal_file(file, options=options, target=target), "added", "add")
