"""JSON lines to a Parquet file, as they come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from contextlib import ExitStack
from itertools import chain, combinations
from typing import IO, Any, NamedTuple

import pyarrow as pa

from inlay.changes.rewrite.new_file import NewFile, require_output
from inlay.changes.rewrite.same_file import is_same_file
from inlay.ground.mistakes import RequestError
from inlay.ground.refusals import RefusedError
from inlay.rows.variants.json_rows import OnError, Reject, RejectedLine, parse_lines
from inlay.rows.variants.line_source import LineSource
from inlay.rows.variants.shredded_groups import Advance, describe_field
from inlay.rows.variants.writing import VariantWriter
from inlay_variant.arrow.inference import Inferred, count_values, infer_schema
from inlay_variant.arrow.shredding import shred
from inlay_variant.arrow.variant_type import VariantArray, wrap
from inlay_variant.value.counting import Seen

CHUNK: int = 32 << 20
"""Bytes of JSON text that become one row group."""


class ConvertedLines(NamedTuple):
    """What became of the lines: rows of the file, lines that were not JSON, and why columns are what they are, if they were
    chosen by the first rows."""

    rows: int
    rejected: int
    inferred: Inferred | None
    schema: pa.DataType

    @property
    def is_shredded(self) -> bool:
        return not pa.types.is_null(self.schema)


def convert(
    source: IO[bytes],
    name: str,
    out: str,
    column: str,
    *,
    schema: pa.DataType | None = None,
    exact: bool = False,
    exact_numbers: bool = False,
    on_error: OnError = OnError.FAIL,
    rejected: str | None = None,
    overwrite: bool = True,
    allow: Set[str] = frozenset(),
    compression: str = "snappy",
    advance: Advance,
) -> ConvertedLines:
    """Writes `out`, a row for each line that is not empty.

    `name` is what errors call the source, which may be packed. `schema` is what to shred by, `null` for nothing, None for what
    the first chunk suggests; `exact` is what `shred` makes of it, and with `exact_numbers` a line with a number that no Variant holds
    exactly counts as no JSON. Lines that are not JSON go to the file `rejected`.
    `advance` is told of bytes of the source. Raises LineError, SourceBytesError, OSError, RequestError for a name or a schema that
    no file can have, and RefusedError as `VariantWriter` does, for both files.
    """
    _require_utf8(column)
    require_output(out, overwrite=overwrite, allow=allow)
    _require_three_files(name, out, rejected)
    lines = LineSource(source, name)
    with ExitStack() as stack:
        log = _RejectedLines(rejected, name, stack, overwrite=overwrite, allow=allow)
        chunks = _arrays(lines, name, on_error, log.add, exact_numbers=exact_numbers)
        first = next(chunks)
        inferred = infer_schema(first[0]) if schema is None else None
        chosen: pa.DataType = inferred.type if inferred is not None else schema or pa.null()
        target = pa.schema([describe_field(pa.field(column, pa.null()), chosen)])
        writer = stack.enter_context(
            VariantWriter(
                out,
                target,
                overwrite=overwrite,
                sources=[name],
                allow=allow,
                compression=compression,
            )
        )
        arrays = chain([first], chunks)
        rows = _write(arrays, writer, target, chosen, exact=exact, advance=advance)
    return ConvertedLines(rows, log.count, inferred, chosen)


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
    """The same by a schema that is known (`null`: not shredded): how many rows."""
    return convert(source, name, out, column, schema=schema, exact=exact, advance=advance).rows


def count_lines(source: IO[bytes], name: str, rows: int) -> Seen:
    """What the first `rows` lines look like, of at most one chunk."""
    array, _ = next(_arrays(LineSource(source, name), name, OnError.FAIL, lambda _: None))
    return count_values(array.slice(0, rows))


def _require_utf8(column: str) -> None:
    try:
        column.encode()
    except UnicodeEncodeError:
        raise RequestError(f"the name {column!r} of the column is not UTF-8") from None


def _require_three_files(source: str, out: str, rejected: str | None) -> None:
    """RefusedError where one of them would take the place of another."""
    named = {"the source": source, "the output": out, "the file of rejected lines": rejected}
    files = [(what, path) for what, path in named.items() if path is not None]
    for (first, one_path), (second, path) in combinations(files, 2):
        if is_same_file(one_path, path):
            raise RefusedError("output", f"it is {first} and {second}", "another name", path)


class _RejectedLines:
    """Lines that are not JSON, counted, and written to a file of their own if one was asked for."""

    def __init__(
        self, path: str | None, source: str, stack: ExitStack, *, overwrite: bool, allow: Set[str]
    ) -> None:
        self.count = 0
        self._file: NewFile | None = None
        if path is not None:
            new = NewFile(path, overwrite=overwrite, sources=[source], allow=allow)
            self._file = stack.enter_context(new)

    def add(self, line: RejectedLine) -> None:
        self.count += 1
        if self._file is not None:
            self._file.file.write(line.as_json())


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


def _arrays(
    lines: LineSource,
    name: str,
    on_error: OnError,
    reject: Reject,
    *,
    exact_numbers: bool = False,
) -> Iterator[tuple[VariantArray, int]]:
    """The lines of each chunk as Variants, and how many bytes of the source they took; at least one chunk."""
    taken = 0
    for text, first_line in lines.read_lines(CHUNK):
        parts = parse_lines(text, first_line, name, on_error, reject, exact=exact_numbers)
        joined: Any = pa.concat_arrays([part.storage for part in parts])
        yield wrap(joined), lines.given - taken
        taken = lines.given
