"""`inlay variant from-json`: JSON lines to a Parquet file, as they come."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from typing import IO

import pyarrow as pa

from inlay.commands.printing import show_line
from inlay.commands.variant_files import refuse_existing
from inlay.commands.variant_progress import progress
from inlay.variant.arrow_type import VariantType
from inlay.variant.errors import DamagedRowError
from inlay.variant.inference import infer_schema
from inlay.variant.json_column import from_json_array
from inlay.variant.writing import VariantWriter
from inlay_runtime.errors import InlayError

_CHUNK = 32 << 20
"""Bytes of text that become one row group."""


class LineError(InlayError):
    """A line that is no JSON; lines count from 1."""

    def __init__(self, file: str, line: int, error: DamagedRowError) -> None:
        super().__init__(file, line, error)
        self.file = file
        self.line = line
        self.error = error

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.error.path}: {self.error.reason}"


def convert(file: str, out: str, column: str, *, auto: bool, overwrite: bool) -> None:
    """Writes `out`. Raises LineError, OSError."""
    refuse_existing(out, overwrite=overwrite)
    name = "standard input" if file == "-" else file
    schema = pa.schema([pa.field(column, VariantType())])
    rows = 0
    with nullcontext(sys.stdin.buffer) if file == "-" else open(file, "rb") as source:
        total = None if file == "-" else os.fstat(source.fileno()).st_size
        chunks = _chunks(source)
        first = next(chunks, (b"", 1))
        table = _table(name, column, *first)
        schemas: dict[str, pa.DataType] = {}
        if auto:
            inferred = infer_schema(table.column(0).chunk(0))
            if inferred.worth_it:
                schemas[column] = inferred.type
        with (
            VariantWriter(out, schema, schemas=schemas) as writer,
            progress("bytes", total) as advance,
        ):
            writer.write(table)
            rows += table.num_rows
            advance(len(first[0]))
            for text, line in chunks:
                table = _table(name, column, text, line)
                writer.write(table)
                rows += table.num_rows
                advance(len(text))
    shredded = ", shredded" if schemas else ""
    show_line(f"{out}: {rows:,} rows{shredded}")


def _table(name: str, column: str, text: bytes, first_line: int) -> pa.Table:
    lines = text.split(b"\n")
    numbers = [number for number, line in enumerate(lines) if line.strip()]
    documents = pa.array([lines[number] for number in numbers], pa.binary())
    try:
        array = from_json_array(documents)
    except DamagedRowError as error:
        raise LineError(name, first_line + numbers[error.row], error) from None
    return pa.table({column: array})


def _chunks(source: IO[bytes]) -> Iterator[tuple[bytes, int]]:
    """Whole lines, and the number of the first of them."""
    line = 1
    rest = b""
    while data := source.read(_CHUNK):
        data = rest + data
        end = data.rfind(b"\n") + 1
        rest = data[end:]
        if end:
            yield data[:end], line
            line += data.count(b"\n", 0, end)
    if rest:
        yield rest, line
