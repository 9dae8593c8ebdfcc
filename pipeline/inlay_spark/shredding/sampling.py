"""The schema of a lake: which files and rows are looked at, the task that does, and the sum of what tasks found.

10,000 rows of up to 1,000 files. Picks lie at equal distances in the bytes of the listing, so a file is looked at as much as
it is large, and the same lake gives the same sample. One file gives what `inlay variant schema` gives.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from inlay.ground.files.entries import FileEntry
from inlay.ground.files.stores import store_of
from inlay.rows.variants.source_column import SourceColumnError
from inlay_spark.jobs.numbered_tasks import run_numbered
from inlay_spark.jobs.work_items import pack_entries, unpack_entries
from inlay_spark.shredding.errors import row_for
from inlay_spark.shredding.log import OTHER
from inlay_spark.shredding.sources import sample
from inlay_variant.arrow.inference import SAMPLE
from inlay_variant.value.counting import Seen

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

PICKS: Final = 1_000
FILES_A_TASK: Final = 32
ROWS_A_TASK: Final = 500
MOST_NAMES: Final = 100


class Pick(NamedTuple):
    """So many rows of a file, from this part of it on (0 to 1)."""

    entry: FileEntry
    rows: int
    start: float


@dataclass
class Sampled:
    """What was seen of each column; how many files have it (`there`); the columns that could have been meant; and the
    first file that could not be looked at, with the reason."""

    seen: dict[str, Seen] = field(default_factory=dict[str, Seen])
    there: Counter[str] = field(default_factory=Counter[str])
    names: Counter[str] = field(default_factory=Counter[str])
    files: int = 0
    bad: int = 0
    first_bad: str = ""

    def merge(self, other: Sampled) -> None:
        for column, seen in other.seen.items():
            self.seen.setdefault(column, Seen()).merge(seen)
        self.there.update(other.there)
        self.names.update(other.names)
        self.files += other.files
        self.bad += other.bad
        self.first_bad = min(filter(None, [self.first_bad, other.first_bad]), default="")

    def as_json(self) -> str:
        seen = {column: counts.as_json() for column, counts in self.seen.items()}
        return json.dumps({**self.__dict__, "seen": seen})

    @classmethod
    def from_json(cls, text: str) -> Sampled:
        values: dict[str, Any] = json.loads(text)
        seen = {column: Seen.from_json(counts) for column, counts in values.pop("seen").items()}
        there, names = Counter(values.pop("there")), Counter(values.pop("names"))
        return cls(seen, there, names, **values)


def pick_files(entries: Sequence[FileEntry], most: int = PICKS, rows: int = SAMPLE) -> list[Pick]:
    """Which files, and how many rows of each."""
    files = [entry for entry in entries if entry.error is None and entry.size]
    total = sum(entry.size for entry in files)
    picks: list[Pick] = []
    point = 0
    begin = 0
    for entry in files:
        end = begin + entry.size
        # Points lie at k * total / most, compared without fractions.
        first = -(-begin * most // total)
        shares = -(-end * most // total) - first
        if shares:
            point = first * total // most
            picks.append(Pick(entry, -(-shares * rows // most), (point - begin) / entry.size))
        begin = end
    return picks


def look_at(
    spark: SparkSession, chosen: Sequence[Pick], columns: Sequence[str], *, tolerant: bool = False
) -> Sampled:
    """Looks at all of them, in tasks."""
    tasks = list(_tasks(chosen))
    total = Sampled()
    if tasks:
        for message in run_numbered(spark, len(tasks), Sampler(tasks, list(columns), tolerant)):
            total.merge(Sampled.from_json(message))
    return total


def _tasks(chosen: Sequence[Pick]) -> Iterator[list[Pick]]:
    task: list[Pick] = []
    rows = 0
    for pick in chosen:
        task.append(pick)
        rows += pick.rows
        if len(task) >= FILES_A_TASK or rows >= ROWS_A_TASK:
            yield task
            task, rows = [], 0
    if task:
        yield task


class Sampler:
    """Travels to the tasks, with all of their picks: at most some hundred kilobytes."""

    def __init__(
        self, tasks: Sequence[Sequence[Pick]], columns: list[str], tolerant: bool = False
    ) -> None:
        self._files = [pack_entries([pick.entry for pick in task]) for task in tasks]
        self._picks = [[(pick.rows, pick.start) for pick in task] for task in tasks]
        self._columns = columns
        self._tolerant = tolerant

    def __call__(self, number: int) -> str:
        return self.look(number).as_json()

    def look(self, number: int) -> Sampled:
        files = unpack_entries(self._files[number])
        store = store_of([entry.path for entry in files])
        total = Sampled()
        for entry, (rows, start) in zip(files, self._picks[number], strict=True):
            try:
                seen, names = sample(store, entry, self._columns, rows, start, self._tolerant)
            except Exception as error:
                why = row_for(store, entry, error)
                if why.state == OTHER:
                    continue
                total.files += 1
                total.bad += 1
                total.first_bad = total.first_bad or f"{entry.path}: {why.message}"
                if isinstance(error, SourceColumnError):
                    total.there[error.name] += 1
                continue
            total.files += 1
            total.names.update(names[:MOST_NAMES])
            total.there.update(seen.keys())
            for column, counts in seen.items():
                total.seen.setdefault(column, Seen()).merge(counts)
        for counts in total.seen.values():
            counts.thin()
        return total
