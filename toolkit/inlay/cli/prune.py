"""`inlay prune PATHS FILTER`: which row groups and pages a filter leaves out, and why the others are read."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.key_options import add_key_options
from inlay.cli.last_word import LastWordCommand, is_somewhere
from inlay.cli.many_files import code_of, count_files, many_files, run_each
from inlay.cli.options import format_option
from inlay.cli.pager import page_output
from inlay.cli.printing import show_json, show_line
from inlay.cli.progress import READING, count_listed
from inlay.cli.stored_footers import find_stored, list_stored, open_once, store_option

if TYPE_CHECKING:
    from inlay.footers.encryption.keys import EncryptionKeys
    from inlay.ground.documents.values import Json
    from inlay.rows.pruning import Pruning


@click.command("prune", cls=LastWordCommand, short_help="Show what a filter leaves out, and why.")
@many_files
@click.argument("filter_", metavar="FILTER")
@click.option("--all", "everything", is_flag=True, help="Show everything, however long.")
@click.option(
    "--nan-is-largest",
    is_flag=True,
    help="Treat NaN as greater than every number, as Spark and DuckDB do; without it, NaN equals nothing.",
)
@store_option
@add_key_options
@format_option
@page_output
def command(
    paths: tuple[str, ...],
    jobs: int,
    filter_: str,
    everything: bool,
    nan_is_largest: bool,
    store: str | None,
    keys: EncryptionKeys | None,
    format_: str,
) -> ExitCode:
    """Show which row groups and pages of the files at PATHS a reader may skip for FILTER, such as "price > 10 and day =
    '2026-01-02'".

    For each row group it says what decides: statistics, a Bloom filter or the column index, and what these say. Values
    are not read. With --store, statistics alone decide.
    """
    from inlay.rows.pruning.filter_text import parse_filter

    if os.path.isfile(filter_) and not any(map(is_somewhere, paths)):
        raise click.UsageError(f"FILTER comes last, and {filter_!r} is a file")
    parse_filter(filter_)  # a mistake in it is told once, and not for each file
    is_json = format_ == "json"
    job = partial(
        _prune,
        filter_=filter_,
        everything=everything,
        nan_is_largest=nan_is_largest,
        keys=keys,
        is_json=is_json,
        store=store,
    )
    document = "prune" if is_json else None
    if store is None:
        return run_each(paths, jobs, job, document=document)
    stored, names = find_stored(store, paths)
    assert stored is not None  # it is named
    files = count_listed(partial(list_stored, stored, names), READING)
    return code_of(count_files(files, jobs, job, document))


def _prune(
    path: str,
    alone: bool,
    *,
    filter_: str,
    everything: bool,
    nan_is_largest: bool,
    keys: EncryptionKeys | None,
    is_json: bool,
    store: str | None,
) -> ExitCode:
    from inlay.rows.pruning import prune
    from inlay.rows.pruning.text import list_lines

    source = path if store is None else open_once(store).footer(path)
    pruning = prune(source, filter_, nan_is_largest=nan_is_largest, keys=keys)
    if is_json:
        show_json(document_of("prune", _describe(pruning)), in_line=not alone)
    else:
        for line in list_lines(pruning, everything=everything):
            show_line(line)
    return ExitCode.OK


def _describe(pruning: Pruning) -> dict[str, Json]:
    groups: list[Json] = [
        {
            "row_group": group.row_group,
            "num_rows": group.num_rows,
            "is_skipped": group.is_skipped,
            "tests": [
                {"test": str(it.test), "may_match": it.may_match, "by": it.by, "why": it.why}
                for it in group.judgements
            ],
            "row_ranges": [[start, end] for start, end in group.row_ranges],
            "pages": [
                {
                    "path": page.column,
                    "page": page.page,
                    "first_row_index": page.first_row,
                    "num_rows": page.num_rows,
                    "is_skipped": page.is_skipped,
                    "why": [it.why for it in page.judgements],
                }
                for page in group.pages
            ],
        }
        for group in pruning.groups
    ]
    return {
        "path": pruning.path,
        "filter": pruning.filter,
        "num_rows": pruning.num_rows,
        "num_rows_left": pruning.num_rows_left,
        "row_groups": groups,
    }
