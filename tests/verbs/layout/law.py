"""The law of the ledger: every byte has one owner. The whole of what the suite has a sample of:

    python -m tests.verbs.layout.law [SECONDS]

holds all public files to it, then mutates them until so many seconds of processor time are over.
"""

from __future__ import annotations

import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from inlay.verbs.layout.ledger import Ledger
from inlay.verbs.layout.read_ledger import read_ledger
from tests.support import corpora

LARGEST = 60_000
"""Bytes of a file that is mutated."""


def check_law(ledger: Ledger) -> None:
    """Every byte is of one owner: things inside of others lie in them, and not over one another."""
    assert sum(ledger.own) == ledger.size
    reached: defaultdict[int, int] = defaultdict(int)
    for row, (start, size, own, parent) in enumerate(
        zip(ledger.start, ledger.length, ledger.own, ledger.parent, strict=True)
    ):
        assert 0 <= own <= size, ledger[row]
        if parent < 0:
            assert (row, start, size) == (0, 0, ledger.size)
            continue
        assert parent < row
        assert ledger.start[parent] <= start, ledger[row]
        assert start + size <= ledger.start[parent] + ledger.length[parent], ledger[row]
        assert start >= reached[parent], ledger[row]
        reached[parent] = start + size


def corpus_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def mutate(data: bytes, rng: random.Random) -> bytes:
    """Most of it where the footer is."""
    mutated = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(mutated))
        if rng.random() < 0.7:
            at = max(len(mutated) - 1 - int(rng.expovariate(1 / 300)), 0)
        match rng.randrange(10):
            case 0:
                del mutated[at + 1 :]
            case 1:
                mutated[at : at + rng.randrange(8)] = rng.randbytes(rng.randrange(1, 8))
            case 2:
                mutated += rng.randbytes(5)
            case _:
                mutated[at] ^= 1 << rng.randrange(8)
    return bytes(mutated)


def mutations(files: list[Path], seed: int) -> Iterator[bytes]:
    rng = random.Random(seed)
    small = [path.read_bytes() for path in files if 0 < path.stat().st_size < LARGEST]
    while True:
        yield mutate(rng.choice(small), rng)


def main(seconds: float) -> None:
    files = [path for name in corpora.CORPORA for path in corpus_files(corpora.place() / name)]
    for path in files:
        check_law(read_ledger(path))
    print(f"{len(files):,} files keep the law")
    count, begin = 0, time.process_time()
    for data in mutations(files, int(begin * 1e9)):
        if time.process_time() - begin > seconds:
            break
        try:
            check_law(read_ledger(data))
        except BaseException:
            Path("mutated.parquet").write_bytes(data)
            raise
        count += 1
    print(f"{count:,} mutated files keep the law")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 60)
