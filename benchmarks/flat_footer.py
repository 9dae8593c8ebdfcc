"""How fast is a FlatBuffers footer opened, against Thrift, and how fast is it made?"""

from __future__ import annotations

import statistics
import timeit
import zlib
from collections.abc import Callable, Mapping
from functools import partial

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks import footers
from benchmarks.measure import Contender, Timing, measure
from inlay.footers.conversion import (
    chunk_statistics,
    copying,
    edit_script,
    encode,
    transcoding,
    v0,
    v1,
)
from inlay_runtime.flat import builder, verifier
from inlay_runtime.flat import table as flat_table
from inlay_runtime.flat.masked import open_view
from inlay_runtime.flat.table import Table
from inlay_runtime.flat.verifier import verify
from parquet_format import footer as flat
from parquet_format.parquet import FileMetaData

METHOD = (
    "Open a footer of so many columns (one row group, written by pyarrow) and read the offset of the one "
    "in the middle; as parts of the time that `pyarrow.parquet.read_metadata` takes for the same file, and "
    "the milliseconds behind. Contenders take turns for 9 rounds, a collection before every sample, medians; what "
    "takes less than a millisecond is then mostly page faults and cold caches, so one row is of calls "
    "that follow each other. `mask` is `fields=[...]` with the path of that offset."
)
MAKING = (
    "Derive the tables from the Thrift bytes, remainder and all, and build the buffer, with what repeats "
    "stored once. Contenders take turns, a collection before every sample, medians; in parentheses how many "
    "times as long pure Python takes (the Thrift is decoded natively in both)."
)
FIRST = "pyarrow read_metadata"
MASK = "FlatBuffer v1, mask, not verified"
CALLS = 50
COLUMNS = (100, 1_000, 10_000)


def run() -> str:
    return "\n\n".join([opening(), making()])


def opening() -> str:
    timings = {columns: timings_of(columns) for columns in COLUMNS}
    head = " | ".join(f"{columns:,} columns" for columns in COLUMNS)
    lines = [
        "## Open a footer, read one column's offset",
        "",
        METHOD,
        "",
        f"| contender | {head} |",
    ]
    lines.append(f"|---|{'---:|' * len(COLUMNS)}")
    for name in timings[COLUMNS[0]]:
        cells = " | ".join(cell(timings[columns], name) for columns in COLUMNS)
        lines.append(f"| {name} | {cells} |")
    return "\n".join(lines)


def timings_of(columns: int) -> dict[str, Timing]:
    found = contenders(columns)
    timings = measure(found, rounds=9)
    in_a_row = timeit.repeat(found[MASK], number=CALLS, repeat=9)
    repeated = Timing(statistics.median(in_a_row) / CALLS, len(in_a_row))
    first, *others = timings.items()
    return dict([first, (f"{MASK}, {CALLS} calls in a row", repeated), *others])


def cell(timings: Mapping[str, Timing], name: str) -> str:
    seconds, first = timings[name].median, timings[FIRST].median
    return f"{seconds / first:.3g} ({seconds * 1e3:.3g} ms)"


def contenders(columns: int) -> dict[str, Contender]:
    thrift = footers.footer(columns, 1)
    file = b"PAR1" + thrift + len(thrift).to_bytes(4, "little") + b"PAR1"
    data = encode(v1.to_flatbuffers(thrift))
    middle = columns // 2
    mask = [f"row_groups[0].columns[{middle}].metadata.data_page_offset"]
    thrift_mask = [f"row_groups[0].columns[{middle}].meta_data.data_page_offset"]
    native = verifier.native_verify, flat_table.open_view, flat_table.read_table

    def with_mask() -> int:
        return offset(flat.FileMetaData.from_verified(data, fields=mask), middle)

    def without_mask() -> int:
        return offset(flat.FileMetaData.from_verified(data), middle)

    def verified() -> int:
        zlib.crc32(data)
        verify(data, flat.FileMetaData.SCHEMA)
        return with_mask()

    def in_pure_python() -> int:
        verifier.native_verify, flat_table.open_view = None, open_view
        flat_table.read_table = None
        try:
            return verified()
        finally:
            verifier.native_verify, flat_table.open_view, flat_table.read_table = native

    def ours() -> int:
        return thrift_offset(FileMetaData.decode(thrift, eager=True), middle)

    def ours_in_part() -> int:
        return thrift_offset(FileMetaData.decode(thrift, fields=thrift_mask), middle)

    found: dict[str, Contender] = {
        FIRST: lambda: pq.read_metadata(pa.BufferReader(file)),
        MASK: with_mask,
        "FlatBuffer v1, lazy, not verified": without_mask,
        "FlatBuffer v1, mask, CRC and verifier": verified,
        "the same in pure Python": in_pure_python,
        "Thrift, generated classes, mask": ours_in_part,
        "Thrift, generated classes, all of it": ours,
    }
    answers = {contender() for name, contender in found.items() if name != FIRST}
    assert len(answers) == 1, answers
    return found


def offset(meta: flat.FileMetaData, column: int) -> int:
    assert meta.row_groups is not None
    columns = meta.row_groups[0].columns
    assert columns is not None
    chunk = columns[column].metadata
    assert chunk is not None
    return chunk.data_page_offset


def thrift_offset(meta: FileMetaData, column: int) -> int:
    chunk = meta.row_groups[0].columns[column].meta_data
    assert chunk is not None
    return chunk.data_page_offset


def making() -> str:
    """Derived from Thrift and built; with the native core, and without."""
    lines = ["## Make a FlatBuffers footer", "", MAKING, ""]
    lines += ["| columns x row groups | v0, ms | in pure Python | v1, ms | in pure Python |"]
    lines += ["|---|---:|---:|---:|---:|"]
    for columns, groups in ((40, 1), (40, 20), (1_000, 1), (10_000, 1)):
        thrift = footers.footer(columns, groups)
        found: dict[str, Contender] = {}
        for conversion in (v0, v1):
            name = conversion.__name__
            found[name] = partial(made, conversion.to_flatbuffers, thrift)
            found[f"{name}, pure"] = partial(made_in_pure_python, found[name])
        assert all(found[f"{c.__name__}, pure"]() == found[c.__name__]() for c in (v0, v1))
        timings = measure(found, rounds=3 if columns * groups > 100 else 9)
        cells = [f"{columns:,} x {groups}"]
        for conversion in (v0, v1):
            ours, pure = (timings[f"{conversion.__name__}{core}"].median for core in ("", ", pure"))
            cells += [f"{ours * 1e3:.3g}", f"{pure * 1e3:.3g} ({pure / ours:.1f})"]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def made(to_flatbuffers: Callable[[bytes], Table], thrift: bytes) -> bytes:
    return encode(to_flatbuffers(thrift))


def made_in_pure_python(make: Contender) -> object:
    """All but the decoding of Thrift, whose core is chosen once."""
    before = copying.native, edit_script.native_steps, builder.native_encode
    natively = chunk_statistics.native_bounds, transcoding.native
    copying.native = edit_script.native_steps = builder.native_encode = None
    chunk_statistics.native_bounds = transcoding.native = None
    try:
        return make()
    finally:
        copying.native, edit_script.native_steps, builder.native_encode = before
        chunk_statistics.native_bounds, transcoding.native = natively
