"""What `inlay spark compat` says at its end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inlay.ground.wording.amounts import count
from inlay_spark.catalog.ending import list_totals
from inlay_spark.compat.lake import CompatLakeOutcome

MOST_SHOWN: Final = 50


def list_compat_lines(outcome: CompatLakeOutcome, directory: str) -> Iterator[str]:
    """How many files, then a line for each kind of finding that is not a note, and the total of findings."""
    fine = outcome.files - outcome.troubled
    yield from list_totals(outcome, directory, f"{fine:,} without warnings", "judged now")
    yield f"  readers     {', '.join(outcome.readers)}"
    warnings = [group for group in outcome.groups if not group["is_note"]]
    for group in warnings[:MOST_SHOWN]:
        reader = f"{group['reader']} {group['version']}"
        yield f"  {reader} {group['outcome']}: {count(group['findings'], 'finding')}; {group['fix']}"
    if (more := len(warnings) - MOST_SHOWN) > 0:
        yield f"  ... and {count(more, 'other kind')}: the table findings has them all"
    in_all = count(outcome.findings - outcome.notes, "warning")
    where = f" in {count(outcome.troubled, 'file')}" if outcome.troubled else ""
    yield f"in all {in_all}{where}, {count(outcome.notes, 'note')}: the table findings has each"
