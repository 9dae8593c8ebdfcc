"""What came of giving a file to a reader."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, unique

from inlay.ground.documents.values import Json


@unique
class Kind(Enum):
    READ = "reads"
    OTHER = "other values"
    ERROR = "error"
    CRASH = "crash"
    HANG = "hang"


@dataclass(frozen=True, slots=True)
class Outcome:
    """`detail` is the digest of the values, the error's class and first line, or the signal; `seconds`
    how long it took in the child, `printed` how many bytes of output came with it, and `values` those
    of each column, where they were asked for."""

    kind: Kind
    detail: str = ""
    seconds: float = 0.0
    printed: int = 0
    values: Mapping[str, Json] = field(default_factory=dict)

    def against(self, baseline: Outcome) -> Outcome:
        """The same, but OTHER where the values are not those of the baseline."""
        if self.kind is Kind.READ and self.detail != baseline.detail:
            return Outcome(Kind.OTHER, "", self.seconds, self.printed)
        return self
