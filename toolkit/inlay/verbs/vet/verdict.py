"""What came of it: of each reader one verdict, of a file one vetting."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class VerdictKind(StrEnum):
    READS = "reads"
    REFUSES = "refuses"
    DISAGREES = "disagrees"
    EXCEEDS_MEMORY = "exceeds memory"
    EXCEEDS_TIME = "exceeds time"
    CRASHES = "crashes"
    NOT_COMPARED = "not compared"
    ABSENT = "not installed"


@dataclass(frozen=True, slots=True)
class Disagreement:
    """The first value that two readers have differently: `column` counts from 0, `row` from the start of the file; both are None
    if they do not even agree on how many there are. `own` and `other` are what each has."""

    other_reader: str
    own: str
    other: str
    column: int | None = None
    name: str = ""
    row: int | None = None

    def __str__(self) -> str:
        place = "" if self.row is None else f"column {self.name}, row {self.row:,}: "
        return f"{place}{self.own}, and {self.other_reader} has {self.other}"


@dataclass(frozen=True, slots=True)
class ReaderVerdict:
    """`detail` is the message of a refusal, the signal of a crash, the limit that was exceeded, or how to install what is not there, in one line. `peak` is the
    memory that reading took, in bytes, beyond that of the reader itself, and `seconds` processor time; None where nothing came
    back. `rows` and `columns` count what was read."""

    reader: str
    kind: VerdictKind
    detail: str = ""
    peak: int | None = None
    seconds: float | None = None
    rows: int | None = None
    columns: int | None = None
    disagreement: Disagreement | None = None


@dataclass(frozen=True, slots=True)
class Vetting:
    """What other readers make of one file, by `inlay.vet`.

    `is_held` says whether the kernel kept each child from writing outside of its scratch folder and from
    connecting to hosts; limits hold in any case."""

    size: int
    verdicts: tuple[ReaderVerdict, ...]
    is_held: bool

    @property
    def is_fine(self) -> bool:
        """Whether all readers that are installed read the same, and there is one."""
        kinds = {verdict.kind for verdict in self.verdicts} - {VerdictKind.ABSENT}
        return kinds == {VerdictKind.READS}
