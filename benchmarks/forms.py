"""What a file costs to use in each of its forms, against the same file with its Thrift footer alone."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Mapping
from functools import partial

import pyarrow as pa
import pyarrow.parquet as pq

import inlay
from benchmarks.measure import Contender, Timing, measure
from inlay.conversion import compare
from inlay.conversion.collector import collector_paused
from inlay.footer.form import Form
from inlay.footer.read import read_footer
from inlay.life_cycle.steps import add, build_footers, flat_thrift, original_thrift
from parquet_format.parquet import FileMetaData

COLUMNS, GROUPS = 20, 1_000
METHOD = (
    f"One file of {COLUMNS} columns and {GROUPS:,} row groups, written by pyarrow, in each of its forms, in memory. "
    "Times of a form as parts of those of the `thrift` file, and the milliseconds behind. Contenders take turns for 9 "
    "rounds, a collection before every sample, medians of the processor's time. `all` touches an offset and a bound of each chunk, `one chunk` "
    "those of one; `.flatbuffer` is read as it lies, with no conversion."
)
STEPS = (
    "The conversion inside `inlay footer` and `inlay verify`, for the same file, in microseconds for each of the "
    f"{COLUMNS * GROUPS:,} column chunks (the processor's time), and as parts of the first row, which is of the same run. `add` makes the "
    "FlatBuffer, reads it as a file is read, and reverts it."
)
FORMS = (Form.THRIFT, Form.PRIVATE, Form.MIGRATION, Form.FINAL)


def run() -> str:
    files = made()
    return "\n\n".join([using(files), steps(files)])


def made() -> dict[Form, bytes]:
    """The same data with the footer of each form."""
    texts = pa.array([f"value {number}" for number in range(10)] * GROUPS)
    numbers = pa.array(list(range(10)) * GROUPS)
    table = pa.table({f"c{at}": texts if at % 3 == 0 else numbers for at in range(COLUMNS)})
    sink = io.BytesIO()
    pq.write_table(table, sink, row_group_size=10)
    plain = sink.getvalue()
    tail = read_footer(io.BytesIO(plain))
    files = {Form.THRIFT: plain}
    for form in FORMS[1:]:
        files[form] = plain[: tail.offset] + build_footers(form, tail.own_thrift)
    return files


def using(files: Mapping[Form, bytes]) -> str:
    tasks: dict[str, Callable[[io.BytesIO], object]] = {
        "open": lambda file: inlay.open(file).form,
        "metadata, one chunk": lambda file: touch(inlay.open(file).metadata, [GROUPS // 2], [1]),
        "metadata, all": lambda file: touch(
            inlay.open(file).metadata, range(GROUPS), range(COLUMNS)
        ),
        "read_table, one column": lambda file: inlay.read_table(file, columns=["c1"]),
    }
    head = " | ".join(form.value for form in FORMS)
    lines = [
        "## Files of each form in use",
        "",
        METHOD,
        "",
        f"| | {head} |",
        "|---|---:|---:|---:|---:|",
    ]
    for name, task in tasks.items():
        contenders: dict[str, Contender] = {
            form.value: partial(on_file, task, data) for form, data in files.items()
        }
        timings = measure(contenders, rounds=9, clock=time.process_time)
        lines.append(f"| {name} | {' | '.join(cell(timings, form) for form in FORMS)} |")
    timings = measure(
        {"": lambda: one_of_flatbuffer(files[Form.FINAL])}, rounds=9, clock=time.process_time
    )
    lines.append(f"| `.flatbuffer`, one chunk | - | - | - | ({timings[''].median * 1e3:.3g} ms) |")
    return "\n".join(lines)


def on_file(task: Callable[[io.BytesIO], object], data: bytes) -> object:
    return task(io.BytesIO(data))


def cell(timings: Mapping[str, Timing], form: Form) -> str:
    seconds, first = timings[form.value].median, timings[Form.THRIFT.value].median
    return f"{seconds / first:.2f} ({seconds * 1e3:.3g} ms)"


def touch(metadata: FileMetaData, groups: range | list[int], columns: range | list[int]) -> int:
    total = 0
    for group in groups:
        chunks = metadata.row_groups[group].columns
        for column in columns:
            chunk = chunks[column].meta_data
            assert chunk is not None
            assert chunk.statistics is not None
            total += chunk.data_page_offset + len(chunk.statistics.min_value or b"")
    return total


def one_of_flatbuffer(data: bytes) -> int:
    flat = inlay.open(io.BytesIO(data)).flatbuffer
    columns = flat.row_groups[GROUPS // 2].columns if flat and flat.row_groups else None
    chunk = columns[1] if columns else None
    metadata = getattr(chunk, "metadata", None)
    assert metadata is not None
    return int(metadata.data_page_offset)


def steps(files: Mapping[Form, bytes]) -> str:
    tails = {form: read_footer(io.BytesIO(data)) for form, data in files.items()}
    thrift = tails[Form.THRIFT].thrift

    def compared(form: Form) -> object:
        tail = tails[form]
        assert tail.flatbuffer is not None
        with collector_paused():
            return compare(
                thrift, tail.flatbuffer, derived=original_thrift(tail), buffer=tail.flat.data
            )

    contenders: dict[str, Contender] = {
        "Thrift decoded, generated classes": lambda: FileMetaData.decode(thrift),
        "`footer add`": lambda: add(tails[Form.THRIFT]),
        "Thrift to v0": lambda: build_footers(Form.PRIVATE, thrift),
        "Thrift to v1": lambda: build_footers(Form.MIGRATION, thrift),
        "v0 to Thrift": lambda: flat_thrift(tails[Form.PRIVATE]),
        "v1 to Thrift": lambda: flat_thrift(tails[Form.FINAL]),
        "the two footers compared, `private`": lambda: compared(Form.PRIVATE),
        "the two footers compared, `migration`": lambda: compared(Form.MIGRATION),
    }
    timings = measure(contenders, rounds=7, clock=time.process_time)
    unit = next(iter(timings.values())).median
    lines = ["## Conversion of footers, by column chunk", "", STEPS, ""]
    lines += ["| | µs | parts |", "|---|---:|---:|"]
    for name, timing in timings.items():
        each = timing.median / (COLUMNS * GROUPS) * 1e6
        lines.append(f"| {name} | {each:.2f} | {timing.median / unit:.1f} |")
    return "\n".join(lines)
