"""What does the largest footer that designers name take: 29,322 columns in 78 row groups, few of the chunks with bounds?

    python -m benchmarks.large_footer [COLUMNS ROW_GROUPS]

Every step is a process of its own, so that its peak of memory is its own. Times are processor time. The figures are in
docs/next_footer.md; they are not part of RESULTS.md, for one run takes minutes.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from inlay.designs import FooterContents, Range
from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.designs.modular.build import ModularOptions
from inlay.footers.designs.modular.design import ModularDesign
from inlay.footers.designs.thrift.walked import ThriftDesign
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    Encoding,
    FieldRepetitionType,
    FileMetaData,
    RowGroup,
    SchemaElement,
    Statistics,
    Type,
)

COLUMNS: Final = 29_322
ROW_GROUPS: Final = 78
BOUNDED: Final = 128
"""One column in so many has statistics."""

ROWS: Final = 1_000
PAGE: Final = 4_000


def write_thrift(path: Path, columns: int, groups: int) -> None:
    """The footer, row group by row group: not even what makes it has all chunks at once."""
    root = SchemaElement(name="schema", num_children=columns)
    leaves = [
        SchemaElement(
            name=f"column_{at}", type=Type.INT64, repetition_type=FieldRepetitionType.OPTIONAL
        )
        for at in range(columns)
    ]
    whole = FileMetaData(
        version=2, schema=[root, *leaves], num_rows=ROWS * groups, row_groups=[], created_by="us"
    ).encode()
    # The list of row groups is empty, so its header is the last byte before `created_by`.
    tail = len(whole) - len(b"\x28\x02us\0")
    head = whole[: tail - 1]
    with path.open("wb") as file:
        file.write(head + bytes([0xFC]) + _varint(groups))
        for group in range(groups):
            file.write(_row_group(group, columns).encode())
        file.write(whole[tail:])


def _row_group(group: int, columns: int) -> RowGroup:
    start = 4 + group * columns * PAGE
    chunks = [
        ColumnChunk(
            file_offset=0,
            meta_data=ColumnMetaData(
                type=Type.INT64,
                encodings=[Encoding.PLAIN, Encoding.RLE],
                path_in_schema=[f"column_{at}"],
                codec=CompressionCodec.ZSTD,
                num_values=ROWS,
                total_uncompressed_size=2 * PAGE + at % 7,
                total_compressed_size=PAGE,
                data_page_offset=start + at * PAGE + 64,
                dictionary_page_offset=start + at * PAGE,
                statistics=_statistics(group) if at % BOUNDED == 0 else None,
            ),
        )
        for at in range(columns)
    ]
    return RowGroup(columns=chunks, total_byte_size=2 * columns * PAGE, num_rows=ROWS)


def _statistics(group: int) -> Statistics:
    least, most = (value.to_bytes(8, "little") for value in (group * ROWS, (group + 1) * ROWS))
    return Statistics(min_value=least, max_value=most, null_count=group)


def _varint(value: int) -> bytes:
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def convert(folder: Path) -> None:
    thrift = (folder / "thrift").read_bytes()
    contents = FooterContents(thrift)
    options = ModularOptions(has_supplement=False)
    (folder / "modular").write_bytes(ModularDesign.build_as(contents, 0, options))


def ask(folder: Path) -> None:
    data = (folder / "modular").read_bytes()
    footer = ModularDesign.open(fetch_from(data), Range(0, len(data)))
    middle = footer.num_columns // 2
    questions: dict[str, Callable[[], object]] = {
        "place one": lambda: footer.place([middle]),
        "bounds of one": lambda: footer.bounds([middle // BOUNDED * BOUNDED]),
        "a name": lambda: footer.find([f"column_{middle}"]),
        "place all": footer.place,
    }
    for title, question in questions.items():
        begin = time.process_time()
        question()
        print(f"{title}: {(time.process_time() - begin) * 1e6:,.0f} us")


def compare(folder: Path) -> None:
    """One column in a hundred against the walk."""
    thrift, data = ((folder / name).read_bytes() for name in ("thrift", "modular"))
    walk = ThriftDesign.open(fetch_from(thrift), Range(0, len(thrift)))
    footer = ModularDesign.open(fetch_from(data), Range(0, len(data)))
    some = range(0, footer.num_columns, 100)
    assert footer.place(some).equals(walk.place(some))
    bounded = range(0, footer.num_columns, BOUNDED)
    minima = footer.bounds(bounded)["minimum"], walk.bounds(bounded)["minimum"]
    assert minima[0].equals(minima[1])


def start(folder: Path) -> None:
    """Nothing: what the imports take."""


STEPS: Final = {"start": start, "convert": convert, "ask": ask, "compare": compare}


def main() -> None:
    if sys.argv[1:2] == ["--step"]:
        STEPS[sys.argv[2]](Path(sys.argv[3]))
        used = resource.getrusage(resource.RUSAGE_SELF)
        print(f"{used.ru_maxrss / 1024:,.0f} MiB at most, {used.ru_utime:,.1f} s")
        return
    columns, groups = [int(given) for given in sys.argv[1:]] or (COLUMNS, ROW_GROUPS)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_thrift(folder / "thrift", columns, groups)
        for step in STEPS:
            print(f"{step}:", flush=True)
            command = [sys.executable, "-m", "benchmarks.large_footer", "--step", step, name]
            subprocess.run(command, check=True)
        for footer in ("thrift", "modular"):
            print(f"{footer}: {(folder / footer).stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
