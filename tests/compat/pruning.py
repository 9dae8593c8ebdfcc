"""How much a reader fetches of a file whose floating-point bounds are in total order, as new writers have them, and how much of the same
file after `inlay index add --what type-order`."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import inlay
from tests.compat.environments import installed
from tests.compat.measure import CompatProcess
from tests.compat.versions import READERS
from tests.readers.outcome import Kind

GROUPS: Final = 10
ROWS: Final = 10_000
"""Of each row group: 80 KB of doubles, so that pages outweigh footers."""
VERSIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "pyarrow": ("22.0.0", "24.0.0", "25.0.0", "26.0.1"),
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


def write_in_total_order(path: Path) -> None:
    """parquet 60 of Rust and parquet-java 1.18 declare this order, and count the NaNs, of which there are none here."""
    pa: Any = importlib.import_module("pyarrow")
    values = [n / 4 for n in range(GROUPS * ROWS)]
    table = pa.table({"double": values, "float": pa.array(values, pa.float32())})
    write: Any = importlib.import_module("pyarrow.parquet").write_table
    write(table, path, row_group_size=ROWS, use_dictionary=False, compression="none")
    inlay.add_index(path, what=["ieee754-order"], target=inlay.Target(in_place=True))


def write_both(folder: Path) -> tuple[Path, Path]:
    """As it is written, and with the order that old readers know."""
    before, after = folder / "total.parquet", folder / "type.parquet"
    write_in_total_order(before)
    inlay.add_index(before, what=["type-order"], target=inlay.Target(output=after))
    return before, after


def count_fetched(process: CompatProcess, before: Path, after: Path) -> dict[str, Fetched]:
    """By column. Raises OSError where a reader gives no answer."""
    size = before.stat().st_size
    return {
        name: Fetched(size, *(_ask(process, path, name) for path in (before, after)))
        for name in COLUMNS
    }


def _ask(process: CompatProcess, path: Path, name: str) -> int:
    outcome = process.fetched(path, name, WANTED)
    if outcome.kind is not Kind.READ:
        raise OSError(outcome.detail)
    (counts,) = outcome.values.values()
    assert isinstance(counts, list)
    (number,) = counts
    assert isinstance(number, int)
    return number


def list_fetched(folder: Path) -> Iterator[str]:
    """A line for each reader, version and column, as a row of a table in Markdown."""
    yield "| reader | column | file | fetched, total order | fetched, order of the type |"
    yield "|---|---|---|---|---|"
    before, after = write_both(folder)
    for reader, versions in VERSIONS.items():
        for version in versions:
            with (
                installed(READERS[reader], version) as place,
                CompatProcess(f"{reader}={place}") as process,
            ):
                for name, it in count_fetched(process, before, after).items():
                    yield (
                        f"| {reader} {version} | {name} | {it.size:,} | {it.total_order:,} | {it.type_order:,} |"
                    )
