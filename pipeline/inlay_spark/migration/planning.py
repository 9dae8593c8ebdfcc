"""What every file is, and what a migration would do about it. Changes nothing, and is kept nowhere."""

from __future__ import annotations

from inlay.changes.rewrite import Target
from inlay.footers.footer.read import read_footer
from inlay.ground.refusals import RefusedError
from inlay.tables.scan.claims import claims_parquet
from inlay_spark.jobs.reasons import reason_of
from inlay_spark.migration.file_state import state_of
from inlay_spark.migration.operations import Operation
from inlay_spark.migration.permission import require_replaceable
from inlay_spark.migration.rows import CHANGE, OTHER, PROBLEM, REFUSED, SAME, PlannedFile


def plan_file(path: str, operation: Operation) -> PlannedFile:
    """Tries the operation without writing, so that what would be refused is refused now.

    Nothing is raised: one bad file, and be it for a defect of ours, does not keep a lake waiting.
    """
    try:
        require_replaceable(path)
        before = state_of(path)
        target = Target(stands_in=True, dry_run=True, allow=frozenset(operation.allow))
        outcome = operation.apply(path, target)
        footer = read_footer(path)
        if state_of(path) != before:
            return PlannedFile(
                path, PROBLEM, "the file changed while it was being read", _form_of(path)
            )
    except Exception as error:
        if not claims_parquet(path):
            return PlannedFile(path, OTHER)
        action = REFUSED if isinstance(error, RefusedError) else PROBLEM
        return PlannedFile(path, action, reason_of(error, path), _form_of(path))
    return PlannedFile(
        path,
        CHANGE if outcome.changed else SAME,
        "; ".join(outcome.warnings),
        footer.form.value,
        before.size,
        outcome.new_size,
        footer.offset,
    )


def _form_of(path: str) -> str:
    """Empty where it cannot be known."""
    try:
        return read_footer(path).form.value
    except Exception:
        return ""
