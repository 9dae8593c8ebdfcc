"""`inlay footer convert`: the footer in another design, with no other beside it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.many_changes import change_each
from inlay.cli.many_files import many_files
from inlay.cli.options import target_options_of
from inlay.cli.outcome import show_outcome, warn_of
from inlay.cli.printing import show_line

if TYPE_CHECKING:
    from inlay.rewrite.change import Target

_READERS: Final = {
    "modular": "only readers that know MFP1 can read the file",
    "page-first": "only readers that know PMF1 can read the file",
    "parx": "only readers that know PARX can read the file",
    "thrift": "",
}
_OPTIONS: Final = {
    "plain": ("modular", "page-first"),
    "absolute": ("modular",),
    "checksum": ("parx",),
    "omit_paths": ("parx",),
}
"""The designs that an option is about."""


@click.command("convert", short_help="Convert a footer to another design.")
@many_files
@click.option(
    "--layout", required=True, type=click.Choice(list(_READERS)), help="The design to convert to."
)
@click.option(
    "--plain",
    is_flag=True,
    help="Leave out the module with CRCs and what the design does not carry.",
)
@click.option(
    "--absolute",
    is_flag=True,
    help="Count the offsets of a modular footer from the start of the file.",
)
@click.option(
    "--checksum",
    type=click.Choice(["crc32", "crc32c"]),
    default="crc32",
    help="The CRC of a PARX footer: that of its text, or that of its prototype.",
)
@click.option(
    "--omit-paths", is_flag=True, help="Leave the paths of column chunks out of a PARX footer."
)
@target_options_of("losses", "table", "signed", "size", "attributes")
def convert(
    paths: tuple[str, ...], jobs: int, layout: str, target: Target, **options: bool | str
) -> ExitCode:
    """Convert the footer of each file at PATHS to another design.

    No page moves. What the design does not carry goes into a module that other readers skip, so that `--layout thrift`
    gives the old bytes. With --plain there is no such module: what is lost is listed, and has to be allowed.
    """
    for name, designs in _OPTIONS.items():
        if options[name] not in (False, "crc32") and layout not in designs:
            option = f"--{name.replace('_', '-')}"
            raise click.UsageError(f"{option} is for {' and '.join(designs)}")
    return change_each(paths, jobs, partial(_convert, layout=layout, options=options), target)


def _convert(
    path: str, alone: bool, target: Target, *, layout: str, options: dict[str, Any]
) -> None:
    from inlay.amend.convert_footer import convert_footer

    done = convert_footer(path, layout, **options, target=target)
    outcome = done.outcome
    warn_of(outcome.path, outcome.warnings, alone)
    if not outcome.changed:
        show_line(f"{outcome.path}: nothing to change")
        return
    note = f"; {_READERS[layout]}" if _READERS[layout] and alone else ""
    verb = "would convert" if outcome.dry_run else "converted"
    show_outcome(outcome, f"{verb} the footer{note} (form: {layout})", alone)
    if alone and done.losses:
        state = "lost" if options["plain"] else "kept in a module that other readers skip"
        show_line(f"  what the design does not carry ({state}):")
        for loss in done.losses:
            show_line(f"    {loss}")
