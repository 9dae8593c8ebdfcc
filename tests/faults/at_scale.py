"""Faults over every command that writes, drawn by a seed: `python -m tests.faults.at_scale 100000`. The suite has a sample.

Each fault strikes one call of one command, in this process (`struck_system.py`); of every hundredth, the process is a child
that kills itself. Then each file is the old or the new one, byte for byte; what failed has left nothing beside it; after what
could not clean up, `inlay recover` does; and the same command then does its work. `--seed S` draws others, `--only NAME` draws
those of one case, `--objects N` and `--jobs N` are those of stores and of Spark.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from tests.faults.changing_commands import CASES
from tests.faults.struck_commands import Trial
from tests.faults.struck_system import KINDS

MEMORY: Final = Path("/dev/shm")


class Totals(NamedTuple):
    """Faults by command and kind, and what was left of the file."""

    by_case: Counter[str]
    by_kind: Counter[str]
    by_result: Counter[str]
    broken: list[str]


def strike_commands(
    count: int, seed: int, folder: Path, *, only: str = "", forks: bool = True
) -> Totals:
    """A fault that broke a promise is among `broken`, with what repeats it."""
    random = Random(seed)
    names = [name for name in CASES if not only or name == only]
    weights = [CASES[name].weight for name in names]
    trials: dict[str, Trial] = {}
    totals = Totals(Counter(), Counter(), Counter(), [])
    order = random.choices(names, weights, k=count)
    for number, name in enumerate(order):
        trial = trials.get(name)
        if trial is None:
            trial = trials[name] = Trial(name, folder)
        kind = "child" if forks and number % 100 == 99 else random.choice(KINDS)
        at, chance = trial.draw_call(random), random.randrange(1 << 30)
        try:
            result = trial.strike(kind, at, chance)
        except AssertionError as error:
            totals.broken.append(
                f"{name}, {kind}, call {at} of {len(trial.calls)}, seed {chance}: {error}"
            )
            result = "broken"
        totals.by_case[name] += 1
        totals.by_kind[kind] += 1
        totals.by_result[result] += 1
        if number % 5000 == 4999:
            print(f"{number + 1:,} faults", file=sys.stderr, flush=True)
    return totals


def show(totals: Totals) -> None:
    for counts in (totals.by_case, totals.by_kind, totals.by_result):
        print()
        for name, count in sorted(counts.items(), key=lambda pair: -pair[1]):
            print(f"{count:8,}  {name}")
    print("\n".join(totals.broken[:40]))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="faults over every command that writes")
    parser.add_argument("count", type=int, help="faults of commands on files")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="the name of a case")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        os.environ["INLAY_CONFIG"] = str(Path(folder) / "files" / "inlay.toml")
        totals = strike_commands(options.count, options.seed, Path(folder), only=options.only)
        gc.unfreeze()
        show(totals)
    return 1 if totals.broken else 0


if __name__ == "__main__":
    sys.exit(main())
