"""`inlay seal PATHS`: a CRC of the footer, in the footer."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.many_changes import change_each
from inlay.cli.many_files import many_files
from inlay.cli.options import (
    header_from,
    header_option,
    slot_target_options,
)
from inlay.cli.outcome import show_result

if TYPE_CHECKING:
    from inlay.changes.rewrite.change import Target
    from inlay.footers.extensions.edit import Options


@click.command("seal")
@many_files
@header_option
@click.option(
    "--replace", is_flag=True, help="Replace an existing seal, even if it does not agree."
)
@slot_target_options
def command(
    paths: tuple[str, ...],
    jobs: int,
    header: str | None,
    replace: bool,
    target: Target,
) -> ExitCode:
    """Store a checksum of the footer in each file at PATHS, so that `inlay verify` notices damage.

    The checksum is an extension. `inlay ext strip FILE --uuid seal` removes it.
    """
    from inlay.footers.extensions.edit import Options

    options = Options(header_from(header), replace, target.allow)
    return change_each(paths, jobs, partial(_seal, options=options), target)


def _seal(path: str, alone: bool, target: Target, *, options: Options) -> bool:
    from inlay.changes.life_cycle.edit_extension import seal_file

    return show_result(seal_file(path, options=options, target=target), "added", "add", alone)
