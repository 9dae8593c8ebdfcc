"""`inlay prune PATHS FILTER`: which row groups and pages a filter leaves out, and why the others are read."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Final

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_files import many_files, run_each
from inlay.cli.options import format_option
from inlay.cli.pager import page_output
from inlay.cli.printing import show_json, show_line
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from inlay.ground.documents.values import Json
    from inlay.rows.pruning import GroupVerdict, Judgement, PageVerdict, Pruning

MOST_GROUPS: Final = 50
_LONGEST_TEST: Final = 48


@click.command("prune", short_help="Show what a filter leaves out, and why.")
@many_files
@click.argument("filter_", metavar="FILTER")
@click.option("--all", "everything", is_flag=True, help="Show everything, however long.")
@click.option(
    "--nan-is-largest",
    is_flag=True,
    help="Treat NaN as greater than every number, as Spark and DuckDB do; without it, NaN equals nothing.",
)
@format_option
@page_output
def command(
    paths: tuple[str, ...],
    jobs: int,
    filter_: str,
    everything: bool,
    nan_is_largest: bool,
    format_: str,
) -> ExitCode:
    """Show which row groups and pages of the files at PATHS a reader may skip for FILTER, such as "price > 10 and day =
    '2026-01-02'".

    For each row group it says what decides: statistics, a Bloom filter or the column index, and what these say. Values
    are not read.
    """
    from inlay.rows.pruning.filter_text import parse_filter

    if os.path.isfile(filter_) and not any(map(_is_somewhere, paths)):
        raise click.UsageError(f"FILTER comes last, and {filter_!r} is a file")
    parse_filter(filter_)  # a mistake in it is told once, and not for each file
    is_json = format_ == "json"
    job = partial(
        _prune,
        filter_=filter_,
        everything=everything,
        nan_is_largest=nan_is_largest,
        is_json=is_json,
    )
    return run_each(paths, jobs, job, document="prune" if is_json else None)


def _is_somewhere(path: str) -> bool:
    """Whether a path may lead to files."""
    from inlay.ground.files.paths import find_local_path, has_wildcard, is_url

    if is_url(path) or has_wildcard(path):
        return True
    return os.path.lexists(find_local_path(path) or "")


def _prune(
    path: str,
    alone: bool,
    *,
    filter_: str,
    everything: bool,
    nan_is_largest: bool,
    is_json: bool,
) -> ExitCode:
    from inlay.rows.pruning import prune

    pruning = prune(path, filter_, nan_is_largest=nan_is_largest)
    if is_json:
        show_json(document_of("prune", _describe(pruning)), in_line=not alone)
    else:
        _show(pruning, everything)
    return ExitCode.OK


def _show(pruning: Pruning, everything: bool) -> None:
    total, left = len(pruning.groups), len(pruning.row_groups)
    rows = f"{pruning.num_rows_left:,} of {count(pruning.num_rows, 'row')}"
    show_line(f"{pruning.path}: {left:,} of {count(total, 'row group')} and {rows} may match")
    shown = pruning.groups if everything else pruning.groups[:MOST_GROUPS]
    texts = [str(it.test) for group in pruning.groups[:1] for it in group.judgements]
    width = min(max(map(len, texts), default=0), _LONGEST_TEST)
    for group in shown:
        _show_group(group, width, everything)
    if (more := total - len(shown)) > 0:
        show_line(f"... and {count(more, 'row group')} more: --all shows them")


def _show_group(group: GroupVerdict, width: int, everything: bool) -> None:
    what = f"{group.num_rows_left:,} of {count(group.num_rows, 'row')} may match"
    if group.is_skipped:
        what = f"skipped, {count(group.num_rows, 'row')}"
    elif group.num_rows < 0:
        what = f"may match, {count(group.num_rows, 'row')}"
    show_line(f"row group {group.row_group}: {what}")
    for judgement in group.judgements:
        show_line(_line_of(judgement, width))
    for column in dict.fromkeys(page.column for page in group.pages):
        pages = [page for page in group.pages if page.column == column]
        left = [page.page for page in pages if not page.is_skipped]
        which = f": {_format_runs(left)}" if 0 < len(left) < len(pages) else ""
        if not everything and len(which) > _LONGEST_TEST:
            which = ""
        show_line(
            f"  pages of {column or chr(34) * 2}: {len(left):,} of {len(pages):,} may match{which}"
        )
        for page in pages if everything else ():
            _show_page(page)


def _show_page(page: PageVerdict) -> None:
    last = page.first_row + page.num_rows - 1
    verdict = "skipped" if page.is_skipped else "may match"
    said = "; ".join(dict.fromkeys(it.why for it in page.judgements))
    show_line(f"    page {page.page}: {verdict}, rows {page.first_row:,} to {last:,}: {said}")


def _line_of(judgement: Judgement, width: int) -> str:
    may = "may match" if judgement.may_match else "no match"
    by = f"{judgement.by}: " if judgement.by != "nothing" else "nothing decides: "
    return f"  {judgement.test!s:<{width}}  {may:<9}  {by}{judgement.why}"


def _format_runs(numbers: list[int]) -> str:
    """`0 to 3, 7`"""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = runs[-1][0], number
        else:
            runs.append((number, number))
    return ", ".join(f"{a:,}" if a == b else f"{a:,} to {b:,}" for a, b in runs)


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
