"""`inlay geo to-geoparquet PATHS`: GEOMETRY and GEOGRAPHY as GeoParquet 1.1, or the bytes of before."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.geo.options import content_of, content_of_outcome, crs_option, show_conversion
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_changes import change_each
from inlay.cli.many_files import many_files
from inlay.cli.options import FILE, format_option, target_options_of
from inlay.cli.outcome import is_altered, show_outcome, show_unaltered, warn_of
from inlay.cli.printing import show_json
from inlay.cli.undo_place import UndoPlace, place_for_undo, undo_for, undo_to_option

if TYPE_CHECKING:
    from inlay.changes.rewrite.change import Target
    from inlay.cli.many_changes import ChangeOne


@click.command("to-geoparquet", short_help="Turn GEOMETRY and GEOGRAPHY into GeoParquet 1.1.")
@many_files
@crs_option
@undo_to_option
@click.option(
    "--undo",
    type=FILE,
    metavar="UNDO",
    help="Take back the change for which UNDO was written, a file or a folder.",
)
@format_option
@target_options_of("table", "size", "attributes")
def command(
    paths: tuple[str, ...],
    jobs: int,
    crs: str | None,
    undo_to: str | None,
    undo: str | None,
    format_: str,
    target: Target,
) -> ExitCode:
    """Remove the native types and their boxes, and say the same in the key geo. Pages stay where they are, byte for byte.

    With --undo, the file is what it was before `inlay geo to-native --undo-to`, to the byte.
    """
    is_json = format_ == "json"
    change: ChangeOne
    if undo is not None:
        if crs is not None or undo_to is not None:
            raise click.UsageError("--undo takes a change back, and makes no other")
        place = undo_for(paths, undo)
        change = partial(_undo, undo=place, is_json=is_json)
    else:
        place = place_for_undo(paths, undo_to)
        change = partial(_change, crs=crs, undo_to=place, is_json=is_json)
    document = "geo to-geoparquet" if is_json else None
    return change_each(paths, jobs, change, target, document=document, undo=place)


def _change(
    path: str, alone: bool, target: Target, *, crs: str | None, undo_to: UndoPlace, is_json: bool
) -> bool:
    from inlay.verbs.geo.to_geoparquet import convert_to_geoparquet

    result = convert_to_geoparquet(path, crs=crs, undo_to=undo_to.of(path), target=target)
    if is_json:
        show_json(document_of("geo to-geoparquet", content_of(result, target)), in_line=not alone)
    else:
        show_conversion(result, alone)
    return is_altered(result.outcome)


def _undo(path: str, alone: bool, target: Target, *, undo: UndoPlace, is_json: bool) -> bool:
    from inlay.changes.rewrite.undo import undo_metadata

    outcome = undo_metadata(path, undo.existing(path), target=target)
    if is_json:
        content = content_of_outcome(outcome, target)
        show_json(document_of("geo to-geoparquet", content), in_line=not alone)
        return is_altered(outcome)
    warn_of(outcome.path, outcome.warnings, alone)
    if is_altered(outcome):
        done = "would restore what it was" if outcome.dry_run else "restored what it was"
        show_outcome(outcome, done, alone)
    else:
        show_unaltered(outcome)
    return is_altered(outcome)
