"""`inlay ext strip FILE`: one extension less."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

import click

from inlay.cli.options import (
    FILE,
    at_option,
    report_path_errors,
    target_options,
    uuid_option,
)
from inlay.cli.outcome import show_result

if TYPE_CHECKING:
    from inlay.rewrite.change import Target


@click.command("strip", short_help="Remove an extension.")
@click.argument("file", type=FILE)
@uuid_option
@click.option("--raw", is_flag=True, help="The extension that has no UUID.")
@at_option
@target_options
def command(
    file: str,
    uuid: UUID | None,
    raw: bool,
    at: str,
    target: Target,
) -> None:
    """Remove an extension from FILE: the one with this UUID, or the only one.

    If the extension was appended to the file, this restores the original file, byte for byte.
    """
    from inlay.life_cycle.edit_extension import strip_from_file

    if raw and uuid is not None:
        raise click.UsageError(
            "--raw means an extension without a UUID: give either --raw or --uuid"
        )
    with report_path_errors():
        result = strip_from_file(file, uuid, raw=raw, at=at, target=target)
    show_result(result, "took out", "take out")
