"""`inlay footer index`: where the chunks of a footer begin, in the footer."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from inlay.cli.command_groups import CommandGroup
from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_changes import change_each
from inlay.cli.many_files import many_files, run_each
from inlay.cli.options import format_option, slot_target_options, target_options
from inlay.cli.outcome import show_result
from inlay.cli.printing import show_json, show_line
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from inlay.changes.rewrite.change import Target
    from inlay.footers.extensions.edit import Options
    from inlay.footers.index.placed import PlacedIndex
    from inlay.ground.documents.values import Json


@click.group(
    "index", cls=CommandGroup, short_help="Add, show or strip an index of the column chunks."
)
def index() -> None:
    """Store in a footer where its column chunks begin, so that readers find a few of many columns without decoding the rest."""


@index.command("add", short_help="Add an index, or renew a wrong one.")
@many_files
@slot_target_options
def add(paths: tuple[str, ...], jobs: int, target: Target) -> ExitCode:
    """Add an index to the footer of each file at PATHS, or renew one that is wrong.

    The index is an extension: readers that do not know it read the file as before. `inlay footer index strip` removes it.
    """
    from inlay.footers.extensions.edit import Options

    options = Options(allow=target.allow)
    return change_each(paths, jobs, partial(_add, options=options), target)


def _add(path: str, alone: bool, target: Target, *, options: Options) -> bool:
    from inlay.changes.life_cycle.edit_extension import add_index

    return show_result(add_index(path, options=options, target=target), "added", "add", alone)


@index.command("strip", short_help="Remove the index.")
@many_files
@target_options
def strip(paths: tuple[str, ...], jobs: int, target: Target) -> ExitCode:
    """Remove the index from the footer of each file at PATHS."""
    return change_each(paths, jobs, _strip, target)


def _strip(path: str, alone: bool, target: Target) -> bool:
    from inlay.changes.life_cycle.edit_extension import strip_index

    return show_result(strip_index(path, target=target), "removed", "remove", alone)


@index.command("show", short_help="Show the index, and whether it is right.")
@many_files
@format_option
def show(paths: tuple[str, ...], jobs: int, format_: str) -> ExitCode:
    """Show the index in the footer of each file at PATHS, and whether it is right.

    Exit code 1 if it is wrong: readers then decode the footer without it.
    """
    is_json = format_ == "json"
    return run_each(
        paths,
        jobs,
        partial(_show, is_json=is_json),
        document="footer index show" if is_json else None,
    )


def _show(path: str, alone: bool, *, is_json: bool) -> ExitCode:
    from inlay.changes.life_cycle.placed_index import find_index
    from inlay.footers.footer.read import read_footer
    from inlay.ground.documents.findings import document_findings
    from inlay.verbs.verify.footer_index import check_footer_index

    footer = read_footer(path).validate()
    placed = find_index(footer)
    findings = check_footer_index(footer)
    if is_json:
        content: dict[str, Json] = {
            "path": path,
            "index": _as_json(placed),
            "findings": document_findings(findings),
        }
        show_json(document_of("footer index show", content), in_line=not alone)
    else:
        size = len(footer.data)
        show_line(f"{path}: {_as_text(placed, size) if placed is not None else 'no index'}")
        for finding in findings:
            show_line(f"finding: {finding}")
    return ExitCode.FINDINGS if findings else ExitCode.OK


def _as_text(placed: PlacedIndex, size: int) -> str:
    index = placed.index
    says = f"an index of {count(len(placed.content), 'byte')} ({len(placed.content) / size:.1%} of the footer) in {placed.place}"
    if index is None:
        return f"{says}, which cannot be decoded"
    named = index.schema_layout is not None and index.schema_layout.name_hash_table is not None
    columns = count(index.num_leaf_columns, "column")
    names = "and finds them by name" if named else "and does not find them by name"
    return f"{says}; it places {columns} of {count(index.num_row_groups, 'row group')}, {names}"


def _as_json(placed: PlacedIndex | None) -> Json:
    if placed is None:
        return None
    index = placed.index
    return {
        "place": placed.place,
        "size": len(placed.content),
        "columns": index.num_leaf_columns if index is not None else None,
        "row_groups": index.num_row_groups if index is not None else None,
    }
