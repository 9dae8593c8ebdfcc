"""How fast do the designs of a footer answer, on the four workloads that their designers name, against other readers?"""

from __future__ import annotations

import importlib
import io
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

import inlay
from benchmarks import footers
from benchmarks.design_aims import PASS, SHORTCUTS, Shape, lines_of
from benchmarks.measure import Contender, measure
from benchmarks.palletjack_process import warm
from inlay.designs import FooterDesign, Range
from inlay.footers.designs.contents import contents_of
from inlay.footers.designs.equality import DIFFERENT, compare_answers
from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.designs.known import find_designs
from inlay.footers.designs.thrift.walked import ThriftDesign
from inlay.footers.extensions.edit import add_index
from inlay.footers.footer import read_footer
from inlay.footers.footer.trailer import tail_of
from inlay.ground.schema.tree import SchemaTree
from parquet_format.parquet import FileMetaData

ROUNDS: Final = 5
INTERPRETER: Final = "INLAY_PALLETJACK"
"""The variable that names a Python which has PalletJack."""
METHOD: Final = (
    "Microseconds of processor time, opening included; contenders take turns for {rounds} rounds, a collection before every "
    "sample, medians. Every design first answered all questions as the walk over the Thrift does. `place` is the placement of "
    "that many columns in all row groups, `bounds` are those of one column. pyarrow, rugo and PalletJack look at the same "
    "chunks, PalletJack in a process of its own; arro3 opens a reader by parquet-rs, and a lazy decode answers nothing; `warm 1` is `place 1` again and again, the best of many, and for a decode the decode; a dash is what they have no call for. {note}"
)
AIMS_ARE: Final = (
    "What was hoped for, as ratios of this run. `place 1` is warm, opening included; the pass is a lazy decode of the Thrift, which "
    "checks all of it and answers nothing. Medians of PalletJack's and pyarrow's own times are above."
)
Fetcher = Callable[[], FooterDesign]


def run() -> str:
    parts, shapes = ["## Layouts of a footer"], dict[str, Shape]()
    for title, make in SHAPES.items():
        text, shapes[title] = measured(make())
        parts += [f"### {title}", text]
    parts += [
        "### Aims",
        AIMS_ARE,
        "\n".join(lines_of(shapes)),
        f"A name of 5,000, once open: {name_of_many()}.",
    ]
    return "\n\n".join(parts)


def measured(file: bytes) -> tuple[str, Shape]:
    thrift = footers.footer_of(file)
    contents = contents_of(thrift, fetch_from(file), len(file))
    walk = opener(ThriftDesign, thrift, len(file), file)()
    columns = walk.num_columns
    middle = columns // 2
    name = ".".join(SchemaTree(walk.schema).leaves[middle].path)
    tenth = range(0, columns, 10)
    rows: dict[str, Mapping[str, Contender]] = {}
    sizes: dict[str, int] = {}
    for design, cls in find_designs().items():
        data = cls.build(contents, len(file))
        opened = opener(cls, data, len(file), file)
        verdicts = compare_answers(opened(), walk)
        assert DIFFERENT not in verdicts.values(), (design, verdicts)
        rows[design] = questions(opened, middle, tenth, name)
        sizes[design] = len(data)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file.parquet"
        path.write_bytes(file)
        rows.update(peers(file, path, middle, tenth))
        rows[PASS] = {"place all": lambda: FileMetaData.decode(thrift)}
        titles = list(next(iter(rows.values())))
        times = {
            title: measure(
                {row: asked[title] for row, asked in rows.items() if title in asked},
                ROUNDS,
                time.process_time,
            )
            for title in titles
        }
        placed = placed_by_palletjack(path, middle, ROUNDS)
        index = path.with_suffix(".index").stat().st_size if placed else 0
        reading = read_one(file, path, name)
    note = f"PalletJack is not there ({INTERPRETER} names none), or has no index for this schema."
    if index:
        note = f"PalletJack's index, a side file, has {index:,} bytes."
    lines = [METHOD.format(rounds=ROUNDS, note=note), ""]
    groups = f"{walk.num_row_groups:,}"
    lines += [
        f"{columns:,} columns x {groups} row groups, a Thrift footer of {len(thrift):,} bytes.",
        "",
    ]
    at_once = {row: warm(asked["place 1"]) for row, asked in rows.items() if "place 1" in asked}
    at_once[PASS] = warm(rows[PASS]["place all"])
    titles.append("warm 1")
    lines += [f"| contender | bytes | {' | '.join(titles)} |", f"|---|---:|{'---:|' * len(titles)}"]
    told = dict[str, dict[str, float]]()
    for reader, medians in placed.items():
        told[reader] = dict(medians)
        cells = [f"{medians[title]:,.0f}" if title in medians else "-" for title in titles]
        lines.append(f"| {reader} | - | {' | '.join(cells)} |")
    for row in rows:
        cells = [
            f"{times[title][row].median * 1e6:,.0f}" if row in times[title] else "-"
            for title in titles[:-1]
        ]
        cells.append(f"{at_once[row]:,.0f}" if row in at_once else "-")
        told[row] = {title: of[row].median * 1e6 for title, of in times.items() if row in of}
        if row in at_once:
            told[row]["warm 1"] = at_once[row]
        size = f"{sizes[row]:,}" if row in sizes else "-"
        lines.append(f"| {row} | {size} | {' | '.join(cells)} |")
    return "\n".join([*lines, "", reading]), Shape(told, sizes)


def name_of_many() -> str:
    """Through the index and in the modular footer."""
    file = footers.file(5_000, 1)
    thrift = footers.footer_of(file)
    contents = contents_of(thrift, fetch_from(file), len(file))
    name = ".".join(SchemaTree(FileMetaData.decode(thrift).schema).leaves[2_500].path)
    times: dict[str, float] = {}
    for design in SHORTCUTS:
        cls = find_designs()[design]
        footer = opener(cls, cls.build(contents, len(file)), len(file), file)()
        times[design] = warm(partial(footer.find, [name]))
    return ", ".join(f"{design} {time:.1f} us" for design, time in times.items())


def opener(cls: type[FooterDesign], data: bytes, offset: int, file: bytes) -> Fetcher:
    fetch = fetch_from(file + data)
    return lambda: cls.open(fetch, Range(offset, len(data)))


def questions(
    opened: Fetcher, column: int, some: Sequence[int], name: str
) -> Mapping[str, Contender]:
    return {
        "place 1": lambda: opened().place([column]),
        "place 10%": lambda: opened().place(some),
        "place all": lambda: opened().place(),
        "bounds 1": lambda: opened().bounds([column]),
        "a name": lambda: opened().find([name]),
    }


def peers(
    file: bytes, path: Path, column: int, some: Sequence[int]
) -> Iterator[tuple[str, Mapping[str, Contender]]]:
    """pyarrow, and those of the others that are installed."""

    def of_pyarrow(columns: Sequence[int] | None) -> Contender:
        return lambda: places(pq.read_metadata(io.BytesIO(file)), columns)

    def bounds_of_pyarrow() -> object:
        metadata = pq.read_metadata(io.BytesIO(file))
        groups = range(metadata.num_row_groups)
        chunks = [metadata.row_group(group).column(column) for group in groups]
        return [chunk.statistics and chunk.statistics.null_count for chunk in chunks]

    yield (
        "pyarrow",
        {
            "place 1": of_pyarrow([column]),
            "place 10%": of_pyarrow(some),
            "place all": of_pyarrow(None),
            "bounds 1": bounds_of_pyarrow,
        },
    )
    if rugo := _module("rugo.parquet"):
        view = memoryview(file)
        yield "rugo", {"place all": lambda: rugo.read_metadata_from_memoryview(view)}
    if arro3 := _module("arro3.io"):
        # A reader that has not read a row yet: it has the metadata, and there is no call for that alone.
        yield "parquet-rs, by arro3", {"place all": lambda: arro3.read_parquet(str(path))}


def placed_by_palletjack(path: Path, column: int, rounds: int) -> Mapping[str, Mapping[str, float]]:
    """Microseconds; empty where there is no interpreter that has it, and where it refuses the schema: it does nested ones."""
    interpreter = os.environ.get(INTERPRETER)
    if not interpreter:
        return {}
    script = Path(__file__).with_name("palletjack_process.py")
    arguments = [path, path.with_suffix(".index"), column, 10, rounds]
    # -I: it has packages of its own, and modules here are called like some of the standard library.
    process = subprocess.run(
        [interpreter, "-I", script, *map(str, arguments)], capture_output=True, check=False
    )
    if process.returncode:
        print(process.stderr.decode(errors="replace").strip().rpartition("\n")[2], file=sys.stderr)
        return {}
    return {
        f"PalletJack, index in {place}": medians
        for place, medians in json.loads(process.stdout).items()
    }


def read_one(file: bytes, path: Path, name: str) -> str:
    """One column of a file on disk as rows, with an index in its footer and without one."""
    edit = add_index(read_footer(file).struct())
    if edit is None:
        return ""
    indexed = path.with_suffix(".indexed")
    indexed.write_bytes(file[: read_footer(file).offset] + tail_of(edit.footer))
    times = measure(
        {
            "without an index": lambda: inlay.read_table(path, columns=[name]),
            "with it": lambda: inlay.read_table(indexed, columns=[name]),
            "by pyarrow": lambda: pq.ParquetFile(path).read(columns=[name]),
        },
        ROUNDS,
        time.process_time,
    )
    told = ", ".join(f"{title} {time.median * 1e6:,.0f}" for title, time in times.items())
    return f"`read_table` of one column: {told}."


def places(metadata: Any, columns: Sequence[int] | None) -> list[tuple[int, int]]:
    chosen = range(metadata.num_columns) if columns is None else columns
    placed: list[tuple[int, int]] = []
    for group in map(metadata.row_group, range(metadata.num_row_groups)):
        for chunk in map(group.column, chosen):
            placed.append((chunk.data_page_offset, chunk.total_compressed_size))
    return placed


def _module(name: str) -> Any | None:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def large_statistics() -> bytes:
    """Strings whose minimum and maximum take a kilobyte."""
    values = [f"{at}".rjust(1000, "x") for at in range(4)]
    table = pa.table({f"text_{at:03d}": values for at in range(100)})
    return _repeated(table, 50)


def deep_nesting() -> bytes:
    """Six names in each path, which are three fifths of the footer; leaves without statistics."""
    leaf: Any = pa.array([1, 2], pa.int32())
    leaves = [leaf] * 50
    inner = pa.StructArray.from_arrays(leaves, names=[f"leaf_number_{at:02d}" for at in range(50)])
    for level in range(4):
        inner = pa.StructArray.from_arrays([inner], names=[f"a_level_of_nesting_{level:02d}"])
    table = pa.table({f"top_{at:02d}": inner for at in range(10)})
    return _repeated(table, 10, write_statistics=False)


def _repeated(table: pa.Table, groups: int, **options: Any) -> bytes:
    sink = io.BytesIO()
    with pq.ParquetWriter(sink, table.schema, store_schema=False, **options) as writer:
        for _ in range(groups):
            writer.write_table(table)
    return sink.getvalue()


SHAPES: Final[Mapping[str, Callable[[], bytes]]] = {
    "Ultra-wide": lambda: footers.file(10_000, 1),
    "Wide": lambda: footers.file(2_000, 10),
    "Many small row groups": lambda: footers.file(20, 2_000),
    "A table of trips": lambda: footers.file(105, 226),
    "Large statistics": large_statistics,
    "Deep nesting": deep_nesting,
}
