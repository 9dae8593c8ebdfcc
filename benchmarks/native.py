"""How fast does the native core read a footer, against everything else that Python can call?

`python -m benchmarks.native` prints this table alone; `--big` adds the footer of 20 MB, and the figures that need it.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import pyarrow.parquet as pq

from benchmarks import apache, floors, footers, native_memory, peers
from benchmarks.measure import Contender, Timing, measure
from inlay_runtime.core import describe
from inlay_runtime.struct import Struct
from parquet_format.parquet import FileMetaData

METHOD: Final = (
    "Footers by pyarrow, statistics and all. One process; contenders take turns, a collection before every sample, the result is let go "
    "outside of the sample; medians of {rounds} rounds ({big} of 20 MB). A sample of a footer of under 100 KB is {often} calls, and the "
    "time is that of one: one call alone measures how cold the caches are after the collection. Times are in ms; the machine is shared, so read the ratios. `ten` is the "
    "`total_compressed_size` of ten columns of every row group, by ordinary access; `all` is every attribute of every "
    "struct. `pass` is a decode and no more: the validating pass and one object. `skip` is the floor: C that only skips, over a padded copy, checking nothing."
)
PYARROW: Final = "pyarrow"
APACHE: Final = "Apache Thrift, accelerated"
SHAPES: Final = [(100, 1), (1000, 10), (300, 40), (10_000, 1), (1000, 20)]
BIG: Final = (10_000, 20)
ROUNDS: Final = 7
BIG_ROUNDS: Final = 3
OFTEN: Final = 20
QUICK: Final = ["Polars", "rugo", "parquet-rs, opened by arro3"]


class Footer(NamedTuple):
    """A footer to be decoded, and a file that has no more than it."""

    name: str
    data: bytes
    columns: list[int]  # the ten

    @property
    def file(self) -> bytes:
        return b"PAR1" + self.data + len(self.data).to_bytes(4, "little") + b"PAR1"


def run(big: bool = False) -> str:
    with tempfile.TemporaryDirectory() as folder:
        generated = apache.file_metadata_class(Path(folder))
        tables = {footer.name: measured(footer, generated, Path(folder)) for footer in made(big)}
    rows = [
        "## The native core: decode a footer",
        METHOD.format(rounds=ROUNDS, big=BIG_ROUNDS, often=OFTEN) + f" Core: {describe()}.",
        times(tables),
        "### Figures",
        figures(tables),
        native_memory.run(big),
    ]
    if generated is None:
        rows.append("Apache's rows are missing: no `thrift` compiler on this machine.")
    return "\n\n".join(rows)


def made(big: bool) -> Iterator[Footer]:
    for columns, groups in [*SHAPES, BIG] if big else SHAPES:
        ten = [at * columns // 10 for at in range(10)]
        yield Footer(f"{columns}x{groups}", footers.footer(columns, groups), ten)
    yield Footer("text 1000x10", footers.text_footer(1000, 10), [at * 100 for at in range(10)])
    yield Footer("text 300x40", footers.text_footer(300, 40), [at * 30 for at in range(10)])
    yield Footer("nested 300x10", footers.nested_footer(300, 10), [at * 90 for at in range(10)])


def measured(footer: Footer, generated: Any, folder: Path) -> dict[str, Timing]:
    """Every contender on one footer."""
    rounds = BIG_ROUNDS if len(footer.data) > 5e6 else ROUNDS
    if len(footer.data) > 1e5:
        return measure(dict(contenders(footer, generated, folder)), rounds)
    often = {
        name: partial(repeat, contender)
        for name, contender in contenders(footer, generated, folder)
    }
    timings = measure(often, rounds)
    return {name: Timing(each.median / OFTEN, each.samples) for name, each in timings.items()}


def repeat(contender: Contender) -> None:
    for _ in range(OFTEN):
        contender()


def contenders(footer: Footer, generated: Any, folder: Path) -> Iterator[tuple[str, Contender]]:
    data, file, columns = footer.data, footer.file, footer.columns
    positions = ",".join(map(str, columns))
    ten_paths = [f"row_groups.columns[{positions}].meta_data"]
    leaf_path = ["row_groups.columns.meta_data.data_page_offset"]

    def ten(meta: FileMetaData) -> tuple[FileMetaData, list[int]]:
        found: list[int] = []
        for group in meta.row_groups:
            chunks = group.columns
            for at in columns:
                chunk = chunks[at].meta_data
                assert chunk is not None
                found.append(chunk.total_compressed_size)
        return meta, found

    def ten_of_pyarrow() -> tuple[object, list[int]]:
        meta = pq.read_metadata(io.BytesIO(file))
        return meta, [
            meta.row_group(group).column(at).total_compressed_size
            for group in range(meta.num_row_groups)
            for at in columns
        ]

    eager = FileMetaData.decode(data, eager=True)
    assert eager.encode() == data
    assert ten(FileMetaData.decode(data))[1] == ten_of_pyarrow()[1]
    yield "skip", floors.padded_skip(data)
    yield "memcpy", floors.copy(data)
    yield "pass", lambda: FileMetaData.decode(data)
    yield "lazy ten", lambda: ten(FileMetaData.decode(data))
    yield "mask ten", lambda: ten(FileMetaData.decode(data, fields=ten_paths))
    yield "mask leaf", lambda: FileMetaData.decode(data, fields=leaf_path)
    yield "lazy all", lambda: everything(FileMetaData.decode(data))
    yield "eager all", lambda: everything(FileMetaData.decode(data, eager=True))
    yield "eager", lambda: FileMetaData.decode(data, eager=True)
    yield "encode", eager.encode
    yield PYARROW, lambda: pq.read_metadata(io.BytesIO(file))
    yield "pyarrow ten", ten_of_pyarrow
    yield from peers.readers(file, folder / f"{footer.name}.parquet")
    fastparquet = peers.fastparquet(data)
    yield "fastparquet", fastparquet.decode
    if generated is not None:
        *_, accelerated = peers.apache_thrift(generated, data)
        yield APACHE, accelerated.decode
        yield f"{APACHE}, encode", accelerated.encode


def everything(value: Struct) -> Struct:
    """Every attribute of every struct, by ordinary access."""
    for field in value.SCHEMA.fields:
        found = getattr(value, field.slot)
        for below in found if isinstance(found, list) else (found,):
            if isinstance(below, Struct):
                everything(below)
    return value


def times(tables: dict[str, dict[str, Timing]]) -> str:
    names = list(dict.fromkeys(name for table in tables.values() for name in table))
    lines = ["| ms | " + " | ".join(tables) + " |", "|---|" + "---:|" * len(tables)]
    for name in names:
        cells = [
            f"{table[name].median * 1e3:.2f}" if name in table else "" for table in tables.values()
        ]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


Ratio = Callable[[dict[str, Timing]], float | None]


def ratio(above: str, below: str) -> Ratio:
    def found(table: dict[str, Timing]) -> float | None:
        if above not in table or below not in table:
            return None
        return table[above].median / table[below].median

    return found


def fastest(names: list[str], below: str) -> Ratio:
    def found(table: dict[str, Timing]) -> float | None:
        there = [table[name].median for name in names if name in table]
        return min(there) / table[below].median if there else None

    return found


FIGURES: Final[list[tuple[str, str, Ratio]]] = [
    ("pass / skip", "at most 1.35", ratio("pass", "skip")),
    ("fastest of Polars, rugo and parquet-rs / pass", "above 1", fastest(QUICK, "pass")),
    ("pyarrow / lazy ten", "at least 3; 10 on 10000x1", ratio(PYARROW, "lazy ten")),
    ("the same / lazy ten", "above 1", fastest(QUICK, "lazy ten")),
    ("the same / mask ten", "above 1", fastest(QUICK, "mask ten")),
    ("mask ten / pass", "at most 1.3", ratio("mask ten", "pass")),
    ("pyarrow / mask ten", "at least 5", ratio(PYARROW, "mask ten")),
    ("mask leaf / pass", "at most 2.2", ratio("mask leaf", "pass")),
    ("lazy all / eager all", "at most 1.05", ratio("lazy all", "eager all")),
    ("eager / pyarrow", "at most 1; 1.5 at 20 MB", ratio("eager", PYARROW)),
    ("Apache / eager", "at least 10", ratio(APACHE, "eager")),
    ("Apache / encode", "at least 3", ratio(f"{APACHE}, encode", "encode")),
]


def figures(tables: dict[str, dict[str, Timing]]) -> str:
    lines = [
        "| figure | target | " + " | ".join(tables) + " |",
        "|---|---|" + "---:|" * len(tables),
    ]
    for name, target, found in FIGURES:
        values = [found(table) for table in tables.values()]
        cells = ["" if value is None else f"{value:.2f}" for value in values]
        lines.append(f"| {name} | {target} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(run(big="--big" in sys.argv[1:]))
