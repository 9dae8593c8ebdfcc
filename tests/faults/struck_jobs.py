"""The jobs of Spark that write, struck in their Python workers: what must be true of the lake after each fault."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import patch

import pyarrow.parquet as pq

from inlay_spark.catalog.build import build_catalog
from inlay_spark.migration import Operation, migrate, phases, rollback
from inlay_spark.migration.outcomes import MigrationOutcome
from inlay_spark.shred import shred
from tests.faults.struck_workers import Strikes
from tests.pipeline.catalog.catalog_pages import paths
from tests.pipeline.migration import lakes
from tests.pipeline.migration.child import OPERATIONS
from tests.pipeline.migration.small_files import numbers_in, snapshot, write_small_files
from tests.pipeline.shred import lakes as shred_lakes
from tests.pipeline.shred.reading import outputs

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

HARMLESS: Final = ("kill", "short")
"""After these the job itself succeeds: Spark repeats a task, and calls that come up short are called again."""

NOT_STRUCK: Final = "not struck"
"""Tasks that run in another order may make fewer calls than where nothing happened."""

FILES: Final = 6


class MigrationTrial:
    """A migration, or with `back` its rollback."""

    def __init__(self, spark: SparkSession, folder: Path, to: str, *, back: bool) -> None:
        self.spark = spark
        self.root = folder / "files"
        self.lake, self.journal = self.root / "lake", self.root / "journal"
        self.operation: Operation = OPERATIONS[to]
        self.form = "private" if to == "thrift" else "thrift"
        self.back = back
        self._put()
        self.new = lakes.digests_after(self.lake, self.operation, folder / f"work-{to}-{back}")

    def _put(self) -> None:
        shutil.rmtree(self.root, ignore_errors=True)
        self.old = lakes.make_lake(self.lake, FILES, folders=2, form=self.form, sidecars=True)

    def _migrate(self, journal: str = "journal") -> MigrationOutcome:
        return migrate(self.spark, [str(self.lake)], self.operation, str(self.root / journal))

    def _rollback(self) -> MigrationOutcome:
        return rollback(self.spark, str(self.journal))

    def prepare(self) -> None:
        self._put()
        if self.back:
            assert self._migrate().states == {"done": FILES}

    def do(self) -> Any:
        return self._rollback() if self.back else self._migrate()

    def check(self, outcome: Any, kind: str, seed: int) -> str:
        found = lakes.require_old_or_new(self.lake, self.old, self.new)
        if kind in HARMLESS:
            assert outcome is not None, "the job failed"
            assert outcome.whole, outcome
            assert found == {"old" if self.back else "new": FILES}
        if outcome is not None and not self.back:
            assert outcome.states.get("done", 0) == found["new"], (outcome, found)
        if not self.back and seed % 2:
            self._finish()
        if self.back or seed % 4 < 2:
            outcome = self._rollback()
            assert outcome.whole, outcome
            assert lakes.digests(self.lake) == self.old, "not every byte came back"
            assert lakes.staged(self.lake) == []
        return (
            "old" if found["old"] == FILES else "new" if found["new"] == FILES else "some of both"
        )

    def _finish(self) -> None:
        """The same job goes on to its end; files that it found itself unable to change are for another one."""
        done = self._migrate().states.get("done", 0)
        found = lakes.require_old_or_new(self.lake, self.old, self.new)
        assert found["new"] == done
        assert lakes.staged(self.lake) == []
        if done < FILES:
            states = self._migrate("another").states
            assert states == {key: n for key, n in (("done", FILES - done), ("same", done)) if n}
            assert lakes.digests(self.lake) == self.new
            self._take_back_both()

    def _take_back_both(self) -> None:
        assert rollback(self.spark, str(self.root / "another")).whole


class CompactionTrial:
    """No row is missing at any moment, and every small file comes back."""

    def __init__(self, spark: SparkSession, folder: Path, *, back: bool) -> None:
        self.spark = spark
        self.root = folder / "files"
        self.lake = self.root / "lake"
        self.back = back

    def prepare(self) -> None:
        shutil.rmtree(self.root, ignore_errors=True)
        write_small_files(self.lake / "part=0", FILES)
        self.before = snapshot(self.lake)
        if self.back:
            assert self._migrate().whole

    def _migrate(self) -> MigrationOutcome:
        return migrate(
            self.spark, [str(self.lake)], OPERATIONS["compact"], str(self.root / "journal")
        )

    def do(self) -> Any:
        return rollback(self.spark, str(self.root / "journal")) if self.back else self._migrate()

    def check(self, outcome: Any, kind: str, seed: int) -> str:
        rows = list(range(FILES * 10))
        assert set(numbers_in(self.lake)) == set(rows), "a row is missing"
        if kind in HARMLESS:
            assert outcome is not None, "the job failed"
            assert outcome.whole, outcome
        if not self.back and seed % 2:
            self._migrate()
            assert numbers_in(self.lake) == rows
        large = sum("-inlay-" in path.name for path in self.lake.rglob("*.parquet"))
        outcome = rollback(self.spark, str(self.root / "journal"))
        assert outcome.whole, outcome
        assert snapshot(self.lake) == self.before, "not every byte came back"
        return "some large" if large else "old"


class OutputTrial:
    """A job that reads a lake, and writes beside it."""

    def __init__(self, spark: SparkSession, folder: Path) -> None:
        self.spark = spark
        self.root = folder / "files"
        self.lake, self.out = self.root / "lake", self.root / "out"


class ShredTrial(OutputTrial):
    """What a reader lists is whole at any moment, and the next run makes what is missing."""

    def prepare(self) -> None:
        shutil.rmtree(self.root, ignore_errors=True)
        self.good = shred_lakes.make_lake(self.lake)

    def do(self) -> Any:
        return shred(self.spark, str(self.lake), str(self.out), ["v"])

    def check(self, outcome: Any, kind: str, seed: int) -> str:
        there = outputs(self.out) if self.out.exists() else set[str]()
        for name in there:
            assert pq.read_table(self.out / name, columns=["id"]).num_rows == shred_lakes.ROWS
        if kind in HARMLESS:
            assert outcome is not None, "the job failed"
            assert there == set(self.good)
        self.do()
        assert outputs(self.out) == set(self.good)
        for name, first in self.good.items():
            assert shred_lakes.values(self.out / name) == shred_lakes.expected(first)
        assert not (self.out / "_staging").exists()
        return "new" if there == set(self.good) else "some of several" if there else "old"


class CatalogTrial(OutputTrial):
    """A catalogue says nothing of a run that failed, and the next run says all."""

    def prepare(self) -> None:
        shutil.rmtree(self.root, ignore_errors=True)
        lakes.make_lake(self.lake, FILES, folders=2)

    def do(self) -> Any:
        return build_catalog(self.spark, str(self.lake), str(self.out), files_per_task=2)

    def check(self, outcome: Any, kind: str, seed: int) -> str:
        there = outcome is not None
        if kind in HARMLESS:
            assert there, "the job failed"
        self.do()
        assert paths(self.spark, self.out, "files") == sorted(
            map(str, self.lake.rglob("*.parquet"))
        )
        assert not (self.out / "_staging").exists()
        return "new" if there else "old"


AnyTrial = MigrationTrial | CompactionTrial | ShredTrial | CatalogTrial


def _migration(to: str, *, back: bool = False) -> Callable[[SparkSession, Path], AnyTrial]:
    return lambda spark, folder: MigrationTrial(spark, folder, to, back=back)


CASES: Final[Mapping[str, Callable[[SparkSession, Path], AnyTrial]]] = {
    **{f"migrate to {to}": _migration(to) for to in OPERATIONS if to != "compact"},
    "rollback": _migration("private", back=True),
    "rollback of thrift": _migration("thrift", back=True),
    "compact": lambda spark, folder: CompactionTrial(spark, folder, back=False),
    "rollback of compact": lambda spark, folder: CompactionTrial(spark, folder, back=True),
    "shred": ShredTrial,
    "catalog": CatalogTrial,
}


class StruckJob:
    """A case with the number of calls that its workers make where nothing happens."""

    def __init__(self, spark: SparkSession, folder: Path, strikes: Strikes, name: str) -> None:
        self.strikes = strikes
        self.trial = CASES[name](spark, folder)
        self.count = self._run("", 0, 0)[1]
        assert self.trial.check(None, "", 0), "nothing happened"

    def strike(self, kind: str, at: int, seed: int) -> str:
        """What was left, in a word. AssertionError if that is not as promised."""
        outcome, calls = self._run(kind, at, seed)
        left = self.trial.check(outcome, kind, seed)
        return left if calls >= at else NOT_STRUCK

    def _run(self, kind: str, at: int, seed: int) -> tuple[Any, int]:
        """What came of the job, or None if it failed; and how many calls there were."""
        from pyspark.errors import PySparkException

        self.trial.prepare()
        self.strikes.tell(self.trial.root, kind, at, seed)
        outcome = None
        try:
            with patch.object(phases, "_FEW", -1):  # few files are published by the driver
                outcome = self.trial.do()
        except (PySparkException, OSError):
            if not kind:
                raise
        finally:
            calls = self.strikes.stop()
        return outcome, calls
