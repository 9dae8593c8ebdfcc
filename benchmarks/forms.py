"""What a file costs to use in each of its forms, against the same file with its Thrift footer alone."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

import inlay
from benchmarks.measure import Contender, Timing, measure
from inlay.changes.life_cycle.steps import add, restore_thrift
from inlay.footers.conversion import compare
from inlay.footers.conversion.collector import pause_collector
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.form import Form
from inlay.footers.footer.known_ends import end_of_form
from inlay.footers.footer.read import read_footer
from inlay.verbs.verify.verify_file import verify
from parquet_format.parquet import FileMetaData


class Shape(NamedTuple):
    """Of a file: so many columns and row groups."""

    columns: int
    groups: int

    def __str__(self) -> str:
        return f"{self.columns:,} x {self.groups:,}"

    @property
    def chunks(self) -> int:
        return self.columns * self.groups


SHAPES: Final = (Shape(20, 1_000), Shape(1_000, 20), Shape(10_000, 1))
METHOD: Final = (
    "Files of so many columns x row groups, written by pyarrow, in each of their forms, in memory. "
    "Times of a form as parts of those of the `thrift` file, and the milliseconds behind. Contenders take turns for 5 "
    "rounds (3 for `verify`), a collection before every sample, medians of the processor's time. `all` touches an offset and a bound of each "
    "chunk, `one chunk` those of one, `schema` every name; `.flatbuffer` is read as it lies, with no conversion. Target: `open` and `metadata` of `final` level with `thrift`."
)
STEPS: Final = (
    "The conversion inside `inlay footer` and `inlay verify`, for the same files, in microseconds for each column chunk "
    "(the processor's time), and as parts of the first row, which is of the same run. `add` makes the "
    "FlatBuffer, reads it as a file is read, and reverts it. Target: at most 2 for each conversion."
)
FORMS: Final = (Form.THRIFT, Form.PRIVATE, Form.MIGRATION, Form.FINAL)


def run() -> str:
    made = {shape: files_of(shape) for shape in SHAPES}
    return "\n\n".join([using(made), steps(made)])


def files_of(shape: Shape) -> dict[Form, bytes]:
    """The same data with the footer of each form."""
    texts = pa.array([f"value {number}" for number in range(10)] * shape.groups)
    numbers = pa.array(list(range(10)) * shape.groups)
    table = pa.table({f"c{at}": texts if at % 3 == 0 else numbers for at in range(shape.columns)})
    sink = io.BytesIO()
    pq.write_table(table, sink, row_group_size=10)
    plain = sink.getvalue()
    tail = read_footer(io.BytesIO(plain))
    files = {Form.THRIFT: plain}
    for form in FORMS[1:]:
        files[form] = plain[: tail.offset] + end_of_form(form).build(tail.end.own_thrift(tail))
    return files


def using(made: Mapping[Shape, Mapping[Form, bytes]]) -> str:
    head = " | ".join(form.value for form in FORMS)
    lines = ["## Files of each form in use", "", METHOD, ""]
    for shape, files in made.items():
        lines += [f"| {shape} | {head} |", "|---|---:|---:|---:|---:|"]
        lines += rows(shape, files)
        one = partial(one_of_flatbuffer, files[Form.FINAL], shape.groups // 2)
        timings = measure({"": one}, rounds=5, clock=time.process_time)
        lines += [
            f"| `.flatbuffer`, one chunk | - | - | - | ({milliseconds(timings['']):.3g} ms) |"
        ]
        lines.append("")
    return "\n".join(lines[:-1])


def rows(shape: Shape, files: Mapping[Form, bytes]) -> list[str]:
    groups, columns = range(shape.groups), range(shape.columns)
    tasks: dict[str, Callable[[io.BytesIO], object]] = {
        "open": lambda file: inlay.open(file).form,
        "metadata, one chunk": lambda file: touch(
            inlay.open(file).metadata, [shape.groups // 2], [1]
        ),
        "metadata, all": lambda file: touch(inlay.open(file).metadata, groups, columns),
        "schema": lambda file: [element.name for element in inlay.open(file).metadata.schema],
        "read_table, one column": lambda file: inlay.read_table(file, columns=["c1"]),
        "verify": verify,
    }
    lines: list[str] = []
    for name, task in tasks.items():
        contenders: dict[str, Contender] = {
            form.value: partial(on_file, task, data) for form, data in files.items()
        }
        timings = measure(contenders, rounds=3 if name == "verify" else 5, clock=time.process_time)
        lines.append(f"| {name} | {' | '.join(cell(timings, form) for form in FORMS)} |")
    return lines


def on_file(task: Callable[[io.BytesIO], object], data: bytes) -> object:
    return task(io.BytesIO(data))


def milliseconds(timing: Timing) -> float:
    return timing.median * 1e3


def cell(timings: Mapping[str, Timing], form: Form) -> str:
    timing, first = timings[form.value], timings[Form.THRIFT.value]
    return f"{timing.median / first.median:.2f} ({milliseconds(timing):.3g} ms)"


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


def one_of_flatbuffer(data: bytes, group: int) -> int:
    flat = inlay.open(io.BytesIO(data)).flatbuffer
    columns = flat.row_groups[group].columns if flat and flat.row_groups else None
    chunk = columns[1] if columns else None
    metadata = getattr(chunk, "metadata", None)
    assert metadata is not None
    return int(metadata.data_page_offset)


def steps(made: Mapping[Shape, Mapping[Form, bytes]]) -> str:
    cells: dict[str, list[str]] = {}
    for shape, files in made.items():
        timings = measure(conversions(files), rounds=5, clock=time.process_time)
        unit = next(iter(timings.values())).median
        for name, timing in timings.items():
            each = timing.median / shape.chunks * 1e6
            cells.setdefault(name, []).append(f"{each:.2f} ({timing.median / unit:.1f})")
    lines = ["## Conversion of footers, by column chunk", "", STEPS, ""]
    lines += [f"| µs (parts) | {' | '.join(map(str, made))} |", "|---|" + "---:|" * len(made)]
    lines += [f"| {name} | {' | '.join(row)} |" for name, row in cells.items()]
    return "\n".join(lines)


def restore_flatbuffer(footer: Footer) -> bytes:
    return footer.end.restore_exactly(footer.second)


def conversions(files: Mapping[Form, bytes]) -> dict[str, Contender]:
    tails = {form: read_footer(io.BytesIO(data)) for form, data in files.items()}
    thrift = tails[Form.THRIFT].thrift

    def compared(form: Form) -> object:
        tail = tails[form]
        assert tail.flatbuffer is not None
        with pause_collector():
            return compare(
                thrift, tail.flatbuffer, derived=restore_thrift(tail), buffer=tail.second.data
            )

    return {
        "Thrift decoded, generated classes": lambda: FileMetaData.decode(thrift, eager=True),
        "`footer add`": lambda: add(tails[Form.THRIFT]),
        "Thrift to v0": lambda: end_of_form(Form.PRIVATE).build(thrift),
        "Thrift to v1": lambda: end_of_form(Form.MIGRATION).build(thrift),
        "v0 to Thrift": lambda: restore_flatbuffer(tails[Form.PRIVATE]),
        "v1 to Thrift": lambda: restore_flatbuffer(tails[Form.FINAL]),
        "the two footers compared, `private`": lambda: compared(Form.PRIVATE),
        "the two footers compared, `migration`": lambda: compared(Form.MIGRATION),
    }
