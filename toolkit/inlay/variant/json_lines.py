"""JSON lines to a Parquet file, as they come."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO

import pyarrow as pa

from inlay.variant import on_files
from inlay.variant.arrow_type import VariantArray, VariantType
from inlay.variant.errors import DamagedRowError
from inlay.variant.inference import infer_schema
from inlay.variant.json_column import from_json_array
from inlay.variant.writing import VariantWriter
from inlay_runtime.errors import InlayError


class LineError(InlayError):
    """A line that is no JSON; lines count from 1."""

    def __init__(self, file: str, line: int, error: DamagedRowError) -> None:
        super().__init__(file, line, error)
        self.file = file
        self.line = line
        self.error = error

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.error.path}: {self.error.reason}"


def convert(
    source: IO[bytes],
    name: str,
    out: str,
    column: str,
    *,
    auto: bool,
    advance: on_files.Advance,
) -> tuple[int, bool]:
    """Writes `out`, a row for each line that is not empty: how many, and whether they were shredded, which
    with `auto` the first chunk decides. `name` is what errors call the source. Raises LineError, OSError.
    """
    chunks = _chunks(source)
    text, line = next(chunks, (b"", 1))
    array = _parsed(name, text, line)
    schemas: dict[str, pa.DataType] = {}
    if auto and (inferred := infer_schema(array)).worth_it:
        schemas[column] = inferred.type
    rows = 0
    schema = pa.schema([pa.field(column, VariantType())])
    with VariantWriter(out, schema, schemas=schemas) as writer:
        while True:
            writer.write(pa.Table.from_arrays([array], schema=schema))
            rows += len(array)
            advance(len(text))
            text, line = next(chunks, (b"", 0))
            if not line:
                return rows, bool(schemas)
            array = _parsed(name, text, line)


def _parsed(name: str, text: bytes, first_line: int) -> VariantArray:
    lines = text.split(b"\n")
    numbers = [number for number, line in enumerate(lines) if line.strip()]
    try:
        return from_json_array([lines[number] for number in numbers])
    except DamagedRowError as error:
        raise LineError(name, first_line + numbers[error.row], error) from None


def _chunks(source: IO[bytes]) -> Iterator[tuple[bytes, int]]:
    """Whole lines, and the number of the first of them."""
    line = 1
    rest = b""
    while data := source.read(on_files.CHUNK):
        data = rest + data
        end = data.rfind(b"\n") + 1
        rest = data[end:]
        if end:
            yield data[:end], line
            line += data.count(b"\n", 0, end)
    if rest:
        yield rest, line
