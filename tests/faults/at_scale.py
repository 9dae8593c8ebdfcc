"""Faults over every command that writes, drawn by a seed: `python -m tests.faults.at_scale 100000`. The suite has a sample.

Each fault strikes one call of one command, in this process (`struck_system.py`); of every hundredth, the process is a child
that kills itself. Then each file is the old or the new one, byte for byte; what failed has left nothing beside it; after what
could not clean up, `inlay recover` does; and the same command then does its work. `--seed S` draws others, `--only NAME` draws
those of one case, and `--objects N` strikes requests to a store. `docs/trust.md` has the figures.
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
from tests.faults.struck_objects import KINDS as OBJECT_KINDS
from tests.faults.struck_objects import OBJECT_CASES, ObjectTrial
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
    for number, name in enumerate(random.choices(names, weights, k=count)):
        trial = trials.get(name)
        if trial is None:
            trial = trials[name] = Trial(name, folder)
        kind = "child" if forks and number % 100 == 99 else random.choice(KINDS)
        _count(totals, name, kind, trial, trial.draw_call(random, kind), random.randrange(1 << 30))
    return totals


def strike_objects(count: int, seed: int) -> Totals:
    """The same of requests to a store."""
    random = Random(seed)
    names = [(name, in_parts) for name in OBJECT_CASES for in_parts in (True, False)]
    trials: dict[tuple[str, bool], ObjectTrial] = {}
    totals = Totals(Counter(), Counter(), Counter(), [])
    for name, in_parts in random.choices(names, k=count):
        trial = trials.get((name, in_parts))
        if trial is None:
            trial = trials[name, in_parts] = ObjectTrial(name, in_parts=in_parts)
        kind, at = random.choice(OBJECT_KINDS), random.randint(1, trial.count)
        shown = f"{name}, object{' in parts' if in_parts else ''}"
        _count(totals, shown, f"request: {kind}", trial, at, random.randrange(1 << 30))
    return totals


def _count(
    totals: Totals, name: str, kind: str, trial: Trial | ObjectTrial, at: int, seed: int
) -> None:
    try:
        result = trial.strike(kind.removeprefix("request: "), at, seed)
    except AssertionError as error:
        totals.broken.append(f"{name}, {kind}, call {at}, seed {seed}: {error}")
        result = "broken"
    totals.by_case[name] += 1
    totals.by_kind[kind] += 1
    totals.by_result[result] += 1


def show(totals: Totals) -> None:
    print(f"\n{totals.by_result.total():,} faults, {len(totals.broken)} broke a promise")
    for counts in (totals.by_case, totals.by_kind, totals.by_result):
        print()
        for name, count in sorted(counts.items(), key=lambda pair: -pair[1]):
            print(f"{count:8,}  {name}")
    print("\n".join(totals.broken[:40]))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="faults over every command that writes")
    parser.add_argument("count", type=int, help="faults of commands on files")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--only", default="", choices=sorted(CASES), metavar="NAME", help="the name of a case"
    )
    parser.add_argument("--objects", type=int, default=0, help="faults of commands on objects")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        os.environ["INLAY_CONFIG"] = str(Path(folder) / "files" / "inlay.toml")
        totals = strike_commands(options.count, options.seed, Path(folder), only=options.only)
        gc.unfreeze()
    objects = strike_objects(options.objects, options.seed)
    for each in (totals, objects):
        show(each)
    return 1 if totals.broken or objects.broken else 0


if __name__ == "__main__":
    sys.exit(main())
