"""What became of a file whose false statements were put right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from inlay.changes.rewrite.change import Outcome, say_outcome
from inlay.ground.wording.amounts import count
from inlay_runtime.finding import Finding
from inlay_runtime.json_values import Json
from inlay_runtime.public_home import public_in


class FixedStatement(NamedTuple):
    """A statement about a chunk or a row group that is right now, or gone: then `reason` says why, as a clause.

    `at` is the path of the chunk or the row group; there are no `findings` where the statement went with another, or where nothing false
    was said, but something missed. `before` and `after` have the fields of the footer that hold it, or lead to it, as `inlay inspect` has
    them; one that is absent is in neither.
    """

    statement: str
    at: str
    column: str
    findings: tuple[Finding, ...]
    before: Mapping[str, Json]
    after: Mapping[str, Json]
    reason: str = ""


class LeftFinding(NamedTuple):
    """What `inlay verify --values` still finds, and why nothing is done about it, as a clause."""

    finding: Finding
    reason: str


@public_in("inlay")
@dataclass(frozen=True, slots=True, repr=False)
class FixedFile:
    """`notes` are sentences about what else should be known."""

    outcome: Outcome
    statements: tuple[FixedStatement, ...]
    left: tuple[LeftFinding, ...] = ()
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        said = (
            f"{count(len(self.statements), 'statement')}, {count(len(self.left), 'finding')} left"
        )
        return f"<FixedFile {say_outcome(self.outcome)}; {said}>"
