"""What comes of a comparison, as values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, NamedTuple

from inlay.footers.designs.fetch import FetchCost


class RemoteStore(NamedTuple):
    """Where a file might lie: seconds until the first byte of a request comes, and bytes a second from then on."""

    latency: float = 0.03
    bandwidth: float = 100e6

    def model(self, cost: FetchCost, seconds: float) -> float:
        """How long an answer takes from there, of which `seconds` are work."""
        return cost.steps * self.latency + cost.bytes / self.bandwidth + seconds


REMOTE: Final = RemoteStore()
"""An object store as it is usually met."""


@dataclass(frozen=True)
class Measured:
    """One question to one design: seconds of processor time, best of several, and those that a store would take.

    `columns` as in `Question`; `first_reads` has the cost under each of `FIRST_READS`.
    """

    question: str
    columns: int
    cost: FetchCost
    seconds: float
    modelled: float
    first_reads: Mapping[str, FetchCost]


@dataclass(frozen=True)
class ComparedDesign:
    """`size` bytes, by component; `always` is what every reader fetches, in bytes.

    A design that `refuses` the footer has nothing else, and one whose answers to some questions are `different` is not
    measured. `loses` are the questions that it cannot answer.
    """

    name: str
    size: int = 0
    components: Mapping[str, int] | None = None
    always: int = 0
    loses: Sequence[str] = ()
    refuses: str = ""
    different: Sequence[str] = ()
    measured: Sequence[Measured] = ()

    def find(self, question: str) -> Measured | None:
        return next((answer for answer in self.measured if answer.question == question), None)


@dataclass(frozen=True)
class ComparedFile:
    """A footer in every design; the first is the Thrift that the file has."""

    path: str
    columns: int
    row_groups: int
    designs: Sequence[ComparedDesign]

    @property
    def questions(self) -> Sequence[str]:
        """Those that some design answered."""
        names = [answer.question for design in self.designs for answer in design.measured]
        return list(dict.fromkeys(names))

    @property
    def is_equal(self) -> bool:
        """Whether no design answers anything otherwise."""
        return not any(design.different for design in self.designs)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, as `--format json` prints them; sizes in bytes, times in seconds."""
        return {
            "path": self.path,
            "columns": self.columns,
            "row_groups": self.row_groups,
            "designs": [_design_as_dict(design) for design in self.designs],
        }


def _design_as_dict(design: ComparedDesign) -> dict[str, Any]:
    return {
        "name": design.name,
        "size": design.size,
        "components": dict(design.components or {}),
        "always": design.always,
        "loses": [*design.loses],
        "refuses": design.refuses or None,
        "different": [*design.different],
        "questions": [
            {
                "question": answer.question,
                "columns": answer.columns,
                "bytes": answer.cost.bytes,
                "requests": answer.cost.requests,
                "steps": answer.cost.steps,
                "seconds": answer.seconds,
                "modelled_seconds": answer.modelled,
                "first_reads": [
                    {"first_read": name, **asdict(cost)}
                    for name, cost in answer.first_reads.items()
                ],
            }
            for answer in design.measured
        ],
    }


CSV_HEAD: Final = (
    "path,design,about,name,columns,bytes,requests,steps,seconds,modelled_seconds".split(",")
)


def list_csv_rows(file: ComparedFile) -> Iterator[list[object]]:
    """A row for each component and each question of each design, under `CSV_HEAD`."""
    for design in file.designs:
        start = [file.path, design.name]
        for name, size in (design.components or {}).items():
            yield [*start, "component", name, "", size, "", "", "", ""]
        for answer in design.measured:
            cost = [answer.cost.bytes, answer.cost.requests, answer.cost.steps]
            yield [
                *start,
                "question",
                answer.question,
                answer.columns,
                *cost,
                answer.seconds,
                answer.modelled,
            ]
        for reason in filter(None, [design.refuses, *design.different]):
            yield [*start, "refused", reason, "", "", "", "", "", ""]
