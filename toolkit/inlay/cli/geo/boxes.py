"""`inlay geo boxes PATHS`: the boxes of GEOMETRY, from all values."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.index.options import content_of, show_indexed
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_changes import change_each
from inlay.cli.many_files import many_files
from inlay.cli.options import format_option, target_options_of
from inlay.cli.outcome import is_altered
from inlay.cli.printing import show_json
from inlay.cli.progress import progress_of
from inlay.cli.undo_place import UndoPlace, place_for_undo, undo_to_option

if TYPE_CHECKING:
    from inlay.changes.rewrite.change import Target


@click.command("boxes", short_help="Add boxes to GEOMETRY columns, from values.")
@many_files
@undo_to_option
@format_option
@target_options_of("table", "size", "attributes")
def command(
    paths: tuple[str, ...], jobs: int, undo_to: str | None, format_: str, target: Target
) -> ExitCode:
    """Add the bounding box of each row group to GEOMETRY columns, with the types of its geometries. Pages stay where they are, byte for byte.

    All geometries are read. Boxes that are there stay, and get the statistics without which DuckDB does not look at them. What cannot have a box is reported, with the reason. `inlay set PATHS --undo UNDO` takes it back.
    """
    is_json = format_ == "json"
    place = place_for_undo(paths, undo_to)
    change = partial(_add, undo_to=place, is_json=is_json)
    document = "geo boxes" if is_json else None
    return change_each(paths, jobs, change, target, document=document, undo=place)


def _add(path: str, alone: bool, target: Target, *, undo_to: UndoPlace, is_json: bool) -> bool:
    from inlay.verbs.index.boxes import add_boxes

    with progress_of(path, "reading", alone) as progress:
        file = add_boxes(path, undo_to=undo_to.of(path), target=target, progress=progress)
    if is_json:
        show_json(document_of("geo boxes", content_of(file, target)), in_line=not alone)
    else:
        show_indexed(file, alone, "added", "add")
    return is_altered(file.outcome)
