"""A path of a shredded column by the pages of its own leaves, where these tell all that is asked for.

A path through objects ends at a group with up to two columns, `value` and `typed_value`. What is null around them makes their
own definition levels lower, so no struct has to be put together, and the other columns of the file are not looked at.
Lists, whole objects, files that pyarrow has to be shown in another form, and files that are not on this machine are left to
`read_by_rows`, which gives the same for all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import FileIO
from typing import Any, Final, NamedTuple, cast

import pyarrow as pa

from inlay.encoding.plain_footer import with_new_encodings
from inlay.files.memory import MemoryFile
from inlay.files.ranges import FileRanges
from inlay.files.source import Seekable, Source, name_of, open_source, read_at
from inlay.footer.column_names import refuse_column_names
from inlay.footer.errors import FooterError
from inlay.footer.footer import Footer
from inlay.footer.read import read_footer
from inlay.pages.chunk_metadata import locate_pages
from inlay.pages.errors import ChunkError, place_errors
from inlay.pages.file_parts import PartReader
from inlay.pages.leaf import Leaf
from inlay.pages.leaf_ranges import RowRanges, is_covered, read_by_ranges, take_ranges
from inlay.pages.leaf_values import layout_of, may_decode, read_values
from inlay.schema.one_column import cut_column
from inlay.schema.tree import SchemaTree
from inlay.schema.wanted import require_row_groups
from inlay.variants.opener import read_schema
from inlay.variants.path_columns import (
    PathColumn,
    PathColumns,
    choose_columns,
    read_shredded_schema,
)
from inlay_runtime.errors import DecodeError
from inlay_runtime.finding import Finding
from inlay_variant.arrow.getting import GroupColumns, Wanted, WantedLeaf, get_from
from inlay_variant.storage.arrow_classes import Array, ChunkedArray
from inlay_variant.storage.leaves import VariantLeaf
from inlay_variant.storage.shape import METADATA, TYPED, VALUE
from inlay_variant.value.errors import counting_from
from inlay_variant.value.path import Step
from parquet_format.parquet import ColumnMetaData, FileMetaData, RowGroup

_BODY: Final = 4
"""Behind the magic."""


def read_by_leaves(
    source: Source,
    column: str,
    steps: Sequence[Step],
    wanted: Wanted,
    *,
    row_groups: Sequence[int] | None,
    strict: bool,
    tolerant: bool,
) -> ChunkedArray | None:
    """What `read_path` gives, a chunk for each row group; None where it has to read rows. `wanted` is the type that is asked for.

    Raises ChunkError for damaged pages, with the name of the file and of the column, and what `variant_get` raises.
    """
    with open_source(source) as file:
        leaves = LeafFile.open(source, file)
        if leaves is None:
            return None
        leaf = wanted.column if isinstance(wanted, WantedLeaf) else None
        path = leaves.find_path(column, steps, leaf, strict=strict)
        groups = require_row_groups(row_groups, len(leaves.metadata.row_groups))
        if path is None:
            return None
        chunks: list[Array] = []
        first = 0
        for index in range(len(leaves.metadata.row_groups)) if groups is None else groups:
            place = leaves.read_place(path, index, None, is_whole=leaf is None)
            if place is None:
                return None
            with counting_from(first):
                chunks.append(get_from(place, path.rest, wanted, strict=strict, tolerant=tolerant))
            first += leaves.metadata.row_groups[index].num_rows
    return cast(Any, pa.chunked_array)(chunks) if chunks else None


class LeafFile(NamedTuple):
    """An open file whose pages are what its footer says, in encodings of Parquet."""

    source: Source
    file: Seekable
    footer: Footer
    metadata: FileMetaData

    @classmethod
    def open(cls, source: Source, file: Seekable, footer: Footer | None = None) -> LeafFile | None:
        """None for a file that is read by rows. `footer` is that of the file, where it is known."""
        if not isinstance(file, FileIO | MemoryFile):
            return None
        footer = read_footer(file, name_of(source)) if footer is None else footer
        metadata = _plain_metadata(file, footer)
        return None if metadata is None else cls(source, file, footer, metadata)

    def find_path(
        self, column: str, steps: Sequence[Step], asked: VariantLeaf | None, *, strict: bool
    ) -> PathColumns | None:
        """The columns of a path, as `choose_columns` says; None where it is read by rows."""
        cut = cut_column(self.metadata.schema, column)
        if cut is None:
            return None
        with refuse_column_names(self.source):
            schema = read_shredded_schema(cut.encode())
        if schema is None:
            return None
        return choose_columns(schema, cut.first_leaf, steps, asked, strict=strict)

    def find_column(self, name: str) -> PathColumn | None:
        """A column of the root that is no group; None where it is read by rows."""
        cut = cut_column(self.metadata.schema, name)
        if cut is None or len(cut.elements) != 2:
            return None
        with refuse_column_names(self.source):
            (field,) = read_schema(cut.encode())
        node = SchemaTree(cut.elements).nodes[1]
        leaf, layout = Leaf.of(node), layout_of(node.element, field.type)
        if layout is None or leaf.max_repetition:
            return None
        return PathColumn(cut.first_leaf, leaf, layout)

    def read_place(
        self, path: PathColumns, group: int, ranges: RowRanges | None, *, is_whole: bool
    ) -> GroupColumns | None:
        """The columns of some rows of a row group, or of all; None where pages are left to pyarrow. Without those that hold
        nothing but nulls by their statistics, unless `is_whole`: Variants have all of their columns.
        """
        row_group = self.metadata.row_groups[group]
        rows = row_group.num_rows if ranges is None else sum(end - start for start, end in ranges)
        arrays: dict[str, Array] = {}
        for kind, column in path.columns.items():
            with place_errors(f"{name_of(self.source)}: row group {group}"):
                chunk = _find_chunk(row_group, column)
            if chunk is None:
                return None
            statistics = chunk.statistics
            if statistics is not None and statistics.null_count == row_group.num_rows:
                if is_whole:
                    arrays[kind] = _nulls(rows, column.layout.arrow)
                continue
            array = self.read_column(column, group, ranges)
            if array is None:
                return None
            arrays[kind] = array
        metadata = arrays.get(METADATA)
        if metadata is None:
            metadata = _nulls(
                rows, pa.null()
            )  # which nobody looks at: it has a length and no bytes
        return GroupColumns(metadata, arrays.get(VALUE), arrays.get(TYPED), path.group)

    def read_column(self, column: PathColumn, group: int, ranges: RowRanges | None) -> Array | None:
        """Some rows of a row group, or all; None for what is left to pyarrow."""
        row_group = self.metadata.row_groups[group]
        with place_errors(f"{name_of(self.source)}: row group {group}"):
            meta = _find_chunk(row_group, column)
            if meta is None or not may_decode(meta):
                return None
            with place_errors(f"column {column.leaf.name}"):
                if ranges is None or is_covered(ranges, row_group.num_rows):
                    return _read_column(self.file, self.footer.data_end, meta, column)
                some = self._read_ranges(column, row_group, meta, ranges)
                if some is not None:
                    return some
                every = _read_column(self.file, self.footer.data_end, meta, column)
                return None if every is None else take_ranges(every, ranges)

    def _read_ranges(
        self,
        column: PathColumn,
        row_group: RowGroup,
        meta: ColumnMetaData,
        ranges: RowRanges,
    ) -> Array | None:
        reader = PartReader(FileRanges(self.file, self.footer.file_size), self.footer.data_end)
        chunk = row_group.columns[column.place]
        return read_by_ranges(
            reader, chunk, meta, column.leaf, column.layout, row_group.num_rows, ranges
        )


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
    start, stop = locate_pages(meta)
    if not _BODY <= start <= stop <= end:
        raise ChunkError(f"pages up to {stop:,}, and the footer is at {end:,}", start)
    chunk = read_at(file, start, stop - start)
    if len(chunk) < stop - start:
        raise ChunkError("the file ends before it should", start + len(chunk))
    return read_values(chunk, meta, column.leaf, column.layout, start)
