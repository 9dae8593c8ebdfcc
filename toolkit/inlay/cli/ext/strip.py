"""`inlay ext strip PATHS`: one extension less."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING
from uuid import UUID

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.many_changes import change_each
from inlay.cli.many_files import many_files
from inlay.cli.options import (
    AT,
    report_path_errors,
    target_options,
    uuid_option,
)
from inlay.cli.outcome import show_result

if TYPE_CHECKING:
    from inlay.changes.rewrite.change import Target


@click.command("strip", short_help="Remove an extension.")
@many_files
@uuid_option
@click.option("--raw", is_flag=True, help="The extension that has no UUID.")
@click.option("--at", "places", multiple=True, metavar="PATH", help=f"{AT} May be repeated.")
@target_options
def command(
    paths: tuple[str, ...],
    jobs: int,
    uuid: UUID | None,
    raw: bool,
    places: tuple[str, ...],
    target: Target,
) -> ExitCode:
    """Remove an extension from each file at PATHS: the one with this UUID, or the only one of each struct.

    If the extension was appended to the file, this restores the original file, byte for byte.
    """
    if raw and uuid is not None:
        raise click.UsageError(
            "--raw means an extension without a UUID: give either --raw or --uuid"
        )
    return change_each(paths, jobs, partial(_strip, uuid=uuid, raw=raw, at=places or ""), target)


def _strip(
    path: str,
    alone: bool,
    target: Target,
    *,
    uuid: UUID | None,
    raw: bool,
    at: str | tuple[str, ...],
) -> bool:
    from inlay.changes.life_cycle.edit_extension import strip_from_file

    with report_path_errors():
        result = strip_from_file(path, uuid, raw=raw, at=at, target=target)
    return show_result(result, "removed", "remove", alone)
