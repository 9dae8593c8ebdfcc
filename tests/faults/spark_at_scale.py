"""Faults in Python workers of Spark, drawn by a seed: `python -m tests.faults.spark_at_scale 200`. The suite has a sample.

Each fault strikes one call of the file system in one worker of a job: SIGKILL, errors, a disk that stays full, calls that come
up short, an `fsync` that fails. Then each file is the old or the new one, the job goes on to its end when it is run again, and
`rollback` brings back every byte. `--only NAME` draws those of one case. `docs/trust.md` has the figures.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from inlay_spark.session import session
from tests.faults.at_scale import MEMORY, Totals, show
from tests.faults.struck_jobs import CASES, StruckJob
from tests.faults.struck_workers import KINDS, Strikes
from tests.support.quick_spark import QUICK

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

STRUCK: Final = {
    "spark.python.daemon.module": "tests.faults.struck_daemon",
    "spark.python.worker.reuse": "false",
}
"""Settings of a session whose workers are struck."""


def strike_jobs(
    spark: SparkSession, strikes: Strikes, count: int, seed: int, folder: Path, *, only: str = ""
) -> Totals:
    """A fault that broke a promise is among `broken`, with what repeats it; as far as tasks run in the same order. Each kind has
    its turn before one comes again."""
    random = Random(seed)
    kinds: list[str] = []
    jobs: dict[str, StruckJob] = {}
    totals = Totals(Counter(), Counter(), Counter(), [])
    for number in range(count):
        name = only or list(CASES)[number % len(CASES)]
        if name not in jobs:
            jobs[name] = StruckJob(spark, folder, strikes, name)
            print(f"{name}: {jobs[name].count} calls", flush=True)
        kinds = kinds or random.sample(KINDS, len(KINDS))
        kind, at = kinds.pop(), random.randint(1, jobs[name].count)
        chosen = random.randrange(1 << 30)
        try:
            result = jobs[name].strike(kind, at, chosen)
        except AssertionError as error:
            totals.broken.append(f"{name}, {kind}, call {at}, seed {chosen}: {error}")
            result = "broken"
        print(f"{number}: {name}, {kind} at {at}: {result}", flush=True)
        totals.by_case[name] += 1
        totals.by_kind[kind] += 1
        totals.by_result[result] += 1
    return totals


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="faults in Python workers of Spark")
    parser.add_argument("count", type=int, help="faults")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", choices=["", *sorted(CASES)], metavar="NAME")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        strikes = Strikes(Path(folder, "strikes"))  # before Java, from which workers know of them
        spark = session("local[2,4]", conf={**QUICK, **STRUCK, "spark.log.level": "OFF"})
        totals = strike_jobs(
            spark, strikes, options.count, options.seed, Path(folder), only=options.only
        )
        spark.stop()
    show(totals)
    return 1 if totals.broken else 0


if __name__ == "__main__":
    sys.exit(main())
