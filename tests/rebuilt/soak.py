"""`python -m tests.rebuilt.soak --cuts 100000 [WRITER ...]`: files of all writers, cut at so many offsets in all, and rebuilt."""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from itertools import count
from pathlib import Path
from random import Random

from tests.indexed.soak import start_writers
from tests.indexed.writers import WRITERS
from tests.rebuilt.cutting import Kind, cut_at_random, flip_at_random, make_whole_files

CUTS = 100
"""Of a file."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("writers", nargs="*", default=list(WRITERS))
    parser.add_argument("--cuts", type=int, default=100_000)
    parser.add_argument("--flips", type=int, default=0, help="of each file, beside its cuts")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    totals: dict[str, Counter[Kind]] = {name: Counter() for name in asked.writers}
    flips: dict[str, Counter[Kind]] = {name: Counter() for name in asked.writers}
    with tempfile.TemporaryDirectory() as name, start_writers(asked.writers) as writers:
        folder = Path(name)
        for seed in count(asked.seed):
            for file in make_whole_files(seed, writers, folder, rows=5_000):
                kinds, told = cut_at_random(file, CUTS, folder, Random(seed))
                totals[file.writer] += kinds
                if asked.flips:
                    flipped, wrong = flip_at_random(file, asked.flips, folder, Random(seed))
                    flips[file.writer] += flipped
                    told += wrong
                print(*told, sep="\n", end="\n" if told else "", flush=True)
            for path in folder.iterdir():
                path.unlink()
            if sum(total.total() for total in totals.values()) >= asked.cuts:
                break
            print(
                {
                    name: {kind.name: total[kind] for kind in Kind if total[kind]}
                    for name, total in totals.items()
                },
                flush=True,
            )
    for writer, kinds in [*totals.items(), *((f"{it}, flips", flips[it]) for it in flips)]:
        print(
            f"{writer}: "
            + ", ".join(f"{kinds[kind]:,} {kind.value}" for kind in Kind if kinds[kind])
        )


if __name__ == "__main__":
    main()
