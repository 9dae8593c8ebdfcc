"""A file with new encodings against what it was made from: its bytes without them, and what pyarrow finds in the
pages of the old encoding."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any, NoReturn

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.footers.footer.column_names import refuse_column_names
from inlay.footers.footer.read import read_footer
from inlay.ground.files.source import Source, open_source, size_of
from inlay.pages.encodings.open_as_plain import open_as_plain
from inlay.pages.encodings.strip import strip
from inlay.pages.engine.readable import make_readable
from inlay.pages.engine.thrift_file import open_thrift
from inlay_runtime.errors import InlayError
from inlay_runtime.finding import Finding
from inlay_spark.migration.column_parts import iter_column_parts
from inlay_spark.migration.file_state import sha256_of
from inlay_spark.migration.rows import Staged


def find_difference(row: Staged) -> str:
    """What is wrong with it; empty if nothing is. A row group is in memory at a time, twice."""
    with ExitStack() as open_files:
        open_files.enter_context(refuse_column_names(row.publish_as))
        file = open_files.enter_context(open_source(row.publish_as))
        plain = strip(open_thrift(file, row.publish_as)).source
        if sha256_of(plain, size_of(plain)) != row.old_sha256:
            return "without the new encodings it is not the old file: SHA-256 differs"
        del plain
        for part in iter_column_parts(row.publish_as):
            if reason := _find_other_values(part):
                return reason
    return ""


def _find_other_values(source: Source) -> str:
    with ExitStack() as open_files:
        file = open_files.enter_context(open_source(source))
        old: Any = make_readable(file, read_footer(file))
        old_pages = open_files.enter_context(pq.ParquetFile(old))
        view: Any = open_files.enter_context(open_as_plain(source, None, _refuse_finding)).file
        new_pages = open_files.enter_context(pq.ParquetFile(view))
        for group in range(old_pages.num_row_groups):
            if not have_equal_bits(
                old_pages.read_row_group(group, use_threads=False),
                new_pages.read_row_group(group, use_threads=False),
            ):
                return f"the two encodings of row group {group} hold other values"
    return ""


class DamagedEncodingError(InlayError):
    pass


def _refuse_finding(finding: Finding) -> NoReturn:
    raise DamagedEncodingError(f"a new encoding cannot be used: {finding}")


def have_equal_bits(table: pa.Table, other: pa.Table) -> bool:
    """Bit for bit: a NaN equals itself, and 0.0 is not -0.0."""
    if table.schema != other.schema:
        return False
    return all(
        _bits(left).equals(_bits(right))
        for left, right in zip(table.columns, other.columns, strict=True)
    )


def _bits(column: pa.ChunkedArray[Any]) -> pa.ChunkedArray[Any]:
    whole: Any = _without_floats(column.type)
    bits: pa.ChunkedArray[Any] = pa.chunked_array(
        [chunk.view(whole) for chunk in column.chunks], whole
    )
    return bits


def _without_floats(type_: pa.DataType) -> pa.DataType:
    """The type of the same layout that has whole numbers in place of floating ones."""
    if pa.types.is_floating(type_):
        return {16: pa.int16(), 32: pa.int32(), 64: pa.int64()}[type_.bit_width]
    if isinstance(type_, pa.StructType):
        return pa.struct([field.with_type(_without_floats(field.type)) for field in type_])
    if isinstance(type_, pa.MapType):
        return pa.map_(_without_floats(type_.key_type), _without_floats(type_.item_type))
    if isinstance(type_, pa.ListType):
        return pa.list_(type_.value_field.with_type(_without_floats(type_.value_type)))
    return type_
