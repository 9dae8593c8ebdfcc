"""What the commands say: a plan and an outcome."""

from __future__ import annotations

import re
from typing import Final

from inlay.ground.wording.amounts import count, format_size
from inlay_spark.migration.outcomes import Cost, MigrationOutcome
from inlay_spark.migration.rows import (
    CHANGE,
    DONE,
    OTHER,
    PROBLEM,
    REFUSED,
    SAME,
    UNREADABLE,
)

VERBS: Final = {
    "plan": "list",
    "staged": "stage",
    "published": "publish",
    "undo_staged": "stage back",
    "undone": "publish back",
}
"""What people call a phase; the journal calls it by what it leaves."""

_ONE_BY_ONE: Final = 3
"""Files that are named each, though the reason is the same. JSON has all."""

_NUMBER: Final = re.compile(r"0x[0-9a-f]+|[0-9][0-9,]*")
"""By which sentences differ that say the same: offsets and lengths."""

_MEANINGS: Final = {
    CHANGE: "would change",
    DONE: "changed",
    SAME: "unchanged",
    REFUSED: "refused",
    PROBLEM: "failed",
    UNREADABLE: "failed; other readers cannot read them either",
    OTHER: "not Parquet",
}


def describe_cost(cost: Cost, to: str) -> list[str]:
    forms = ", ".join(f"{number:,} {form}" for form, number in cost.forms.items())
    lines = [f"{count(cost.files, 'file')} ({forms or 'no form known'}), to {to}"]
    lines += describe_states(cost.actions)
    if cost.actions.get(CHANGE):
        after = cost.footers_before + cost.growth
        lines.append(f"  copies   {format_size(cost.bytes_copied)}")
        if to not in ("encoding", "index", "boxes"):
            lines.append(f"  footers  {format_size(cost.footers_before)} -> {format_size(after)}")
        lines.append(f"  files    {cost.growth:+,} bytes in all")
    lines += [f"  {count(files, 'file')}: {warning}" for warning, files in cost.warnings]
    lines += describe_reasons(cost.reasons, cost.actions)
    if cost.actions.get(CHANGE):
        return [*lines, "nothing was written: add --write --journal DIR"]
    return [*lines, "there is nothing to write"]


def describe_outcome(outcome: MigrationOutcome) -> list[str]:
    lines = describe_states(outcome.states) or ["there was nothing to do"]
    if outcome.swept:
        lines.append(f"  swept {count(outcome.swept, 'file')} that an attempt had left behind")
    lines += describe_reasons(outcome.reasons, outcome.states)
    return lines + [f"{folder}: {reason}" for folder, reason in outcome.unswept]


def describe_states(states: dict[str, int]) -> list[str]:
    width = max((len(f"{number:,}") for number in states.values()), default=0)
    return [
        f"  {states[state]:>{width},} {meaning}"
        for state, meaning in _MEANINGS.items()
        if states.get(state)
    ]


def describe_reasons(reasons: list[tuple[str, str]], states: dict[str, int]) -> list[str]:
    """What is wrong for the same reason is said once, the commonest first."""
    alike: dict[str, list[tuple[str, str]]] = {}
    for path, reason in reasons:
        alike.setdefault(_NUMBER.sub("#", reason), []).append((path, reason))
    lines: list[str] = []
    for group in sorted(alike.values(), key=len, reverse=True):
        shown = group if len(group) <= _ONE_BY_ONE else group[:1]
        lines += [f"{path}: {reason}" for path, reason in shown]
        if len(group) > len(shown):
            lines.append(f"  and {count(len(group) - len(shown), 'file')} for the same reason")
    left = sum(states.get(state, 0) for state in (PROBLEM, REFUSED, UNREADABLE)) - len(reasons)
    return [*lines, f"and {count(left, 'file')} more"] if left > 0 else lines
