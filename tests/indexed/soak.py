"""`python -m tests.indexed.soak --predicates 100000 [READER ...]`: random files of all writers, with all that `index add` gives, and filters
by which each reader has to find the rows that it finds among all rows; until so many were asked of each reader. A later run goes on
with the seed that it tells.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, cast

import inlay
from tests.indexed.random_tables import RandomTable, make_table
from tests.indexed.searching import SEARCHERS
from tests.indexed.writers import WRITERS
from tests.indexed.writing import WriterProcess, starting
from tests.lies.kind import Query
from tests.readers.outcome import Kind
from tests.readers.process import ReaderProcess

AT_ONCE: Final = 100
"""Queries of a question. Spark makes one job of them."""

PATIENCE: Final = 600.0

LEAKING: Final = frozenset({"Daft"})
"""Each filter leaves them a thread, and what a child may hold is limited: so these begin anew with each question."""


class SearchingProcess(ReaderProcess):
    child = "tests.indexed.child"

    def compare(
        self, path: Path, bare: Path, queries: Sequence[Query]
    ) -> tuple[int, dict[Query, str]]:
        """How many queries it knows, and the answers that differ from those of the file without statements."""
        known, other = 0, dict[Query, str]()
        for start in range(0, len(queries), AT_ONCE):
            some = queries[start : start + AT_ONCE]
            outcome = self._ask("ask", path, str(bare), json.dumps(some))
            if self.name in LEAKING:
                self._end()
            if outcome.kind is not Kind.READ:
                raise RuntimeError(f"{self.name} on {path.name}: {outcome}")
            answer = cast("dict[str, list[Any]]", outcome.values)
            known += sum(answer["known"])
            other.update({some[at]: told for at, told in answer["other"]})
        return known, other


class IndexedFile(NamedTuple):
    """A file with all that can be added, what it was before, and the same without any statement."""

    path: Path
    source: Path
    bare: Path
    writer: str
    queries: Sequence[Query]


class Searched(NamedTuple):
    """`before` are answers that differ in the file as it was written, too."""

    predicates: int
    other: list[str]
    before: list[str]


def make_files(
    seed: int, writers: Mapping[str, WriterProcess], folder: Path, *, rows: int, values: int
) -> Iterator[IndexedFile]:
    """One of each writer. With every other seed, what the writer says goes first, and all is ours."""
    table = make_table(seed, rows=rows, values=values)
    for name, writer in writers.items():
        path = folder / f"{seed} {name}.parquet"
        source, bare = (path.with_stem(f"{path.stem}, {it}") for it in ("source", "bare"))
        writer.write(table.rows, source)
        bare.write_bytes(source.read_bytes())
        inlay.strip_index(bare, what=["all"])
        path.write_bytes((source if seed % 2 else bare).read_bytes())
        inlay.add_index(path, what=["all"])
        yield IndexedFile(path, source, bare, name, _choose_queries(table, name))


def _draw(file: IndexedFile, seed: int, number: int) -> IndexedFile:
    some = Random(seed).sample(file.queries, min(number, len(file.queries)))
    return file._replace(queries=some)


def _choose_queries(table: RandomTable, writer: str) -> list[Query]:
    without = WRITERS[writer].without
    return [it for it in table.queries if it.column.split(".")[0] not in without]


def search(reader: SearchingProcess, file: IndexedFile) -> Searched:
    known, other = reader.compare(file.path, file.bare, file.queries)
    _, before = reader.compare(file.source, file.bare, [*other]) if other else (0, {})
    told = [
        f"{reader.name}, {file.path.stem}: {query}: {said}"
        for query, said in other.items()
        if query not in before
    ]
    ever = [f"{reader.name}, {file.path.stem}: {query}: {said}" for query, said in before.items()]
    return Searched(known, told, ever)


@contextmanager
def start_writers(names: Sequence[str]) -> Iterator[dict[str, WriterProcess]]:
    with ExitStack() as stack:
        yield {name: stack.enter_context(starting(name)) for name in names}


def main(arguments: Sequence[str]) -> int:
    """1 if a row was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.indexed.soak", description=__doc__)
    parser.add_argument("readers", nargs="*", default=[*SEARCHERS])
    parser.add_argument("--predicates", type=int, default=100_000, help="for each reader (100,000)")
    parser.add_argument("--of-a-file", type=int, default=10_000, help="this many alone (all)")
    parser.add_argument("--seed", type=int, default=0, help="of the first table (0)")
    parser.add_argument("--writers", nargs="*", default=[*WRITERS], help="these alone (all)")
    options = parser.parse_args(arguments)
    asked = dict.fromkeys(options.readers, 0)
    seconds = dict.fromkeys(options.readers, 0.0)
    files = lost = 0
    with start_writers(options.writers) as writers, ExitStack() as stack:
        readers = {name: stack.enter_context(SearchingProcess(name, PATIENCE)) for name in asked}
        seed = options.seed
        while min(asked.values()) < options.predicates:
            with tempfile.TemporaryDirectory() as folder:
                for file in make_files(seed, writers, Path(folder), rows=6_000, values=20):
                    files += 1
                    for name, reader in readers.items():
                        if asked[name] >= options.predicates:
                            continue
                        start = time.perf_counter()
                        searched = search(reader, _draw(file, seed, options.of_a_file))
                        seconds[name] += time.perf_counter() - start
                        asked[name] += searched.predicates
                        lost += len(searched.other)
                        before = (f"before: {it}" for it in searched.before[:2])
                        for line in (*searched.other[:5], *before):
                            print(f"  {line}", flush=True)
                    told = ", ".join(f"{it} {asked[it]:,} ({seconds[it]:,.0f} s)" for it in asked)
                    what = f"{files:,} files, to {file.path.stem}, {lost:,} answers are others"
                    print(f"{what}; asked: {told}", flush=True)
            seed += 1
    return int(lost > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
