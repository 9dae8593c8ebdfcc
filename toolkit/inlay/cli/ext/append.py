"""`inlay ext append PATHS PAYLOAD`: another extension for files."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypedDict
from uuid import UUID

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.last_word import LastWordCommand
from inlay.cli.many_changes import change_each
from inlay.cli.many_files import many_files
from inlay.cli.options import (
    at_option,
    header_from,
    header_option,
    report_path_errors,
    slot_target_options,
    uuid_option,
)
from inlay.cli.outcome import show_result
from inlay.cli.printing import warn

if TYPE_CHECKING:
    from inlay.changes.rewrite.change import Target
    from inlay.footers.extensions.edit import Options


class _What(TypedDict):
    """What is appended, and where."""

    data: bytes
    uuid: UUID | None
    kind: str
    at: str
    options: Options


@click.command("append", cls=LastWordCommand, short_help="Add an extension.")
@many_files
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
@slot_target_options
def command(
    paths: tuple[str, ...],
    jobs: int,
    payload: str,
    uuid: UUID | None,
    raw: bool,
    trailer: str | None,
    at: str,
    header: str | None,
    replace: bool,
    target: Target,
) -> ExitCode:
    """Add the bytes of PAYLOAD (- for standard input) to each file at PATHS as an extension.

    A file is replaced by a new file in one step, or not at all.
    """
    from inlay.footers.extensions.budget import NEVER
    from inlay.footers.extensions.edit import Options
    from inlay.ground.refusals import RefusedError

    if (uuid is None) != raw:
        raise click.UsageError("give --uuid UUID, or --raw for a payload that identifies itself")
    if raw and trailer is not None:
        raise click.UsageError("--raw adds no container, so --trailer has no effect")
    if raw:
        warn("a raw payload: the specification requires that its bytes identify its owner")
    options = Options(header_from(header), replace, target.allow)
    with click.open_file(payload, "rb") as content:
        data: bytes = content.read(NEVER + 1)  # of a pipe or a device there may be no end
    if len(data) > NEVER:
        reason = f"the payload has more than {NEVER:,} bytes, and pyarrow cannot read such a binary"
        raise RefusedError("size", reason, path=payload)
    what = _What(data=data, uuid=uuid, kind=trailer or "", at=at, options=options)
    return change_each(paths, jobs, partial(_append, what=what), target)


def _append(path: str, alone: bool, target: Target, *, what: _What) -> bool:
    from inlay.changes.life_cycle.edit_extension import append_to_file

    with report_path_errors():
        result = append_to_file(path, **what, target=target)
    return show_result(result, "added", "add", alone)
