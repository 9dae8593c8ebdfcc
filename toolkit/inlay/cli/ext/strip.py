"""`inlay ext strip FILE`: one extension less."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

import click

from inlay.cli.options import (
    FILE,
    at_option,
    path_errors,
    target_options,
    uuid_option,
)
from inlay.cli.outcome import show_result

if TYPE_CHECKING:
    from inlay.rewrite.change import Target


@click.command("strip", short_help="Take an extension out.")
@click.argument("file", type=FILE)
@uuid_option
@click.option("--raw", is_flag=True, help="The one that no UUID identifies.")
@at_option
@target_options
def command(
    file: str,
    uuid: UUID | None,
    raw: bool,
    at: str,
    target: Target,
) -> None:
    """Take an extension out of FILE: the one with this UUID, or the only one.

    What stripping leaves of a file that an extension was appended to is the file before, byte for byte.
    """
    from inlay.life_cycle.edit_extension import strip_from_file

    if raw and uuid is not None:
        raise click.UsageError("--raw means one without a UUID: say one of them")
    with path_errors():
        result = strip_from_file(file, uuid, raw=raw, at=at, target=target)
    show_result(result, "took out", "take out")
