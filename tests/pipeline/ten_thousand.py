"""10,000 files, 1% of them damaged in 21 ways: `python -m tests.pipeline.ten_thousand`. The suite has samples.

The catalog has the good ones, and `problems` the bad ones; a migration changes the good ones, a second one nothing,
and taking it back leaves every byte of all of them as it was.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from inlay_spark.catalog.build import build_catalog
from inlay_spark.catalog.views import open_catalog
from inlay_spark.migration import Operation, migrate, plan, rollback, verify
from inlay_spark.session import session
from tests.pipeline.damaged_lake import ERROR_IDS, make

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FILES = 10_000
BAD = FILES // 100
GOOD = FILES - BAD

Result = TypeVar("Result")


def timed(what: str, work: Callable[[], Result]) -> Result:
    start = time.perf_counter()
    result = work()
    took = time.perf_counter() - start
    said = getattr(result, "states", result)
    print(f"{what}: {took:.1f} s, {FILES / took:,.0f} files a second; {said}", flush=True)
    return result


def catalog(spark: SparkSession, lake: str, out: str, good: list[str], bad: dict[str, str]) -> None:
    done = timed("catalog", lambda: build_catalog(spark, lake, out))
    assert (done.files, done.unreadable, done.unchanged) == (FILES, BAD, 0)
    tables = open_catalog(spark, out)
    for table in ("files", "column_chunks", "schema"):
        found = sorted(row.path for row in tables[table].select("path").distinct().collect())
        assert found == sorted(good), table
    problems = {row.path: row.error_id for row in tables["problems"].collect()}
    assert problems == {path: ERROR_IDS[damage] for path, damage in bad.items()}
    again = timed("catalog again", lambda: build_catalog(spark, lake, out))
    tried = sum(ERROR_IDS[damage].startswith("io") for damage in bad.values())
    assert (again.files, again.unchanged) == (tried, FILES - tried)


def migration(spark: SparkSession, lake: str, work: Path, to: str, bad: dict[str, str]) -> None:
    operation, old = Operation(to), digests(lake)
    journals = [str(work / f"{to}-{number}") for number in range(2)]
    cost = timed(f"plan {to}", lambda: plan(spark, [lake], operation).actions)
    assert cost == {"change": GOOD} | {"problem": BAD}
    assert digests(lake) == old
    there = timed(f"to {to}", lambda: migrate(spark, [lake], operation, journals[0]))
    assert (there.states, there.swept) == ({"done": GOOD} | {"problem": BAD}, 0)
    assert {path for path, _ in there.reasons} == bad.keys()
    new = digests(lake)
    assert {path for path in new if new[path] != old[path]} == new.keys() - bad.keys()
    checked = timed("verify 1%", lambda: verify(spark, journals[0]).states)
    assert checked == {"done": GOOD}
    again = timed("again", lambda: migrate(spark, [lake], operation, journals[1]).states)
    assert again == {"same": GOOD} | {"problem": BAD}
    assert digests(lake) == new
    back = timed("back", lambda: rollback(spark, journals[0]).states)
    assert back == {"done": GOOD}
    assert digests(lake) == old


def digests(lake: str) -> dict[str, str]:
    """Of everything that lies there, hidden or not."""
    found: dict[str, str] = {}
    for folder, _, names in os.walk(lake):
        for name in names:
            path = Path(folder, name)
            is_file = path.is_file() and not path.is_symlink()
            found[str(path)] = hashlib.sha256(path.read_bytes() if is_file else b"").hexdigest()
    return found


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        lake = Path(folder) / "lake"
        good, bad = make(lake, files=FILES, bad_in=100)
        spark = session()
        catalog(spark, str(lake), str(Path(folder) / "out"), good, bad)
        for to in sys.argv[1:] or ["private"]:
            migration(spark, str(lake), Path(folder), to, bad)
        spark.stop()


if __name__ == "__main__":
    main()
