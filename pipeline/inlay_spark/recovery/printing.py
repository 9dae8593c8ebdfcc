"""What `inlay spark recover` says at its end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final

from inlay.ground.wording.amounts import count
from inlay_spark.catalog.ending import describe_reading
from inlay_spark.recovery.lake import RecoveryOutcome

MOST_SHOWN: Final = 50


def list_recovery_lines(
    outcome: RecoveryOutcome, damaged: Iterable[dict[str, Any]], directory: str
) -> Iterator[str]:
    """Totals, then a line for each damaged file."""
    said = f"{directory}: {count(outcome.files, 'file')}, {outcome.damaged:,} damaged"
    if outcome.damaged:
        said += f", {outcome.back:,} of them with {count(outcome.rows, 'row')} that come back"
    if outcome.problems:
        said += f"; {outcome.problems:,} of which nobody can tell: the table problems says why"
    if outcome.others:
        said += f"; {count(outcome.others, 'file')} of other kinds"
    yield said
    yield f"  read now  {describe_reading(outcome.read)}"
    for row in islice(damaged, MOST_SHOWN):
        yield f"  {row['path']}: {_describe(row)}"
    if (more := outcome.damaged - MOST_SHOWN) > 0:
        yield f"  ... and {count(more, 'other')}: the table damaged has them all"


def _describe(row: dict[str, Any]) -> str:
    if row["reason"] is not None:
        return f"{row['damage']}; {row['reason']}"
    said = f"{count(row['rows'], 'row')} by {row['by']}"
    if row["like"] is not None:
        said += f", like {row['like']}"
    if row["output"] is not None:
        said += f", in {row['output']}"
    return said if row["lost"] is None else f"{said}; lost: {row['lost']}"
