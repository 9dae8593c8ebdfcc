"""What comes of a comparison, as values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
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
    """One question to one layout: seconds of processor time, best of several, and those that a store would take.

    `columns` as in `Question`.
    """

    question: str
    columns: int
    cost: FetchCost
    seconds: float
    modelled: float


@dataclass(frozen=True)
class ComparedLayout:
    """`size` bytes, by component; `always` is what every reader fetches, in bytes.

    A layout that `refuses` the footer has nothing else, and one whose answers to some questions are `different` is not
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
    """A footer in every layout; the first is the Thrift that the file has."""

    path: str
    columns: int
    row_groups: int
    layouts: Sequence[ComparedLayout]

    @property
    def questions(self) -> Sequence[str]:
        """Those that some layout answered."""
        names = [answer.question for layout in self.layouts for answer in layout.measured]
        return list(dict.fromkeys(names))

    @property
    def is_equal(self) -> bool:
        """Whether no layout answers anything otherwise."""
        return not any(layout.different for layout in self.layouts)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, as `--format json` prints them; sizes in bytes, times in seconds."""
        return {
            "path": self.path,
            "columns": self.columns,
            "row_groups": self.row_groups,
            "layouts": [_layout_as_dict(layout) for layout in self.layouts],
        }


def _layout_as_dict(layout: ComparedLayout) -> dict[str, Any]:
    return {
        "name": layout.name,
        "size": layout.size,
        "components": dict(layout.components or {}),
        "always": layout.always,
        "loses": [*layout.loses],
        "refuses": layout.refuses or None,
        "different": [*layout.different],
        "questions": [
            {
                "question": answer.question,
                "columns": answer.columns,
                "bytes": answer.cost.bytes,
                "requests": answer.cost.requests,
                "steps": answer.cost.steps,
                "seconds": answer.seconds,
                "modelled_seconds": answer.modelled,
            }
            for answer in layout.measured
        ],
    }


CSV_HEAD: Final = (
    "path,layout,about,name,columns,bytes,requests,steps,seconds,modelled_seconds".split(",")
)


def list_csv_rows(file: ComparedFile) -> Iterator[list[object]]:
    """A row for each component and each question of each layout, under `CSV_HEAD`."""
    for layout in file.layouts:
        start = [file.path, layout.name]
        for name, size in (layout.components or {}).items():
            yield [*start, "component", name, "", size, "", "", "", ""]
        for answer in layout.measured:
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
        for reason in filter(None, [layout.refuses, *layout.different]):
            yield [*start, "refused", reason, "", "", "", "", "", ""]
