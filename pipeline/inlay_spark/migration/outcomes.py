"""What a migration would cost, and what became of it: of the rows of a lake the counts, and what is worth reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from inlay_spark.migration.rows import CHANGE, PROBLEM, REFUSED, UNREADABLE
from inlay_spark.migration.sweeping import Swept

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame

_SHOWN: Final = 100
"""Reasons that are worth reading at once; the journal has all of them."""

_WARNINGS: Final = 10

_NOTABLE: Final = (PROBLEM, REFUSED, UNREADABLE)
_IS_NOTABLE: Final = f"state IN {_NOTABLE}"


@dataclass(frozen=True, slots=True)
class Cost:
    """What a migration would do. `reasons` has the first hundred files that it would not change, as (path, reason);
    `warnings` what is to be known of those that it would, each with the number of files. `bytes_copied` are read
    and written once each; `footers_before` and `growth` are bytes of the files that would change.
    """

    files: int
    actions: dict[str, int]
    forms: dict[str, int]
    reasons: list[tuple[str, str]]
    warnings: list[tuple[str, int]]
    bytes_copied: int
    footers_before: int
    growth: int


@dataclass(frozen=True, slots=True)
class MigrationOutcome:
    """`states` counts files by what became of them: `done`, `same` (nothing had to be), `refused`,
    `problem`, `other` (no Parquet file), `unreadable` (a problem; other readers cannot read it either); `reasons` has the
    first hundred of those that have one, as (path, reason). `swept` counts the files that were
    left behind by attempts, and removed; `unswept` are folders where that could not be done, with the reason.
    """

    states: dict[str, int]
    reasons: list[tuple[str, str]]
    swept: int = 0
    unswept: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    @property
    def whole(self) -> bool:
        """Whether nothing is left that somebody should look at."""
        return not self.states.get(PROBLEM) and not self.unswept


def cost_of(frame: DataFrame) -> Cost:
    """Of rows of `PlannedFile`."""
    from pyspark.sql.functions import col, expr
    from pyspark.sql.functions import sum as total

    actions = counts_of(frame, "action")
    change = frame.where(col("action") == CHANGE)
    sums = change.agg(
        total("size").alias("size"),
        total(expr("size - keep")).alias("footers"),
        total(expr("new_size - size")).alias("growth"),
    ).first()
    assert sums is not None
    return Cost(
        sum(actions.values()),
        actions,
        counts_of(frame.where("form <> ''"), "form"),
        reasons_of(frame.where(col("action") != CHANGE)),
        _warnings(change),
        sums["size"] or 0,
        sums["footers"] or 0,
        sums["growth"] or 0,
    )


def outcome_of(rows: DataFrame) -> MigrationOutcome:
    """Of rows with a path, a state and a reason."""
    return MigrationOutcome(counts_of(rows, "state"), reasons_of(rows.where(_IS_NOTABLE)))


def outcome_of_batches(batches: Iterable[pa.RecordBatch], swept: Swept) -> MigrationOutcome:
    """The same of rows that the driver reads."""
    states: Counter[str] = Counter()
    reasons: list[tuple[str, str]] = []
    for batch in batches:
        columns = batch.to_pydict()
        states.update(columns["state"])
        rows = zip(columns["path"], columns["reason"], columns["state"], strict=True)
        new = [(path, reason) for path, reason, state in rows if reason and state in _NOTABLE]
        reasons = sorted(reasons + new)[:_SHOWN]
    return MigrationOutcome(dict(sorted(states.items())), reasons, swept.files, swept.failures)


def has_problems(batches: Iterable[pa.RecordBatch]) -> bool:
    return not outcome_of_batches(batches, Swept()).whole


def counts_of(frame: DataFrame, column: str) -> dict[str, int]:
    from pyspark.sql.functions import count

    rows = frame.groupBy(column).agg(count("*").alias("n")).collect()
    return dict(sorted((row[column], row["n"]) for row in rows))


def _warnings(frame: DataFrame) -> list[tuple[str, int]]:
    """The commonest."""
    counts = frame.where("reason <> ''").groupBy("reason").count()
    rows = counts.orderBy("count", "reason", ascending=[False, True]).limit(_WARNINGS).collect()
    return [(row["reason"], row["count"]) for row in rows]


def reasons_of(frame: DataFrame) -> list[tuple[str, str]]:
    rows = frame.where("reason <> ''").select("path", "reason").orderBy("path").limit(_SHOWN)
    return [(row["path"], row["reason"]) for row in rows.collect()]
