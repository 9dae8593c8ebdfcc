"""`inlay ext append FILE PAYLOAD`: another extension for a file."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

import click

from inlay.cli.options import (
    FILE,
    at_option,
    envelope_option,
    header_from,
    header_option,
    report_path_errors,
    target_options,
    uuid_option,
)
from inlay.cli.outcome import show_result
from inlay.cli.printing import warn

if TYPE_CHECKING:
    from inlay.rewrite.change import Target


@click.command("append", short_help="Add an extension.")
@click.argument("file", type=FILE)
@click.argument("payload", type=click.Path(allow_dash=True, readable=False))
@uuid_option
@click.option("--raw", is_flag=True, help="Add PAYLOAD as it is, without a container.")
@click.option(
    "--trailer",
    type=click.Choice(["spec", "arrow_prototype", "uuid_first", "uuid_last"]),
    help="The container; by default that of a known UUID, else spec.",
)
@at_option
@header_option
@click.option("--replace", is_flag=True, help="Replace an extension with the same UUID.")
@envelope_option
@target_options
def command(
    file: str,
    payload: str,
    uuid: UUID | None,
    raw: bool,
    trailer: str | None,
    at: str,
    header: str | None,
    replace: bool,
    envelope: bool,
    target: Target,
) -> None:
    """Add the bytes of PAYLOAD (- for standard input) to FILE as an extension.

    FILE is replaced by a new file in one step, or not at all.
    """
    from inlay.extensions.budget import NEVER
    from inlay.extensions.edit import Options
    from inlay.life_cycle.edit_extension import append_to_file
    from inlay.refusals import RefusedError

    if (uuid is None) != raw:
        raise click.UsageError("give --uuid UUID, or --raw for a payload that identifies itself")
    if raw and trailer is not None:
        raise click.UsageError("--raw adds no container, so --trailer has no effect")
    if raw:
        warn("a raw payload: the specification requires that its bytes identify its owner")
    options = Options(header_from(header), replace, envelope, target.allow)
    with click.open_file(payload, "rb") as content:
        data: bytes = content.read(NEVER + 1)  # of a pipe or a device there may be no end
    if len(data) > NEVER:
        reason = f"the payload has more than {NEVER:,} bytes, and pyarrow cannot read such a binary"
        raise RefusedError("size", reason, path=file)
    with report_path_errors():
        result = append_to_file(
            file, data, uuid, kind=trailer or "", at=at, options=options, target=target
        )
    show_result(result, "added", "add")
