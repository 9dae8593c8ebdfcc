"""Every job over a lake that somebody changes meanwhile: `python -m tests.pipeline.changed_lake 200`. The suite has a sample.

The lake has 5,000 files of more than ten writers, in all forms, shredded, damaged, and some that are not Parquet. Beside each
job, a process replaces, overwrites, removes, adds and moves files (`changing/changer.py`). Afterwards each file is byte for
byte what somebody or the job made it; what the job says is true of a version that there was; the way back gives back what
nobody changed since, and names the rest; and jobs that nobody disturbs find nothing to do the second time.
"""

from __future__ import annotations

import faulthandler
import random
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

from inlay_spark.migration import Operation
from inlay_spark.migration.journal import MigrationJournal
from tests.pipeline.changing import promises
from tests.pipeline.changing.expected import Trials
from tests.pipeline.changing.history import History
from tests.pipeline.changing.jobs import Beside, Ran
from tests.pipeline.changing.tables_told import (
    Truths,
    read_catalog,
    told_by_catalog,
    told_by_shredding,
)
from tests.pipeline.changing.ten_writers import kinds, write_templates
from tests.support.quick_spark import QUICK

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FILES: Final = 5_000
PAUSE: Final = 0.005
HANG: Final = 3_600
"""Seconds after which a job says where it hangs, and all ends. On a machine with twenty times the work of its cores, shredding 5,000
files took more than 900, and had two thirds behind it."""

_FORMS: Final = ("migration", "private", "final", "seal", "thrift")
_JOBS: Final = 8
"""Of a round."""


def fill(folder: Path, templates: Path, files: int, chance: random.Random) -> None:
    """A lake of copies, in partitions; small files of one kind lie together, so that some can become one."""
    pool = folder / "pool"
    shutil.copytree(templates, pool)
    names = list(kinds(pool))
    weights = [
        1 if name.startswith(("bad", "README", "_", "encrypted")) else 4 for name, _ in names
    ]
    for number in range(files):
        name, extension = chance.choices(names, weights)[0]
        path = (
            folder
            / "lake"
            / f"part={number % 20}"
            / f"{name.partition('.')[0]}-{number:05}{extension}"
        )
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes((pool / name).read_bytes())


def go_round(
    folder: Path, seed: int, pause: float, *, quiet_too: bool
) -> Iterator[tuple[str, int, list[str]]]:
    """Eight jobs under somebody's hands: what each was, how often a file was changed meanwhile, and what is not as promised."""
    beside = Beside(folder, seed * 1000, pause)
    lake, operation = str(beside.lake), Operation(_FORMS[seed % len(_FORMS)])
    trials, truths = (
        Trials(beside.contents, folder / "scratch"),
        Truths(beside.contents, folder / "scratch"),
    )
    catalog, shredded, journal, small = (
        folder / name for name in ("catalog", "shredded", "journal", "small")
    )

    ran = beside.run("catalog", lake, "-o", str(catalog), document=False)
    yield _tell(
        "catalog",
        ran,
        promises.untouched(ran.history, ran.after),
        told_by_catalog(ran.history, catalog, truths, ran.after),
    )
    if quiet_too:
        yield from _settle_catalog(beside, catalog, truths)

    to = ["migrate", lake, "--to", operation.name]
    ran = beside.run(*to)
    yield _tell(
        "plan",
        ran,
        promises.untouched(ran.history, ran.after),
        promises.told_of_plan(ran.history, ran.said, trials, operation),
    )
    ran = beside.run(*to, "--write", "--journal", str(journal))
    opened = MigrationJournal.open(str(journal))
    yield _tell(
        f"migrate {operation.name}",
        ran,
        promises.migrated(ran.history, ran.after, trials, operation),
        promises.told_of_migration(ran.history, opened, trials, operation),
    )
    published = {
        row["path"]
        for row in promises.rows_of(opened, "published", ["path", "state"])
        if row["state"] == "done"
    }
    old = {
        row["path"]: row["old_sha256"].hex()
        for row in promises.rows_of(opened, "staged", ["path", "state", "old_sha256"])
        if row["path"] in published
    }
    ran = beside.run("verify", str(journal), "--fraction", "0.2")
    yield _tell(
        "verify",
        ran,
        promises.untouched(ran.history, ran.after),
        promises.told_of_verify(
            ran.history, ran.said, _unchanged_since(old, ran.history, trials, operation)
        ),
    )
    ran = beside.run("rollback", str(journal))
    yield _tell(
        "rollback",
        ran,
        promises.rolled_back(ran.history, ran.after, opened, old, trials, operation),
    )
    if quiet_too:
        yield from _settle_migration(beside, to, folder)

    ran = beside.run("compact", lake, "--target-size", "60KB", "--write", "--journal", str(small))
    opened = MigrationJournal.open(str(small))
    yield _tell("compact", ran, promises.compacted(ran.history, ran.after, opened))
    ran = beside.run("rollback", str(small))
    yield _tell(
        "rollback of compact",
        ran,
        promises.uncompacted(ran.history, ran.after, opened, ran.history.before),
    )

    shred = [
        "shred",
        lake,
        "--columns",
        "v",
        "-o",
        str(shredded),
        "--schema",
        "struct<n: bigint, who: string>",
    ]
    ran = beside.run(*shred)
    yield _tell(
        "shred",
        ran,
        promises.untouched(ran.history, ran.after),
        told_by_shredding(ran.history, shredded, truths),
    )
    if quiet_too:
        yield from _settle_shredding(beside, shred)


def _unchanged_since(
    old: Mapping[str, str], history: History, trials: Trials, operation: Operation
) -> set[str]:
    """Of what a job published, what was still there when the next one began."""
    return {
        path
        for path, digest in old.items()
        if history.before.get(path) == trials.product(path, digest, operation)
    }


def _settle_catalog(
    beside: Beside, catalog: Path, truths: Truths
) -> Iterator[tuple[str, int, list[str]]]:
    arguments = ("catalog", str(beside.lake), "-o", str(catalog))
    ran = beside.run(*arguments, quiet=True, document=False)
    yield _tell("catalog, quiet", ran, told_by_catalog(ran.history, catalog, truths, ran.after))
    rows = read_catalog(catalog)
    ran = beside.run(*arguments, quiet=True, document=False)
    yield _tell(
        "catalog, again", ran, [] if read_catalog(catalog) == rows else ["it is not what it was"]
    )


def _settle_migration(
    beside: Beside, to: list[str], folder: Path
) -> Iterator[tuple[str, int, list[str]]]:
    """The dry run says what the run does; the second run does nothing; the way back is whole."""
    before = beside.run(*to, quiet=True)
    planned = dict(before.said["actions"])
    planned["done"] = planned.pop("change", 0)
    ran = beside.run(*to, "--write", "--journal", str(folder / "quiet"), quiet=True)
    states = {"done": 0, **ran.said["states"]}
    yield _tell(
        "migrate, quiet", ran, [] if states == planned else [f"planned {planned}, and was {states}"]
    )
    again = beside.run(*to, "--write", "--journal", str(folder / "again"), quiet=True)
    wrong = (
        ["it does something"]
        if again.said["states"].get("done") or again.after != ran.after
        else []
    )
    yield _tell("migrate, again", again, wrong)
    back = beside.run("rollback", str(folder / "quiet"), quiet=True)
    same = back.after == before.after
    yield _tell("rollback, quiet", back, [] if same else ["the lake is not what it was"])


def _settle_shredding(beside: Beside, shred: list[str]) -> Iterator[tuple[str, int, list[str]]]:
    yield _tell("shred, quiet", beside.run(*shred, quiet=True))
    ran = beside.run(*shred, quiet=True)
    yield _tell("shred, again", ran, ["it does something"] if ran.said["files"] else [])


def _tell(job: str, ran: Ran, *wrong: Iterable[str]) -> tuple[str, int, list[str]]:
    return job, ran.changes, [*ran.wrong, *(each for them in wrong for each in them)]


def main() -> None:
    from inlay_spark.session import session

    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 2 * _JOBS
    files = int(sys.argv[2]) if len(sys.argv) > 2 else FILES
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    spark: SparkSession = session("local[2]", conf=QUICK)
    number = broken = 0
    with tempfile.TemporaryDirectory() as scratch:
        write_templates(Path(scratch) / "templates", spark)
        for seed in count(first):
            folder = Path(scratch) / str(seed)
            fill(folder, Path(scratch) / "templates", files, random.Random(seed))
            for job, changes, wrong in go_round(folder, seed, PAUSE, quiet_too=seed % 5 == 0):
                faulthandler.dump_traceback_later(HANG, exit=True)
                number += 1
                broken += bool(wrong)
                print(
                    f"{number}: {job}, {changes} changes: {'as promised' if not wrong else f'{len(wrong)} WRONG'}",
                    flush=True,
                )
                for each in wrong[:12]:
                    print(f"    {each}", flush=True)
            if not broken:
                shutil.rmtree(folder)
            if number >= runs:
                break
    faulthandler.cancel_dump_traceback_later()
    spark.stop()
    print(f"{number} runs over {files} files, {broken} not as promised")
    sys.exit(bool(broken))


if __name__ == "__main__":
    main()
