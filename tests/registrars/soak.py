"""`python -m tests.registrars.soak --pairs 1000000 [FORMAT ...]`: random files and filters, until so many pairs were asked of each format."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests.registrars.duckdb_process import DuckDBProcess
from tests.registrars.formats import NAMES
from tests.registrars.pairs import FindLost, find_lost
from tests.registrars.random_lakes import make_lake


class Soaked(NamedTuple):
    pairs: int
    lakes: int
    lost: list[str]


def soak(find: FindLost, pairs: int, seed: int, *, files: int = 40, values: int = 12) -> Soaked:
    """Lakes of the seeds from `seed` on."""
    asked = lakes = 0
    lost: list[str] = []
    while asked < pairs:
        lake = make_lake(seed + lakes, files=files, values=values)
        with tempfile.TemporaryDirectory() as folder:
            lost += (f"seed {seed + lakes}: {it}" for it in find(lake, Path(folder)))
        asked += lake.pairs
        lakes += 1
    return Soaked(asked, lakes, lost)


def main(arguments: Sequence[str]) -> int:
    """1 if a row was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.registrars.soak", description=__doc__)
    parser.add_argument("formats", nargs="*", default=NAMES)
    parser.add_argument("--pairs", type=int, default=1_000_000, help="for each format (1,000,000)")
    parser.add_argument("--seed", type=int, default=0, help="of the first lake (0)")
    options = parser.parse_args(arguments)
    is_lost = False
    with DuckDBProcess() as duckdb:
        for name in options.formats:
            start = time.perf_counter()
            soaked = soak(find_lost(name, duckdb), options.pairs, options.seed)
            seconds = time.perf_counter() - start
            print(
                f"{name}: {soaked.pairs:,} pairs of {soaked.lakes:,} lakes in {seconds:,.0f} s, {len(soaked.lost):,} lost",
                flush=True,
            )
            for line in soaked.lost[:20]:
                print(f"  {line}", flush=True)
            is_lost = is_lost or bool(soaked.lost)
    return int(is_lost)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
