"""What every file is, and what a migration would do about it. Changes nothing, and is kept nowhere."""

from __future__ import annotations

from inlay.refusals import RefusedError

from inlay.footer.read import read_footer
from inlay.rewrite import Target
from inlay_spark.migration.claims import claims_parquet
from inlay_spark.migration.files import state_of
from inlay_spark.migration.operations import Operation
from inlay_spark.migration.permission import require_replaceable
from inlay_spark.migration.rows import CHANGE, OTHER, PROBLEM, REFUSED, SAME, Planned, reason_of


def plan_file(path: str, operation: Operation) -> Planned:
    """Tries the operation without writing, so that what would be refused is refused now.

    Nothing is raised: one bad file, and be it for a defect of ours, does not keep a lake waiting.
    """
    try:
        require_replaceable(path)
        before = state_of(path)
        target = Target(stands_in=True, dry_run=True, allow=frozenset(operation.allow))
        outcome = operation.apply(path, target)
        tail = read_footer(path)
        if state_of(path) != before:
            return Planned(
                path, PROBLEM, "the file changed while it was being read", _form_of(path)
            )
    except Exception as error:
        if not claims_parquet(path):
            return Planned(path, OTHER)
        action = REFUSED if isinstance(error, RefusedError) else PROBLEM
        return Planned(path, action, reason_of(error, path), _form_of(path))
    return Planned(
        path,
        CHANGE if outcome.changed else SAME,
        "; ".join(outcome.warnings),
        tail.form.value,
        before.size,
        outcome.new_size,
        tail.offset,
    )


def _form_of(path: str) -> str:
    """Empty where it cannot be known."""
    try:
        return read_footer(path).form.value
    except Exception:
        return ""
