"""What `inlay spark verify --values` says at its end."""

from __future__ import annotations

from collections.abc import Iterator

from inlay.ground.wording.amounts import count
from inlay_spark.audit.lake import AuditOutcome
from inlay_spark.catalog.ending import list_totals

MOST_SHOWN = 50


def list_audit_lines(outcome: AuditOutcome, directory: str) -> Iterator[str]:
    """Totals, then a line for each kind of finding."""
    yield from list_totals(outcome, directory, f"{outcome.clean:,} without findings", "read now")
    if outcome.values:
        audited = count(outcome.values, "value")
        if outcome.row_groups < outcome.of_row_groups:
            audited += (
                f"; a sample: {outcome.row_groups:,} of {count(outcome.of_row_groups, 'row group')}"
            )
        yield f"  values      {audited}"
    if outcome.not_audited:
        yield f"  not audited {count(outcome.not_audited, 'column chunk')}"
    if outcome.advice:
        yield f"  advice      {count(outcome.advice, 'row')}: the table advice has {'it' if outcome.advice == 1 else 'them'}"
    for group in outcome.groups[:MOST_SHOWN]:
        writer = group["writer"] or "a writer that is not named"
        yield f"  {group['code']}: {count(group['findings'], 'finding')}, by {writer}"
        if group["defect"]:
            yield f"  known       {group['defect']}: {group['defect_says']}; {group['fix']}"
    if (more := len(outcome.groups) - MOST_SHOWN) > 0:
        yield f"  ... and {count(more, 'other kind')}: the table findings has them all"
