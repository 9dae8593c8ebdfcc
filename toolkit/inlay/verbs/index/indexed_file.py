"""What became of a file to which statements were added, or from which some were taken out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from inlay.changes.rewrite.change import Outcome, say_outcome
from inlay.ground.wording.amounts import count
from inlay.verbs.index.fetched_bytes import FetchedBytes
from inlay_runtime.public_home import public_in


class IndexedStatement(NamedTuple):
    """What was added to a column, or taken out of it, in so many row groups; `num_bytes` are those outside of the footer."""

    statement: str
    column: str
    row_groups: int
    num_bytes: int = 0


class LeftOutStatement(NamedTuple):
    """What could not be added to a column in so many row groups, and why, as a clause."""

    statement: str
    column: str
    row_groups: int
    reason: str


@public_in("inlay")
@dataclass(frozen=True, slots=True, repr=False)
class IndexedFile:
    """`statements` were added, or taken out; `notes` are sentences about what else should be known. `fetched` is what a filter costs that
    was asked about."""

    outcome: Outcome
    statements: tuple[IndexedStatement, ...]
    left_out: tuple[LeftOutStatement, ...] = ()
    notes: tuple[str, ...] = ()
    fetched: FetchedBytes | None = None

    def __repr__(self) -> str:
        said = f"{count(len(self.statements), 'statement')}, {len(self.left_out):,} left out"
        return f"<IndexedFile {say_outcome(self.outcome)}; {said}>"
