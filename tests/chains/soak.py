"""`python -m tests.chains.soak --chains 10000`: random files through chains of up to five commands that keep values. After each, pyarrow and
DuckDB read what they read before, filters and counts find all rows, `verify --values --data` has no new finding, and what takes a command
back gives the bytes of before. What is refused leaves nothing behind. A later run goes on with the seed that it tells.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from inlay.__main__ import run as run_inlay
from inlay.cli.exit_codes import ExitCode
from tests.chains.files import write_random_file
from tests.chains.seen import Column, Seen, look_at
from tests.chains.steps import STEPS, Planned

MOST: Final = 5
"""Commands of a chain."""


class BrokenLaw(Exception):
    """What a command did that it must not do."""


class Soaked(NamedTuple):
    """`steps` are commands that were done, `refused` those that were not."""

    steps: Counter[str]
    refused: Counter[str]
    broken: list[str]


class Chain:
    """A file and what became of it, in a folder of its own."""

    def __init__(self, seed: int, folder: Path) -> None:
        self._random = Random(seed)
        self._folder = folder
        self.words: list[str] = []
        self.steps = Counter[str]()
        self.refused = Counter[str]()

    def run(self) -> None:
        """Raises BrokenLaw."""
        path = self._folder / "0.parquet"
        write_random_file(self._random, path)
        seen = [self._look_at(path)]
        for _ in range(self._random.randint(1, MOST)):
            name = self._random.choice([*STEPS])
            planned = STEPS[name](self._random, seen[-1], seen[:-1])
            if planned is None:
                continue
            out = self._folder / f"{len(seen)}.parquet"
            done = self._dump(planned, out) if name == "dump" else self._do(planned.words, out)
            (self.steps if done else self.refused)[name] += 1
            if not out.exists():  # refused, or there was nothing to do
                continue
            seen.append(self._look_at(out))
            require_equal(planned, (seen[-2], *planned.others), seen[-1])
            if name == "dump":
                require_bytes(out, seen[-2].path)
            elif planned.back and self.steps[name] == 1:  # what is there already is taken out, too
                self._go_back(planned, out, seen[-2].path)

    def _look_at(self, path: Path) -> Seen:
        return look_at(path, self._random.randrange(1 << 30))

    def _go_back(self, planned: Planned, changed: Path, path: Path) -> None:
        restored = self._folder / "restored.parquet"
        restored.unlink(missing_ok=True)
        if self._do([*planned.back, changed], restored):
            require_bytes(restored, path)

    def _dump(self, planned: Planned, out: Path) -> bool:
        text = self._folder / "text"
        text.unlink(missing_ok=True)
        source = planned.words[-1]
        return self._do(planned.words, text) and self._do(
            ["assemble", text, "--source", source], out
        )

    def _do(self, words: Sequence[object], out: Path) -> bool:
        """Whether it was done. Raises BrokenLaw for a refusal that is none."""
        before = {*self._folder.iterdir()}
        told = io.StringIO()
        arguments = [str(word) for word in (*words, "-o", out)]
        self.words.append(" ".join(arguments).replace(f"{self._folder}/", ""))
        with contextlib.redirect_stdout(told), contextlib.redirect_stderr(told):
            code = run_inlay(arguments)
        if code in (ExitCode.OK, ExitCode.FINDINGS):
            return True
        if code == ExitCode.INTERNAL or "error: " not in told.getvalue():
            raise BrokenLaw(f"exit code {code}: {told.getvalue()}")
        if {*self._folder.iterdir()} != before:
            raise BrokenLaw("a refusal leaves something behind")
        return False


def require_bytes(path: Path, expected: Path) -> None:
    """Raises BrokenLaw."""
    if path.read_bytes() != expected.read_bytes():
        raise BrokenLaw(f"{path.name} is not {expected.name}, byte for byte")


def require_equal(planned: Planned, before: Sequence[Seen], after: Seen) -> None:
    """Raises BrokenLaw for what readers see after a command that they did not see before it, in any of its sources."""
    for reader, columns in after.views.items():
        expected = planned.views.get(reader, columns)
        if _sorted(columns, planned) != _sorted(expected, planned):
            raise BrokenLaw(f"{reader} reads {columns} and should read {expected}")
    for kind in ("findings", "lost"):
        more = getattr(after, kind).difference(*(getattr(it, kind) for it in before))
        if more:
            raise BrokenLaw(f"{kind}: {', '.join(sorted(more))}")


def _sorted(columns: list[Column], planned: Planned) -> list[Column]:
    if not planned.is_sorted:
        return columns
    return [(name, sorted(values)) for name, values in columns]


def soak(seed: int, chains: int) -> Soaked:
    """Of the seeds from `seed` on."""
    soaked = Soaked(Counter(), Counter(), [])
    for number in range(seed, seed + chains):
        with tempfile.TemporaryDirectory() as folder:
            chain = Chain(number, Path(folder))
            try:
                chain.run()
            except BrokenLaw as error:
                words = "; ".join(chain.words)
                soaked.broken.append(f"seed {number}: {words}: {str(error)[:1000]}")
            soaked.steps.update(chain.steps)
            soaked.refused.update(chain.refused)
    return soaked


def main(arguments: Sequence[str]) -> int:
    """1 if a law was broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.chains.soak", description=__doc__)
    parser.add_argument("--chains", type=int, default=10_000, help="how many (10,000)")
    parser.add_argument("--seed", type=int, default=0, help="of the first (0)")
    options = parser.parse_args(arguments)
    broken = 0
    for seed in range(options.seed, options.seed + options.chains, 100):
        soaked = soak(seed, min(100, options.seed + options.chains - seed))
        broken += len(soaked.broken)
        for line in soaked.broken:
            print(f"  {line}")
        counts = f"{soaked.steps.total():,} steps, {soaked.refused.total():,} refused"
        print(f"from seed {seed:,}: {counts}; {broken:,} laws broken so far", flush=True)
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
