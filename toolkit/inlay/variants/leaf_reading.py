"""A path of a shredded column by the pages of its own leaves, where these tell all that is asked for.

A path through objects ends at a group with up to two columns, `value` and `typed_value`. What is null around them makes their
own definition levels lower, so no struct has to be put together, and the other columns of the file are not looked at.
Lists, whole objects, files that pyarrow has to be shown in another form, and files that are not on this machine are left to
`read_by_rows`, which gives the same for all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import FileIO
from typing import Any, Final, cast

import pyarrow as pa

from inlay.encoding.plain_footer import with_new_encodings
from inlay.files.memory import MemoryFile
from inlay.files.source import Seekable, Source, name_of, open_source, read_at
from inlay.footer.column_names import refuse_column_names
from inlay.footer.errors import FooterError
from inlay.footer.footer import Footer
from inlay.footer.read import read_footer
from inlay.pages.chunk_metadata import locate_pages
from inlay.pages.errors import ChunkError, place_errors
from inlay.pages.leaf_values import may_decode, read_values
from inlay.schema.one_column import cut_column
from inlay.schema.wanted import require_row_groups
from inlay.variants.path_columns import (
    PathColumn,
    PathColumns,
    choose_columns,
    read_shredded_schema,
)
from inlay_runtime.errors import DecodeError
from inlay_runtime.finding import Finding
from inlay_variant.arrow.casting import Casting
from inlay_variant.arrow.getting import PlacedPath, WantedLeaf, WantedPath, get_placed
from inlay_variant.arrow.places import GroupColumns
from inlay_variant.storage.arrow_classes import Array, ChunkedArray
from inlay_variant.storage.shape import METADATA, TYPED, VALUE
from inlay_variant.value.errors import counting_from
from parquet_format.parquet import ColumnMetaData, FileMetaData, RowGroup

_BODY: Final = 4
"""Behind the magic."""


def read_by_leaves(
    source: Source,
    column: str,
    paths: Sequence[WantedPath],
    casting: Casting,
    *,
    row_groups: Sequence[int] | None,
    tolerant: bool,
) -> list[ChunkedArray] | None:
    """What `read_path` gives, for each path a chunk for each row group; None where it has to read rows. A leaf that several paths
    lead to is read once.

    Raises ChunkError for damaged pages, with the name of the file and of the column, and what `variant_get` raises.
    """
    if any(len(path.pattern) > 1 for path in paths):
        return None
    with open_source(source) as file:
        if not isinstance(file, FileIO | MemoryFile):
            return None
        footer = read_footer(file, name_of(source))
        metadata = _plain_metadata(file, footer)
        cut = cut_column(metadata.schema, column) if metadata is not None else None
        if metadata is None or cut is None:
            return None
        with refuse_column_names(source):
            schema = read_shredded_schema(cut.encode())
        if schema is None:
            return None
        chosen: list[PathColumns] = []
        groups = require_row_groups(row_groups, len(metadata.row_groups))
        for path in paths:
            leaf = path.wanted.column if isinstance(path.wanted, WantedLeaf) else None
            columns = choose_columns(schema, cut.first_leaf, path.pattern[0], leaf, casting)
            if columns is None:
                return None
            chosen.append(columns)
        chunks: list[list[Array]] = [[] for _ in paths]
        first = 0
        for index in range(len(metadata.row_groups)) if groups is None else groups:
            row_group = metadata.row_groups[index]
            leaves = _Leaves(file, footer.data_end, row_group)
            placed: list[PlacedPath] = []
            with place_errors(f"{name_of(source)}: row group {index}"):
                for path, columns in zip(paths, chosen, strict=True):
                    is_whole = not isinstance(path.wanted, WantedLeaf)
                    place = _read_place(leaves, columns, is_whole=is_whole)
                    if place is None:
                        return None
                    key = (columns.passed, frozenset(columns.columns), is_whole)
                    placed.append(PlacedPath(key, place, columns.rest, path))
            with counting_from(first):
                arrays = get_placed(placed, casting, tolerant=tolerant)
            for parts, array in zip(chunks, arrays, strict=True):
                parts.append(array)
            first += row_group.num_rows
    return [cast(Any, pa.chunked_array)(parts) for parts in chunks] if chunks[0] else None


class _Leaves:
    """The columns of a row group that were read."""

    def __init__(self, file: Seekable, end: int, row_group: RowGroup) -> None:
        self.file = file
        self.end = end
        self.row_group = row_group
        self._arrays: dict[int, Array | None] = {}

    def read(self, column: PathColumn, chunk: ColumnMetaData) -> Array | None:
        """None for what `read_values` leaves to pyarrow."""
        if column.place not in self._arrays:
            with place_errors(f"column {column.leaf.name}"):
                array = _read_column(self.file, self.end, chunk, column)
            self._arrays[column.place] = array
        return self._arrays[column.place]


def _plain_metadata(file: Seekable, footer: Footer) -> FileMetaData | None:
    """None unless the pages are what the footer says, in encodings of Parquet."""
    findings: list[Finding] = []
    if footer.is_encrypted or footer.findings:
        return None
    try:
        view = with_new_encodings(file, footer, on_finding=findings.append)
        return footer.metadata if view is None and not findings else None
    except (DecodeError, FooterError):
        return None


def _read_place(leaves: _Leaves, path: PathColumns, *, is_whole: bool) -> GroupColumns | None:
    """The columns of one row group; None where pages are left to pyarrow. Without those that hold nothing but nulls by their
    statistics, unless `is_whole`: Variants have all of their columns."""
    rows = leaves.row_group.num_rows
    arrays: dict[str, Array] = {}
    for kind, column in path.columns.items():
        chunk = _find_chunk(leaves.row_group, column)
        if chunk is None:
            return None
        if chunk.statistics is not None and chunk.statistics.null_count == rows:
            if is_whole:
                arrays[kind] = _nulls(rows, column.layout.arrow)
            continue
        array = leaves.read(column, chunk)
        if array is None:
            return None
        arrays[kind] = array
    metadata = arrays.get(METADATA)
    if metadata is None:
        metadata = _nulls(rows, pa.null())  # which nobody looks at: it has a length and no bytes
    return GroupColumns(metadata, arrays.get(VALUE), arrays.get(TYPED), path.group)


def _nulls(rows: int, type_: pa.DataType) -> Array:
    nothing: Array = cast(Any, pa.nulls)(rows, type_)
    return nothing


def _find_chunk(row_group: RowGroup, column: PathColumn) -> ColumnMetaData | None:
    """None for what is encrypted, lies in another file, or is another column than the schema says. Raises ChunkError for another
    number of values than there are rows."""
    if column.place >= len(row_group.columns):
        return None
    chunk = row_group.columns[column.place]
    meta = chunk.meta_data
    if meta is None or chunk.crypto_metadata is not None or chunk.file_path is not None:
        return None
    if ".".join(meta.path_in_schema) != column.leaf.name:
        return None
    if meta.num_values != row_group.num_rows:
        what = f"{meta.num_values:,} values, and its row group has {row_group.num_rows:,} rows"
        raise ChunkError(f"column {column.leaf.name} of {what}", locate_pages(meta)[0])
    return meta


def _read_column(
    file: Seekable, end: int, meta: ColumnMetaData, column: PathColumn
) -> Array | None:
    """None for what `read_values` leaves to pyarrow."""
    if not may_decode(meta):
        return None
    start, stop = locate_pages(meta)
    if not _BODY <= start <= stop <= end:
        raise ChunkError(f"pages up to {stop:,}, and the footer is at {end:,}", start)
    chunk = read_at(file, start, stop - start)
    if len(chunk) < stop - start:
        raise ChunkError("the file ends before it should", start + len(chunk))
    return read_values(chunk, meta, column.leaf, column.layout, start)
