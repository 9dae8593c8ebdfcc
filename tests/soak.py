"""Which tests fail by chance: a selection of them again and again, in random order, on a busy machine.

    python -m tests.soak --times 20 --load 4 tests/faults tests/tables/scan -k stream

What is not an option of this program is one of pytest. The last lines are a table: how often each test failed, in which
order first, and what it said. `--times 1 --seed S` repeats an order.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import SystemRandom
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple
from xml.etree import ElementTree

from tests.support.shuffled import SEED

ROOT: Final = Path(__file__).parents[1]
PYTEST: Final = "-m pytest -q -n 0 -p no:cacheprovider -p tests.support.shuffled".split()


class Failure(NamedTuple):
    """`test` is the name that pytest reports, or `pytest` where the run itself failed."""

    test: str
    message: str


class Row(NamedTuple):
    """A line of the table; `seed` gave the order in which the test failed first."""

    test: str
    times: int
    seed: int
    message: str


@contextmanager
def busy_processes(count: int) -> Iterator[None]:
    """So many of them never rest."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def run_shuffled(selection: Sequence[str], seed: int) -> list[Failure]:
    """The failures of one run of pytest in a process of its own."""
    with TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        command = [sys.executable, *PYTEST, f"--junitxml={report}", *selection]
        environment = {**os.environ, SEED: str(seed)}
        run = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        failures = list(failures_of(report)) if report.is_file() else []
    if run.returncode and not failures:
        last = (run.stdout + run.stderr).strip().splitlines()[-1:]
        return [Failure("pytest", f"exit status {run.returncode}: {' '.join(last)}")]
    return failures


def failures_of(report: Path) -> Iterator[Failure]:
    """Failed tests, fixtures and imports of a report in JUnit's form."""
    for case in ElementTree.parse(report).iter("testcase"):
        for outcome in (*case.iter("failure"), *case.iter("error")):
            name = f"{case.get('classname')}::{case.get('name')}"
            yield Failure(name, (outcome.get("message") or "").partition("\n")[0])


def soak(selection: Sequence[str], times: int, load: int, seed: int) -> list[Row]:
    """Runs `times` orders, those of `seed` and the numbers behind it; the test that failed most often comes first."""
    rows: dict[str, Row] = {}
    with busy_processes(load):
        for order in range(seed, seed + times):
            failures = run_shuffled(selection, order)
            print(f"order {order}: {len(failures)} failed", flush=True)
            for test, message in failures:
                row = rows.get(test, Row(test, 0, order, message))
                rows[test] = row._replace(times=row.times + 1)
    return sorted(rows.values(), key=lambda row: (-row.times, row.test))


def main(arguments: Sequence[str]) -> int:
    """1 if a test failed in any run."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--times", type=int, default=20, help="how many runs (20)")
    parser.add_argument("--load", type=int, default=0, help="busy processes beside them (0)")
    parser.add_argument("--seed", type=int, help="of the first order; without it, any")
    options, selection = parser.parse_known_args(arguments)
    seed = SystemRandom().randrange(10**6) if options.seed is None else options.seed
    rows = soak(selection, options.times, options.load, seed)
    for row in rows:
        print(f"{row.times}/{options.times}  {row.test}  (--seed {row.seed})\n    {row.message}")
    print(f"{len(rows)} tests failed in {options.times} runs from --seed {seed}")
    return int(bool(rows))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
