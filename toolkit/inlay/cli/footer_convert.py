"""`inlay footer convert`: the footer in another design, with no other beside it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_changes import change_each
from inlay.cli.many_files import many_files
from inlay.cli.options import format_option, target_options_of
from inlay.cli.outcome import is_altered, show_outcome, show_unaltered, warn_of
from inlay.cli.printing import show_json, show_line

if TYPE_CHECKING:
    from inlay.changes.rewrite.change import Target
    from inlay.ground.documents.values import Json
    from inlay.verbs.set.convert_footer import Conversion


@click.command("convert", short_help="Convert a footer to another design.")
@many_files
@click.option(
    "--design",
    required=True,
    metavar="NAME",
    help="The design to convert to: modular, parx, thrift, or one of yours that has a magic.",
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
    help="The frame of a PARX footer, by its CRC: crc32 as its text has it, crc32c as its prototype.",
)
@click.option(
    "--omit-paths", is_flag=True, help="Leave the paths of column chunks out of a PARX footer."
)
@format_option
@target_options_of("losses", "table", "signed", "size", "attributes")
def convert(
    paths: tuple[str, ...],
    jobs: int,
    design: str,
    format_: str,
    target: Target,
    **options: bool | str,
) -> ExitCode:
    """Convert the footer of each file at PATHS to another design.

    No page moves. What the design does not carry goes into a module that other readers skip, so that `--design thrift`
    gives the old bytes. With --plain there is no such module: what is lost is listed, and has to be allowed. With several files, JSON is one document per file, each on a line of its own.
    """
    note = _require_design(design, options)
    is_json = format_ == "json"
    change = partial(_convert, design=design, note=note, options=options, is_json=is_json)
    document = "footer convert" if is_json else None
    return change_each(paths, jobs, change, target, document=document)


def _require_design(design: str, options: dict[str, Any]) -> str:
    """What the conversion means to readers. Raises UsageError for a design that there is not, and an option of another one."""
    from inlay.ground.wording.near_names import hint_at
    from inlay.verbs.set.footer_designs import list_targets

    targets = list_targets()
    if design not in targets:
        raise click.UsageError(
            f"there is no design {design!r} to convert to{hint_at(design, targets)}"
        )
    for name, value in options.items():
        owners = [each for each, end in targets.items() if name in end.options]
        if value not in (False, "crc32") and design not in owners:
            option = f"--{name.replace('_', '-')}"
            raise click.UsageError(f"{option} is for {' and '.join(owners)}")
    end = targets[design]
    return "" if end.has_thrift else f"only readers that know {end.ends_in} can read the file"


def _convert(
    path: str,
    alone: bool,
    target: Target,
    *,
    design: str,
    note: str,
    options: dict[str, Any],
    is_json: bool,
) -> bool:
    from inlay.verbs.set.convert_footer import convert_footer

    done = convert_footer(path, design, **options, target=target)
    warn_of(done.outcome.path, done.outcome.warnings, alone)
    if is_json:
        show_json(_document_of(done, design, is_plain=options["plain"]), in_line=not alone)
    else:
        _show(done, design, note if alone else "", alone, is_plain=options["plain"])
    return is_altered(done.outcome)


def _document_of(done: Conversion, design: str, *, is_plain: bool) -> Json:
    """`losses` are what the design by itself does not carry, `lost` says whether nothing else holds it."""
    outcome = done.outcome
    content: dict[str, Json] = {
        "path": outcome.path,
        "form": design,
        "changed": is_altered(outcome),
        "dry_run": outcome.dry_run,
        "old_size": outcome.old_size,
        "new_size": outcome.new_size,
        "losses": list(done.losses),
        "lost": is_plain and bool(done.losses),
        "warnings": list(outcome.warnings),
    }
    return document_of("footer convert", content)


def _show(done: Conversion, design: str, note: str, alone: bool, *, is_plain: bool) -> None:
    outcome = done.outcome
    if not is_altered(outcome):
        show_unaltered(outcome)
        return
    verb = "would convert" if outcome.dry_run else "converted"
    meaning = f"; {note}" if note else ""
    show_outcome(outcome, f"{verb} the footer{meaning} (form: {design})", alone)
    if alone and done.losses:
        state = "lost" if is_plain else "kept in a module that other readers skip"
        show_line(f"  what the design does not carry ({state}):")
        for loss in done.losses:
            show_line(f"    {loss}")
