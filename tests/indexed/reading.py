"""`python -m tests.indexed.reading [READER ...]`: every reader reads each result of `index add` and `index strip` as it reads the source,
of files of all writers. 1 where one reads something else.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

import inlay
from inlay.verbs.index.file_statement import list_file_statements
from inlay.verbs.index.page_checksums import PAGE_CHECKSUMS
from inlay.verbs.index.statement import list_statements
from tests.indexed.random_tables import NUMBER, make_table
from tests.indexed.soak import LEAKING, start_writers
from tests.indexed.writers import WRITERS
from tests.indexed.writing import WriterProcess
from tests.readers.outcome import Kind, Outcome
from tests.readers.process import ReaderProcess
from tests.readers.registry import PATIENCE, READERS, lacking
from tests.verbs.verify.values.geometry_files import native, point

EVERY: Final = "all"

WHAT: Final = (
    EVERY,
    *(it.name for it in list_statements()),
    *(it.name for it in list_file_statements()),
    PAGE_CHECKSUMS,
)

FIRST: Final = {"column-index": "offset-index", "type-order": "ieee754-order"}
"""What has to be there before another has something to add."""

BYTES: Final = ("bytes", "fixed")


class Results(NamedTuple):
    """A file as it was written, and what was made of it, by what was done."""

    source: Path
    made: Mapping[str, Path]


class Reading(NamedTuple):
    """Of one reader: `read` results as it reads the source, `retyped` ones with the same values in other types, as fastparquet where
    nothing counts nulls; `refused` ones as it refuses the source, and `other`."""

    read: int
    retyped: int
    refused: int
    other: list[str]


def write_sources(
    writers: Mapping[str, WriterProcess], folder: Path, *, seed: int, rows: int
) -> Iterator[Path]:
    """Two of each writer, for ClickHouse takes all bytes for text; and one of geometries."""
    rows_of_table: Any = make_table(seed, rows=rows, values=20).rows
    for name, writer in writers.items():
        path, bytes_path = folder / f"{name}.parquet", folder / f"{name}, bytes.parquet"
        writer.write(rows_of_table.drop_columns([*BYTES]), path)
        yield path
        writer.write(rows_of_table.select([NUMBER, *BYTES]), bytes_path)
        yield bytes_path
    path = folder / "geometries.parquet"
    path.write_bytes(native([None if it % 7 == 0 else point(it, -it) for it in range(rows)]))
    yield path


def make_results(source: Path) -> Results:
    """Each statement added to the file without any, and to the file as it was; where there is nothing to add, there is no result."""
    bare = _copy(source, "without any")
    inlay.strip_index(bare, what=[EVERY])
    made = {"strip all": bare}
    for name in WHAT:
        for given, how in ((bare, "alone"), (source, "beside the writer's")):
            path = _copy(given, f"{name}, {how}")
            if name in FIRST:
                inlay.add_index(path, what=[FIRST[name]])
            inlay.add_index(path, what=[name], rewrite_headers=name == PAGE_CHECKSUMS)
            if path.read_bytes() != given.read_bytes():
                made[f"{name}, {how}"] = path
            else:
                path.unlink()
    return Results(source, made)


def _copy(path: Path, name: str) -> Path:
    copied = path.with_stem(f"{path.stem}, {name}")
    copied.write_bytes(path.read_bytes())
    return copied


def compare(reader: ReaderProcess, results: Iterable[Results]) -> Reading:
    """Who gives an error for the source may give it for the result. Of a reader of footers, which differ, it is enough to give one."""
    is_of_footers = READERS[reader.name].footer_only
    read = retyped = refused = 0
    other: list[str] = []
    for source, made in results:
        before = reader.read(source)
        for what, path in made.items():
            after = reader.read(path)
            if before.kind is after.kind is Kind.READ and is_of_footers:
                read += 1
            elif before.kind is after.kind is Kind.READ and before.detail != after.detail:
                values = [reader.values(it) for it in (source, path)]
                has_same_values = (
                    all(it.kind is Kind.READ for it in values)
                    and values[0].values == values[1].values
                )
                retyped += has_same_values
                if not has_same_values:
                    other.append(f"{reader.name}, {source.stem}, {what}: other values")
            elif not _is_same(before, after):
                other.append(f"{reader.name}, {source.stem}, {what}: {after}, before: {before}")
            elif before.kind is Kind.READ:
                read += 1
            else:
                refused += 1
    return Reading(read, retyped, refused, other)


def _read_by(name: str, results: Sequence[Results]) -> Reading:
    """By one process; or by one for each source, where it would run out of threads."""
    parts = [[it] for it in results] if name in LEAKING else [results]
    readings: list[Reading] = []
    for part in parts:
        with ReaderProcess(name, PATIENCE) as reader:
            readings.append(compare(reader, part))
    read, retyped, refused, others = zip(*readings, strict=True)
    return Reading(sum(read), sum(retyped), sum(refused), [*chain.from_iterable(others)])


def _is_same(before: Outcome, after: Outcome) -> bool:
    return (before.kind, before.detail) == (after.kind, after.detail)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.indexed.reading", description=__doc__)
    parser.add_argument("readers", nargs="*", default=[*READERS])
    parser.add_argument("--writers", nargs="*", default=[*WRITERS], help="these alone (all)")
    parser.add_argument("--seed", type=int, default=0, help="of the rows (0)")
    options = parser.parse_args(arguments)
    missing = {name: why for name in options.readers if (why := lacking(name)) is not None}
    if missing:
        print("not there:", *(f"{name}: {why}" for name, why in missing.items()), sep="\n  ")
        return 1
    others = 0
    with tempfile.TemporaryDirectory() as folder:
        with start_writers(options.writers) as writers:
            sources = [*write_sources(writers, Path(folder), seed=options.seed, rows=3_000)]
        results = [make_results(source) for source in sources]
        print(f"{len(sources)} files, {sum(len(it.made) for it in results)} results", flush=True)
        for name in options.readers:
            reading = _read_by(name, results)
            others += len(reading.other)
            print(
                f"{name}: {reading.read} read as the source, {reading.retyped} in other types, "
                f"{reading.refused} refused as the source, {len(reading.other)} other",
                *reading.other[:20],
                sep="\n  ",
                flush=True,
            )
    return int(others > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
