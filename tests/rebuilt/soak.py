"""`python -m tests.rebuilt.soak --cuts 100000 --tally FILE [WRITER ...]`: files of all writers, cut at so many offsets in all, and rebuilt. What
should not be is told, with the seed that makes the file again. The next run with FILE goes on where this one ended, and adds to it."""

from __future__ import annotations

import argparse
import json
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from pathlib import Path
from random import Random

import inlay
from tests.rebuilt.cutting import FINE, Bench, Kind, Way, WholeFile, read_whole_file
from tests.rebuilt.tables import make_table
from tests.rebuilt.writers import WRITERS, write

CUTS = 600
"""Of a file."""

TOLD = 3
"""Of a file, what should not be."""

_WAYS = (*[Way.CUT] * 7, *[Way.FLIPS] * 2, Way.SIBLING)


def make_whole_file(seed: int, name: str, process: Executor, folder: Path) -> WholeFile:
    """Beside it lie one like it, one of its columns but the last, and one of random columns."""
    rows, without = WRITERS[name].rows, WRITERS[name].without
    table = make_table(seed, rows=rows, without=without)
    path, like, fewer, other = (folder / f"{it}.parquet" for it in ("0", "like", "fewer", "other"))
    tables = [
        (table, path),
        (table.slice(rows // 2), like),
        (table.select(table.column_names[:-1]), fewer),
        (make_table(seed + 1, rows=80, without=without), other),
    ]
    process.submit(write, name, tables, seed).result()
    others = [inlay.read_metadata(it) for it in (fewer, other)]
    own, its = inlay.read_metadata(path), inlay.read_metadata(like)
    # DuckDB may shred Variants in another way in each file.
    return read_whole_file(name, path, its if its.schema == own.schema else own, others)


@contextmanager
def start_writers(names: Iterable[str]) -> Iterator[dict[str, Executor]]:
    with ExitStack() as stack:
        spawn = get_context("spawn")
        yield {
            name: stack.enter_context(ProcessPoolExecutor(1, mp_context=spawn)) for name in names
        }


def cut_file(
    seed: int, name: str, process: Executor, folder: Path
) -> tuple[Counter[tuple[Way, Kind]], list[str]]:
    """What came of it how often, and what is to be looked at."""
    try:
        file = make_whole_file(seed, name, process, folder)
    except Exception as error:  # of the writer: not every one can write all kinds
        return Counter(), [f"{name}, seed {seed}: not written: {error!r:.200}"]
    bench, kinds, told = Bench(folder), Counter[tuple[Way, Kind]](), list[str]()
    for number in range(CUTS):
        random = Random(f"{seed} {number}")
        way = random.choice(_WAYS)
        start = f"{name}, seed {seed}, number {number}, {way.value}"
        try:
            outcome = bench.try_out(file, way, random)
        except Exception:
            told.append(f"{start}: {traceback.format_exc()}")
            kinds[way, Kind.WRONG] += 1
            continue
        kinds[way, outcome.kind] += 1
        if outcome.kind not in FINE[way]:
            told.append(
                f"{start} at {outcome.at:,} of {len(file.data):,}, flips {outcome.flipped}: "
                f"{outcome.kind.name}: {outcome.said}"
            )
    return kinds, told


class Tally:
    """What came of all cuts of whole rounds over the writers, in a file if there is one. `seed` is that of the next round."""

    def __init__(self, path: Path | None, seed: int) -> None:
        self._path, self.seed = path, seed
        self.kinds: dict[str, Counter[tuple[Way, Kind]]] = {}
        if path is not None and path.exists():
            kept = json.loads(path.read_text())
            self.seed = kept["seed"]
            for writer, way, kind, cuts in kept["cuts"]:
                self.of(writer)[Way[way], Kind[kind]] = cuts

    def of(self, writer: str) -> Counter[tuple[Way, Kind]]:
        return self.kinds.setdefault(writer, Counter())

    @property
    def cuts(self) -> int:
        return sum(it.total() for it in self.kinds.values())

    def end_round(self) -> None:
        self.seed += 1
        if self._path is None:
            return
        rows = [
            (writer, way.name, kind.name, cuts)
            for writer, kinds in self.kinds.items()
            for (way, kind), cuts in kinds.items()
        ]
        new = self._path.with_suffix(".new")
        new.write_text(json.dumps({"seed": self.seed, "cuts": rows}))
        new.replace(self._path)

    def show(self) -> None:
        for writer, kinds in self.kinds.items():
            _show(writer, kinds)
        _show("all", sum(self.kinds.values(), Counter()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("writers", nargs="*", default=list(WRITERS))
    parser.add_argument("--cuts", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--tally", type=Path)
    asked = parser.parse_args()
    tally = Tally(asked.tally, asked.seed)
    with start_writers(asked.writers) as writers:
        while tally.cuts < asked.cuts:
            for name, process in writers.items():
                with tempfile.TemporaryDirectory() as folder:
                    kinds, told = cut_file(tally.seed, name, process, Path(folder))
                tally.of(name).update(kinds)
                print(*told[:TOLD], sep="\n", end="\n" if told else "", flush=True)
            tally.end_round()
            print(f"{tally.cuts:,} cuts; the next seed is {tally.seed}", flush=True)
    tally.show()


def _show(writer: str, kinds: Mapping[tuple[Way, Kind], int]) -> None:
    for way in Way:
        said = ", ".join(f"{kinds[way, it]:,} {it.value}" for it in Kind if kinds.get((way, it), 0))
        print(f"{writer}, {way.value}: {said}", flush=True)


if __name__ == "__main__":
    main()
