"""JSON lines to a Parquet file, as they come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from itertools import chain
from typing import IO, Any

import pyarrow as pa

from inlay.rewrite.new_file import require_output
from inlay.variants.shredded_groups import Advance, describe_field
from inlay.variants.writing import VariantWriter
from inlay_runtime.errors import InlayError
from inlay_variant.arrow.inference import count_values, infer_schema
from inlay_variant.arrow.json_column import from_json_array
from inlay_variant.arrow.shredding import shred
from inlay_variant.arrow.variant_type import VariantArray
from inlay_variant.value.counting import Seen
from inlay_variant.value.errors import DamagedRowError
from inlay_variant.value.json_bytes import refuse_other_bytes

CHUNK: int = 32 << 20
"""Bytes of JSON text that become one row group."""


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
    exact: bool = False,
    overwrite: bool = True,
    allow: Set[str] = frozenset(),
    advance: Advance,
) -> tuple[int, bool]:
    """Writes `out`, a row for each line that is not empty: how many, and whether they were shredded, which
    with `auto` the first chunk decides. `name` is what errors call the source; `exact` is what `shred` makes of it. Raises LineError,
    OtherBytesError, OSError, and RefusedError as `VariantWriter` does.
    """
    require_output(out, overwrite=overwrite, allow=allow)
    chunks = _arrays(name, source)
    first = next(chunks)
    schema: pa.DataType = pa.null()
    if auto and (inferred := infer_schema(first[0])).worth_it:
        schema = inferred.type
    target = pa.schema([describe_field(pa.field(column, pa.null()), schema)])
    with VariantWriter(out, target, overwrite=overwrite, allow=allow) as writer:
        rows = _write(chain([first], chunks), writer, target, schema, exact=exact, advance=advance)
    return rows, not pa.types.is_null(schema)


def shred_lines(
    source: IO[bytes],
    name: str,
    out: str,
    column: str,
    schema: pa.DataType,
    *,
    exact: bool = False,
    advance: Advance = lambda _: None,
) -> int:
    """The same by a schema that is known (`null`: not shredded)."""
    target = pa.schema([describe_field(pa.field(column, pa.null()), schema)])
    with VariantWriter(out, target) as writer:
        arrays = _arrays(name, source)
        return _write(arrays, writer, target, schema, exact=exact, advance=advance)


def count_lines(source: IO[bytes], name: str, rows: int) -> Seen:
    """What the first `rows` lines look like, of at most one chunk."""
    array, _ = next(_arrays(name, source))
    return count_values(array.slice(0, rows))


def _write(
    arrays: Iterable[tuple[VariantArray, int]],
    writer: VariantWriter,
    target: pa.Schema,
    schema: pa.DataType,
    *,
    exact: bool,
    advance: Advance,
) -> int:
    rows = 0
    for array, size in arrays:
        shredded: Any = shred(array, schema, exact=exact)
        writer.write(pa.Table.from_arrays([shredded], schema=target))
        rows += len(array)
        advance(size)
    return rows


def _arrays(name: str, source: IO[bytes]) -> Iterator[tuple[VariantArray, int]]:
    """The lines of each chunk as Variants, and how many bytes they were; at least one chunk."""
    for text, line in _chunks(source, name):
        yield _parsed(name, text, line), len(text)


def _parsed(name: str, text: bytes, first_line: int) -> VariantArray:
    lines = text.split(b"\n")
    numbers = [number for number, line in enumerate(lines) if line.strip()]
    try:
        return from_json_array([lines[number] for number in numbers])
    except DamagedRowError as error:
        raise LineError(name, first_line + numbers[error.row], error) from None


def _chunks(source: IO[bytes], name: str) -> Iterator[tuple[bytes, int]]:
    """Whole lines, and the number of the first of them; one that is empty where there is nothing. Raises OtherBytesError."""
    line = 1
    rest = b""
    while data := source.read(CHUNK):
        if line == 1 and not rest:
            refuse_other_bytes(data[:4], name)
        data = rest + data
        end = data.rfind(b"\n") + 1
        rest = data[end:]
        if end:
            yield data[:end], line
            line += data.count(b"\n", 0, end)
    if rest or line == 1:
        yield rest, line
