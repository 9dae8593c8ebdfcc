"""How fast is a FlatBuffers footer opened, and how large is it, against Thrift?"""

from __future__ import annotations

import zlib

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks import footers
from benchmarks.measure import Contender, measure, table
from inlay.conversion import v0, v1
from inlay_runtime.flat.verifier import verify
from parquet_format import footer as flat
from parquet_format.parquet import FileMetaData

METHOD = (
    "A footer of {columns:,} columns x {groups} row group; open it and read the offset of one column; contenders "
    "take turns for 5 rounds, a collection before every sample, medians. The FlatBuffers rows are pure "
    "Python: the verifier visits every table."
)
FIRST = "pyarrow read_metadata"


def run() -> str:
    parts = [opening(columns) for columns in (1_000, 10_000)]
    return "\n\n".join([*parts, sizes()])


def opening(columns: int) -> str:
    thrift = footers.footer(columns, 1)
    file = b"PAR1" + thrift + len(thrift).to_bytes(4, "little") + b"PAR1"
    data = v1.to_flatbuffers(thrift).encode()
    middle = columns // 2

    def unverified() -> int:
        return offset(flat.FileMetaData.from_verified(data), middle)

    def verified() -> int:
        zlib.crc32(data)
        verify(data, flat.FileMetaData.SCHEMA)
        return unverified()

    def ours() -> int:
        chunk = FileMetaData.decode(thrift).row_groups[0].columns[middle]
        assert chunk.meta_data is not None
        return chunk.meta_data.data_page_offset

    contenders: dict[str, Contender] = {
        FIRST: lambda: pq.read_metadata(pa.BufferReader(file)),
        "FlatBuffer v1, lazy, not verified": unverified,
        "FlatBuffer v1, lazy, CRC and verifier": verified,
        "Thrift, generated classes": ours,
    }
    assert unverified() == ours()
    title = f"Open a footer of {columns:,} columns"
    return table(title, METHOD.format(columns=columns, groups=1), measure(contenders), FIRST)


def offset(meta: flat.FileMetaData, column: int) -> int:
    assert meta.row_groups is not None
    columns = meta.row_groups[0].columns
    assert columns is not None
    chunk = columns[column].metadata
    assert chunk is not None
    return chunk.data_page_offset


def sizes() -> str:
    lines = ["## Sizes of footers", "", "In bytes, and as multiples of Thrift.", ""]
    lines += ["| columns x row groups | Thrift | v0 | v1 |", "|---|---:|---:|---:|"]
    for columns, groups in ((10, 1), (1_000, 1), (1_000, 10)):
        thrift = footers.footer(columns, groups)
        cells = [f"{columns:,} x {groups}", f"{len(thrift):,}"]
        for conversion in (v0, v1):
            size = len(conversion.to_flatbuffers(thrift).encode())
            cells.append(f"{size:,} ({size / len(thrift):.2f})")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)
