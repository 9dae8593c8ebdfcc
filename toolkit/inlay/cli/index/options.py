"""What both commands of `inlay index` have: which statements, of which columns, and what they say of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from inlay.cli.options import Decorator
from inlay.cli.outcome import is_altered, show_outcome, show_unaltered, warn_of
from inlay.cli.printing import show_line, warn
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from inlay.changes.rewrite.change import Target
    from inlay.ground.documents.values import Json
    from inlay.verbs.index.indexed_file import IndexedFile, IndexedStatement, LeftOutStatement

_MOST_REASONS: Final = 20


def what_option_of(default: str, groups: str, more: str = "") -> Decorator[Callable[..., object]]:
    """The command is given `what`, a text."""
    return click.option(
        "--what",
        default=default,
        show_default=True,
        metavar="NAMES",
        help=f"Names, separated by commas: null-counts, nan-counts, bounds, exact-flags, sizes, encoding-stats, offset-index, "
        f"column-index, bloom-filter, geometry-types, geometry-boxes, sorting-columns, page-checksums{more}; or {groups}.",
    )


add_what_option: Final = what_option_of(
    "auto",
    "auto (what helps readers of the file), all, parts (indexes and filters)",
    ", type-order, ieee754-order (floating-point bounds made anew)",
)


rewrite_headers_option: Final = click.option(
    "--rewrite-headers",
    is_flag=True,
    help="Let page-checksums change headers of pages: everything behind them moves.",
)


def show_indexed(file: IndexedFile, alone: bool, done: str, undone: str) -> None:
    """What was done to a file, as a text: `done` is the verb, `undone` what would have been done."""
    outcome = file.outcome
    reasons = [
        f"{it.statement} of {it.column} is left out in {count(it.row_groups, 'row group')}: {it.reason}"
        for it in file.left_out
    ]
    shown = reasons[:_MOST_REASONS]
    if len(shown) < len(reasons):
        shown.append(f"{len(reasons) - len(shown):,} more are left out (--format json has all)")
    for line in (*shown, *file.notes):
        warn(f"{outcome.path}: {line}")
    warn_of(outcome.path, outcome.warnings, alone)
    if not is_altered(outcome):
        show_unaltered(outcome, undone)
    else:
        verb = f"would {undone}" if outcome.dry_run else done
        show_outcome(outcome, f"{verb} {_summarize(file.statements)}", alone)
    if file.fetched is not None:
        before, after = file.fetched
        show_line(
            f"{outcome.path}: the filter fetches {before:,} -> {count(after, 'byte')} of pages"
        )


def _summarize(statements: Iterable[IndexedStatement]) -> str:
    columns: dict[str, int] = {}
    for it in statements:
        columns[it.statement] = columns.get(it.statement, 0) + 1
    shown = [f"{name} of {count(number, 'column')}" for name, number in columns.items()]
    return ", ".join(shown) or "nothing"


def content_of(file: IndexedFile, target: Target) -> dict[str, Json]:
    """What a document says of it."""
    outcome = file.outcome
    return {
        "path": outcome.path,
        "output": target.output or outcome.path,
        "changed": is_altered(outcome),
        "dry_run": outcome.dry_run,
        "old_size": outcome.old_size,
        "new_size": outcome.new_size,
        "statements": _rows(file.statements),
        "left_out": _rows(file.left_out),
        **({"fetched": file.fetched._asdict()} if file.fetched is not None else {}),
        "warnings": [*file.notes, *outcome.warnings],
    }


def _rows(rows: Sequence[IndexedStatement | LeftOutStatement]) -> list[Json]:
    return [row._asdict() for row in rows]
