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
    """How many chunks were held against their values, with how many values; and which were not."""

    chunks: int = 0
    values: int = 0
    others: list[NotAudited] = field(default_factory=list)
