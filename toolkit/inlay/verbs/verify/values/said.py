"""How much of a file was held against its values."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class NotAudited:
    """A chunk whose values were not read, and why, as a clause."""

    place: str
    column: str
    reason: str


@dataclass(slots=True)
class Audited:
    """How many chunks were held against their values, with how many values; and which were not. `row_groups` were looked at,
    of `of_row_groups`: fewer in a sample."""

    chunks: int = 0
    values: int = 0
    row_groups: int = 0
    of_row_groups: int = 0
    others: list[NotAudited] = field(default_factory=list)


def choose_row_groups(groups: int, sample: int | None) -> frozenset[int]:
    """Their numbers: the first one, and others at equal distances. The same file gives the same sample."""
    if sample is None or sample >= groups:
        return frozenset(range(groups))
    return frozenset(at * groups // sample for at in range(sample))
