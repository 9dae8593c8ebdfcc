"""`inlay index add PATHS`: what a writer left out of files."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.index.options import (
    add_what_option,
    content_of,
    rewrite_headers_option,
    show_indexed,
)
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_changes import change_each
from inlay.cli.many_files import many_files
from inlay.cli.options import columns_option, format_option, target_options_of
from inlay.cli.outcome import is_altered
from inlay.cli.printing import show_json
from inlay.cli.progress import progress_of
from inlay.cli.undo_place import UndoPlace, place_for_undo, undo_to_option

if TYPE_CHECKING:
    from inlay.changes.rewrite.change import Target


@click.command("add", short_help="Add what the writer left out.")
@many_files
@add_what_option
@columns_option
@click.option(
    "--false-positives",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.01,
    show_default=True,
    metavar="SHARE",
    help="The share of absent values that a Bloom filter may report as present.",
)
@click.option(
    "--for",
    "for_filter",
    metavar="FILTER",
    help="Say how many bytes a reader of all columns fetches with a filter, before and after, such as \"price > 10 and day = '2026-01-02'\".",
)
@rewrite_headers_option
@undo_to_option
@format_option
@target_options_of("table", "size", "attributes")
def command(
    paths: tuple[str, ...],
    jobs: int,
    what: str,
    columns: tuple[str, ...],
    false_positives: float,
    for_filter: str | None,
    rewrite_headers: bool,
    undo_to: str | None,
    format_: str,
    target: Target,
) -> ExitCode:
    """Add statistics, page indexes and Bloom filters to the files at PATHS. Pages stay where they are, byte for byte.

    All of it is worked out from the values and levels of the pages. What a file already says stays as it is, except for the two orders; what cannot be said of a column is left out, with the reason. Only page-checksums moves pages. `inlay set PATHS --undo UNDO` takes it back.
    """
    is_json = format_ == "json"
    place = place_for_undo(paths, undo_to)
    change = partial(
        _add,
        what=tuple(what.split(",")),
        columns=columns or None,
        false_positives=false_positives,
        for_filter=for_filter,
        rewrite_headers=rewrite_headers,
        undo_to=place,
        is_json=is_json,
    )
    document = "index add" if is_json else None
    return change_each(paths, jobs, change, target, document=document, undo=place)


def _add(
    path: str,
    alone: bool,
    target: Target,
    *,
    what: tuple[str, ...],
    columns: tuple[str, ...] | None,
    false_positives: float,
    for_filter: str | None,
    rewrite_headers: bool,
    undo_to: UndoPlace,
    is_json: bool,
) -> bool:
    from inlay.verbs.index.add import add_index

    with progress_of(path, "reading", alone) as progress:
        file = add_index(
            path,
            what=what,
            columns=columns,
            false_positives=false_positives,
            for_filter=for_filter,
            rewrite_headers=rewrite_headers,
            undo_to=undo_to.of(path),
            target=target,
            progress=progress,
        )
    if is_json:
        show_json(document_of("index add", content_of(file, target)), in_line=not alone)
    else:
        show_indexed(file, alone, "added", "add")
    return is_altered(file.outcome)
