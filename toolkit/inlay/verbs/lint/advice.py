"""One piece of advice."""

from __future__ import annotations

from typing import NamedTuple

from inlay.verbs.lint.estimate import Estimate
from inlay.verbs.lint.rule import Part, Remedy, Severity


class Advice(NamedTuple):
    """What a rule says of a file, or of a column of it: the fields of `Sighting`, with the rule and the file.

    `saved` are the bytes that doing it saves, with their range; None if that cannot be told. They lie in one `part` of the file. `adds`
    is what that adds to what all other advice on the file saves: the sum of these is the estimate for the file.
    """

    rule: str
    severity: Severity
    path: str
    column: str
    place: str
    seen: str
    saved: Estimate | None
    reads: int | None
    remedy: Remedy
    part: Part = "pages"
    adds: Estimate | None = None

    @property
    def num_bytes(self) -> int | None:
        """About how many bytes are saved."""
        return self.saved.likely if self.saved is not None else None

    @property
    def fix(self) -> str:
        """The command that fixes this, or the option of a writer in words."""
        return self.remedy.for_columns([self.column])

    @property
    def cost(self) -> tuple[int, int]:
        """For sorting: bytes, then reads; what cannot be told is nothing."""
        return cost_of(self.saved, self.reads)


def cost_of(saved: Estimate | None, reads: int | None) -> tuple[int, int]:
    """Of a piece of advice with these."""
    return saved.likely if saved is not None else 0, reads or 0
