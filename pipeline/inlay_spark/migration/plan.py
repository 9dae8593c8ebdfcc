"""The first phase: what every file is, and what is to be done about it. Changes nothing."""

from __future__ import annotations

from inlay.forms.tail import read_tail
from inlay.rewrite import Target
from inlay.rewrite.errors import RefusedError
from inlay_runtime.errors import InlayError
from inlay_spark.migration.files import state_of, tail_of
from inlay_spark.migration.operations import Operation
from inlay_spark.migration.rows import CHANGE, PROBLEM, REFUSED, SAME, Planned, reason_of


def plan_file(path: str, operation: Operation) -> Planned:
    """Tries the operation without writing, so that what it would refuse is refused now."""
    form = ""
    try:
        before = state_of(path)
        form = read_tail(path).form.value
        target = Target(dry_run=True, allow=frozenset(operation.allow))
        outcome = operation.apply(path, target)
        keep, old_tail = tail_of(path)
        if state_of(path) != before:
            return Planned(path, PROBLEM, "the file changed while it was being read", form)
    except RefusedError as error:
        return Planned(path, REFUSED, f"{error.name}: {error.reason}", form)
    except (InlayError, OSError) as error:
        return Planned(path, PROBLEM, reason_of(error, path), form)
    return Planned(
        path,
        CHANGE if outcome.changed else SAME,
        "",
        form,
        before.size,
        outcome.new_size,
        before.mtime_ns,
        before.inode,
        keep,
        old_tail if outcome.changed else b"",
    )
