"""What came of it: of each reader one verdict, of a file one vetting."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from inlay.ground.wording.amounts import count, format_seconds, format_size
from inlay.ground.wording.told import format_html, join_lines
from inlay_runtime.public_home import public_in


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
    back. `rows` and `fields` count what was read: a field is a column of the table, whatever is in it."""

    reader: str
    kind: VerdictKind
    detail: str = ""
    peak: int | None = None
    seconds: float | None = None
    rows: int | None = None
    fields: int | None = None
    disagreement: Disagreement | None = None


@public_in("inlay")
@dataclass(frozen=True, slots=True, repr=False)
class Vetting:
    """What other readers make of one file, by `inlay.vet`.

    `is_held` says whether the kernel kept each child from writing outside of its scratch folder and from
    connecting to hosts; limits hold in any case."""

    size: int
    verdicts: tuple[ReaderVerdict, ...]
    is_held: bool
    path: str = ""

    def __repr__(self) -> str:
        return f"<Vetting of {self.path!r}: {_describe_asked(self)}>"

    def __str__(self) -> str:
        """What `inlay vet` prints."""
        return join_lines(list_lines(self))

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return format_html(list_lines(self))

    @property
    def is_fine(self) -> bool:
        """Whether all readers that are installed read the same, and there is one."""
        kinds = {verdict.kind for verdict in self.verdicts} - {VerdictKind.ABSENT}
        return kinds == {VerdictKind.READS}


def list_lines(vetting: Vetting) -> Iterator[str]:
    """A line for each reader."""
    yield f"{vetting.path}: {_describe_asked(vetting)}"
    for verdict in vetting.verdicts:
        yield f"  {verdict.reader:<10}  {verdict.kind.value:<14}  {_describe(verdict)}".rstrip()
    if not vetting.is_held:
        yield "  this kernel has no Landlock, or an old one: writes elsewhere and connections were not all prevented"


def _describe_asked(vetting: Vetting) -> str:
    """One that reads alone has nobody to read the same as."""
    kinds = [each.kind for each in vetting.verdicts if each.kind is not VerdictKind.ABSENT]
    if not kinds:
        return "no reader is installed"
    fine = kinds.count(VerdictKind.READS)
    are_alike = fine == len(kinds) > 1
    return f"{count(len(kinds), 'reader')} asked, {fine} {'read the same' if are_alike else 'without trouble'}"


def _describe(verdict: ReaderVerdict) -> str:
    """Figures, and behind them what the reader said, which may be long and has commas of its own."""
    parts: list[str] = []
    if verdict.rows is not None and verdict.fields is not None and not verdict.detail:
        parts += [count(verdict.rows, "row"), count(verdict.fields, "field")]
    if verdict.peak is not None and verdict.seconds is not None:
        parts += [f"{format_size(verdict.peak)} of memory", format_seconds(verdict.seconds)]
    return ": ".join(each for each in (", ".join(parts), verdict.detail) if each)
