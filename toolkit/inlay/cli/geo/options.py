"""What the conversions of `inlay geo` have, and what they say of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inlay.cli.outcome import is_altered, show_outcome, show_unaltered, warn_of
from inlay.cli.printing import warn

if TYPE_CHECKING:
    from inlay.changes.rewrite.change import Outcome, Target
    from inlay.ground.documents.values import Json
    from inlay.verbs.geo.conversion import ConvertedColumn, GeoConversion

crs_option = click.option(
    "--crs",
    metavar="CRS",
    help="The reference system, where the file does not say it or says it in another form: PROJJSON, projjson:KEY, OGC:CRS84, "
    "srid:0, EPSG:3857.",
)

keep_key_option = click.option(
    "--keep-1.1",
    "keep_key",
    is_flag=True,
    help="Leave the version of the key geo as it is; by default it becomes 2.0.0.",
)


def show_conversion(result: GeoConversion, alone: bool) -> None:
    """As text."""
    outcome = result.outcome
    for note in result.notes:
        warn(f"{outcome.path}: {note}")
    warn_of(outcome.path, outcome.warnings, alone)
    if not is_altered(outcome):
        show_unaltered(outcome)
        return
    verb = "would describe" if outcome.dry_run else "described"
    done = ", ".join(_describe(it) for it in result.columns) or "the key geo"
    show_outcome(outcome, f"{verb} {done}", alone)


def _describe(column: ConvertedColumn) -> str:
    text = f"{column.column} as {column.after}"
    return (
        text if not column.boxes else f"{text} with {column.boxes:,} of {column.row_groups:,} boxes"
    )


def content_of(result: GeoConversion, target: Target) -> dict[str, Json]:
    """What a document says of it."""
    columns: list[Json] = [it._asdict() for it in result.columns]
    warnings: list[Json] = [*result.warnings]
    outcome = content_of_outcome(result.outcome, target)
    return {**outcome, "columns": columns, "warnings": warnings}


def content_of_outcome(outcome: Outcome, target: Target) -> dict[str, Json]:
    """Of a change without columns, too."""
    return {
        "path": outcome.path,
        "output": target.output or outcome.path,
        "changed": is_altered(outcome),
        "dry_run": outcome.dry_run,
        "old_size": outcome.old_size,
        "new_size": outcome.new_size,
        "columns": [],
        "warnings": [*outcome.warnings],
    }
