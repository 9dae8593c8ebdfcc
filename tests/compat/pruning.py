"""How much a reader fetches of a file whose floating-point bounds are in total order, as new writers have them, and how much of the same
file after `inlay index add --what type-order`."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import inlay
from tests.compat.environments import installed
from tests.compat.measure import CompatProcess
from tests.compat.versions import READERS
from tests.readers.outcome import Kind, Outcome
from tests.readers.sources import footer_of, with_footer

GROUPS: Final = 10
ROWS: Final = 10_000
"""Of each row group: 80 KB of doubles, so that pages outweigh footers."""
VERSIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "pyarrow": ("22.0.0", "23.0.1", "24.0.0", "25.0.0", "26.0.1"),
    "duckdb": ("1.4.5", "1.5.6", "2.0.1"),
}
COLUMNS: Final = ("double", "float")
WANTED: Final = 12_345.25
"""In one of the row groups, and exact in both types."""


class Fetched(NamedTuple):
    """Bytes of the whole file, and those that a filter costs: by bounds in total order, and by bounds in the order of the type."""

    size: int
    total_order: int
    type_order: int


class Pair(NamedTuple):
    """A file as it is written, and with the order that old readers know."""

    before: Path
    after: Path


def write_in_total_order(path: Path) -> None:
    """As parquet-java 1.18 does: it declares this order, and counts the NaNs, of which there are none here."""
    pa: Any = importlib.import_module("pyarrow")
    values = [n / 4 for n in range(GROUPS * ROWS)]
    table = pa.table({"double": values, "float": pa.array(values, pa.float32())})
    write: Any = importlib.import_module("pyarrow.parquet").write_table
    write(table, path, row_group_size=ROWS, use_dictionary=False, compression="none")
    inlay.add_index(path, what=["ieee754-order"], target=inlay.Target(in_place=True))


def write_as_rust(path: Path) -> None:
    """Without the deprecated bounds that parquet-java and pyarrow write beside the others, and pyarrow goes by up to version 24."""
    write_in_total_order(path)
    metadata = footer_of(path)
    for group in metadata.row_groups:
        for chunk in group.columns:
            assert chunk.meta_data is not None
            assert chunk.meta_data.statistics is not None
            chunk.meta_data.statistics.min = chunk.meta_data.statistics.max = None
    with_footer(path, metadata)


WRITTEN: Final[Mapping[str, Callable[[Path], None]]] = {
    "as Java": write_in_total_order,
    "as Rust": write_as_rust,
}


def write_after(before: Path, folder: Path) -> Pair:
    """Raises ValueError where a column of the file keeps its order."""
    after = folder / f"{before.stem} in the order of the type.parquet"
    changed = inlay.add_index(before, what=["type-order"], target=inlay.Target(output=after))
    if not {it.column for it in changed.statements} >= set(COLUMNS):
        reasons = [f"{it.column}: {it.reason}" for it in changed.left_out]
        raise ValueError(f"{before}: {'; '.join(reasons) or 'its order is that of the type'}")
    return Pair(before, after)


def count_fetched(process: CompatProcess, pair: Pair) -> dict[str, Fetched]:
    """By column. Raises OSError where a reader gives no answer, or another number of rows by one order than by the other."""
    return {
        name: Fetched(
            pair.before.stat().st_size,
            *(_answer(process.fetched(path, name, WANTED))[0] for path in pair),
        )
        for name in COLUMNS
        if _require_same_rows(process, pair, name)
    }


def _require_same_rows(process: CompatProcess, pair: Pair, name: str) -> bool:
    """By a filter for the first value, which may be a zero. True, or an error."""
    before, after = (_answer(process.count(path, name)) for path in pair)
    if before != after or before[0] != before[1]:
        raise OSError(f"{pair.before}: {name}: rows found, rows there: {before}, then {after}")
    return True


def _answer(outcome: Outcome) -> list[int]:
    if outcome.kind is not Kind.READ:
        raise OSError(outcome.detail)
    (counts,) = outcome.values.values()
    assert isinstance(counts, list)
    numbers = [it for it in counts if isinstance(it, int)]
    assert len(numbers) == len(counts)
    return numbers


def list_fetched(folder: Path, files: Sequence[Path]) -> Iterator[str]:
    """A line for each file, reader, version and column, as a row of a table in Markdown. Files have both columns, and the wanted value once;
    where there are none, they are written into `folder`, as is what is made of them."""
    yield "| file | reader | column | size | fetched, total order | fetched, order of the type |"
    yield "|---|---|---|---|---|---|"
    if not files:
        files = [folder / f"{name}.parquet" for name in WRITTEN]
        for path, write in zip(files, WRITTEN.values(), strict=True):
            write(path)
    pairs = [write_after(path, folder) for path in files]
    for reader, versions in VERSIONS.items():
        for version in versions:
            with (
                installed(READERS[reader], version) as place,
                CompatProcess(f"{reader}={place}") as process,
            ):
                for pair in pairs:
                    for name, it in count_fetched(process, pair).items():
                        yield (
                            f"| {pair.before.stem} | {reader} {version} | {name} "
                            f"| {it.size:,} | {it.total_order:,} | {it.type_order:,} |"
                        )
