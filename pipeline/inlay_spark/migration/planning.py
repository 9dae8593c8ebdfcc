"""What every file is, and what a migration would do about it. Changes nothing, and is kept nowhere."""

from __future__ import annotations

from inlay.forms.tail import read_tail
from inlay.rewrite import Target
from inlay.rewrite.errors import RefusedError
from inlay_spark.migration.files import state_of
from inlay_spark.migration.operations import Operation
from inlay_spark.migration.permission import require_replaceable
from inlay_spark.migration.rows import CHANGE, PROBLEM, REFUSED, SAME, Planned, reason_of


def plan_file(path: str, operation: Operation) -> Planned:
    """Tries the operation without writing, so that what would be refused is refused now.

    Nothing is raised: one bad file, and be it for a defect of ours, does not keep a lake waiting.
    """
    form = ""
    try:
        require_replaceable(path)
        before = state_of(path)
        tail = read_tail(path)
        form = tail.form.value
        target = Target(dry_run=True, allow=frozenset(operation.allow))
        outcome = operation.apply(path, target)
        if state_of(path) != before:
            return Planned(path, PROBLEM, "the file changed while it was being read", form)
    except RefusedError as error:
        return Planned(path, REFUSED, reason_of(error, path), form)
    except Exception as error:
        return Planned(path, PROBLEM, reason_of(error, path), form)
    return Planned(
        path,
        CHANGE if outcome.changed else SAME,
        "; ".join(outcome.warnings),
        form,
        before.size,
        outcome.new_size,
        tail.offset,
    )
