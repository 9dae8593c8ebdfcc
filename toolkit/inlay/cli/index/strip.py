"""`inlay index strip PATHS`: statements taken out of files."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.index.options import (
    content_of,
    rewrite_headers_option,
    show_indexed,
    what_option_of,
)
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_changes import change_each
from inlay.cli.many_files import many_files
from inlay.cli.options import columns_option, format_option, target_options_of
from inlay.cli.outcome import is_altered
from inlay.cli.printing import show_json
from inlay.cli.undo_place import UndoPlace, place_for_undo, undo_to_option

if TYPE_CHECKING:
    from inlay.changes.rewrite.change import Target


@click.command("strip", short_help="Remove statistics, page indexes, Bloom filters.")
@many_files
@what_option_of("parts", "parts (indexes and filters), all")
@columns_option
@rewrite_headers_option
@undo_to_option
@format_option
@target_options_of("table", "size", "attributes")
def command(
    paths: tuple[str, ...],
    jobs: int,
    what: str,
    columns: tuple[str, ...],
    rewrite_headers: bool,
    undo_to: str | None,
    format_: str,
    target: Target,
) -> ExitCode:
    """Remove page indexes, Bloom filters and statistics from the files at PATHS. Pages stay where they are, byte for byte.

    It removes what is named, whoever wrote it. Without an offset index, the column index that needs it goes, too.
    """
    is_json = format_ == "json"
    place = place_for_undo(paths, undo_to)
    change = partial(
        _strip,
        what=tuple(what.split(",")),
        columns=columns or None,
        rewrite_headers=rewrite_headers,
        undo_to=place,
        is_json=is_json,
    )
    document = "index strip" if is_json else None
    return change_each(paths, jobs, change, target, document=document, undo=place)


def _strip(
    path: str,
    alone: bool,
    target: Target,
    *,
    what: tuple[str, ...],
    columns: tuple[str, ...] | None,
    rewrite_headers: bool,
    undo_to: UndoPlace,
    is_json: bool,
) -> bool:
    from inlay.verbs.index.strip import strip_index

    place = undo_to.of(path)
    file = strip_index(
        path,
        what=what,
        columns=columns,
        rewrite_headers=rewrite_headers,
        undo_to=place,
        target=target,
    )
    if is_json:
        show_json(document_of("index strip", content_of(file, target)), in_line=not alone)
    else:
        show_indexed(file, alone, "removed", "remove")
    return is_altered(file.outcome)
