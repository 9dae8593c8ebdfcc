"""A path of a shredded column by the pages of its own leaves, where these tell all that is asked for.

A path through objects ends at a group with up to two columns, `value` and `typed_value`. What is null around them makes their
own definition levels lower, so no struct has to be put together, and the other columns of the file are not looked at.
Lists, whole objects, files that pyarrow has to be shown in another form, and files that are not on this machine are left to
`read_by_rows`, which gives the same for all of them.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from io import FileIO
from typing import Any, Final, NamedTuple, cast

import pyarrow as pa

from inlay.footers.footer.column_names import refuse_column_names
from inlay.footers.footer.errors import FooterError
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.read import read_footer
from inlay.ground.arrow_fields import fields_in
from inlay.ground.files.memory import MemoryFile
from inlay.ground.files.ranges import FileRanges
from inlay.ground.files.source import Seekable, Source, name_of, open_source, read_at
from inlay.ground.schema.one_column import cut_column
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.schema.wanted import require_row_groups
from inlay.ground.wording import amounts
from inlay.ground.writers.created_by import writer_of
from inlay.pages.encodings.plain_footer import may_have_second, with_new_encodings
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.chunk_pages import pages_of
from inlay.pages.engine.errors import ChunkError, place_errors
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.leaf_ranges import is_covered, read_by_ranges, take_ranges
from inlay.pages.engine.leaf_values import decode_pages, layout_of, may_decode
from inlay.pages.engine.page_counts import PageCounts
from inlay.pages.engine.range_reader import RangeReader
from inlay.rows.pruning.null_chunks import may_pass_over
from inlay.rows.variants.chosen_rows import ChosenRows, place_chosen_errors
from inlay.rows.variants.opener import read_schema
from inlay.rows.variants.path_columns import (
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
    chosen: Sequence[ChosenRows] | None = None,
    leaves: LeafFile | None = None,
    counts: PageCounts | None = None,
) -> list[ChunkedArray] | None:
    """What `read_path` gives, for each path a chunk for each row group; None where it has to read rows. A leaf that several paths
    lead to is read once. Of the rows that are `chosen`, if any are, instead of those of `row_groups`. `leaves` is the file where it is
    open already. What is read is added to the `counts`.

    Raises ChunkError for damaged pages, with the name of the file and of the column, and what `variant_get` raises.
    """
    if any(len(path.pattern) > 1 for path in paths):
        return None
    counts = PageCounts() if counts is None else counts
    if leaves is not None:
        return _read_leaves(leaves, column, paths, casting, row_groups, tolerant, chosen, counts)
    with open_source(source) as file:
        opened = LeafFile.open(source, file)
        if opened is None:
            return None
        return _read_leaves(opened, column, paths, casting, row_groups, tolerant, chosen, counts)


def _read_leaves(
    leaves: LeafFile,
    column: str,
    paths: Sequence[WantedPath],
    casting: Casting,
    row_groups: Sequence[int] | None,
    tolerant: bool,
    chosen: Sequence[ChosenRows] | None,
    counts: PageCounts,
) -> list[ChunkedArray] | None:
    groups = require_row_groups(row_groups, len(leaves.metadata.row_groups))
    columns = leaves.find_paths(column, paths, casting)
    if columns is None:
        return None
    chunks: list[list[Array]] = [[] for _ in paths]
    for rows in leaves.list_rows(groups) if chosen is None else chosen or leaves.choose_none():
        read = leaves.open_group(rows, counts)
        placed: list[PlacedPath] = []
        for path, columns_there in zip(paths, columns, strict=True):
            is_whole = not isinstance(path.wanted, WantedLeaf)
            place = read.place(columns_there, is_whole=is_whole)
            if place is None:
                return None
            key = (columns_there.passed, frozenset(columns_there.columns), is_whole)
            placed.append(PlacedPath(key, place, columns_there.rest, path))
        with place_chosen_errors([read.rows]):
            arrays = get_placed(placed, casting, tolerant=tolerant)
        for parts, array in zip(chunks, arrays, strict=True):
            parts.append(array)
    return [cast(Any, pa.chunked_array)(parts) for parts in chunks] if chunks[0] else None


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

    def find_paths(
        self, column: str, paths: Sequence[WantedPath], casting: Casting
    ) -> list[PathColumns] | None:
        """The columns of each path, as `choose_columns` says; None where they are read by rows."""
        cut = cut_column(self.metadata.schema, column)
        if cut is None:
            return None
        with refuse_column_names(self.source):
            schema = read_shredded_schema(cut.encode())
        if schema is None:
            return None
        columns: list[PathColumns] = []
        for path in paths:
            leaf = path.wanted.column if isinstance(path.wanted, WantedLeaf) else None
            some = choose_columns(schema, cut.first_leaf, path.pattern[0], leaf, casting)
            if some is None:
                return None
            columns.append(some)
        return columns

    def find_column(self, name: str) -> PathColumn | None:
        """A column of the root that is not a group; None where it is read by rows."""
        cut = cut_column(self.metadata.schema, name)
        if cut is None or len(cut.elements) != 2:
            return None
        with refuse_column_names(self.source):
            (field,) = fields_in(read_schema(cut.encode()))
        node = SchemaTree(cut.elements).nodes[1]
        leaf, layout = Leaf.of(node), layout_of(node.element, field.type)
        if layout is None or leaf.max_repetition:
            return None
        return PathColumn(cut.first_leaf, leaf, layout)

    def find_dictionary(self, name: str) -> PathColumn | None:
        """The `metadata` of a Variant in the root, which is null where the Variant is; None where it is read by rows."""
        cut = cut_column(self.metadata.schema, name)
        if cut is None:
            return None
        with refuse_column_names(self.source):
            schema = read_shredded_schema(cut.encode())
        if schema is None:
            return None
        child = next(it for it in schema.variant.children if it.element.name == METADATA)
        leaf, layout = Leaf.of(child), layout_of(child.element, pa.binary())
        if layout is None or leaf.max_repetition:
            return None
        return PathColumn(cut.first_leaf + schema.leaves[child], leaf, layout)

    def list_rows(self, groups: Sequence[int] | None) -> Iterator[ChosenRows]:
        """All rows of these row groups, or of all."""
        first = 0
        for index in range(len(self.metadata.row_groups)) if groups is None else groups:
            rows = self.metadata.row_groups[index].num_rows
            yield ChosenRows(index, rows, first, [(0, rows)], None)
            first += rows

    def choose_none(self) -> list[ChosenRows]:
        """No row of the first row group: an array of the right type."""
        return [ChosenRows(0, 0, 0, [], None)] if self.metadata.row_groups else []

    def open_group(self, rows: ChosenRows, counts: PageCounts) -> GroupLeaves:
        """What is read is added to the counts."""
        return GroupLeaves(self, rows.narrow(), counts)


class GroupLeaves:
    """The columns of a row group that were read, and of them the rows that are chosen."""

    def __init__(self, leaves: LeafFile, rows: ChosenRows, counts: PageCounts) -> None:
        self.rows = rows
        self._counts = counts
        self._leaves = leaves
        self._row_group = leaves.metadata.row_groups[rows.group]
        self._writer = writer_of(leaves.metadata.created_by)
        self._arrays: dict[int, Array | None] = {}

    def place(self, path: PathColumns, *, is_whole: bool) -> GroupColumns | None:
        """The columns of a path; None where pages are left to pyarrow. Without those that hold nothing but nulls by their
        statistics, unless `is_whole`: Variants have all of their columns."""
        count = self.rows.num_chosen
        arrays: dict[str, Array] = {}
        for kind, column in path.columns.items():
            if self._find(column) is None:
                return None
            if self._has_only_nulls(column):
                if is_whole:
                    arrays[kind] = _nulls(count, column.layout.arrow)
                continue
            array = self.read(column)
            if array is None:
                return None
            arrays[kind] = array
        metadata = arrays.get(METADATA)
        if metadata is None:
            metadata = _nulls(
                count, pa.null()
            )  # which nobody looks at: it has a length and no bytes
        return GroupColumns(metadata, arrays.get(VALUE), arrays.get(TYPED), path.group)

    def _has_only_nulls(self, column: PathColumn) -> bool:
        chunk, highest = self._row_group.columns[column.place], column.leaf.max_definition
        rows = self._row_group.num_rows
        return may_pass_over(self._open_ranges(), chunk, rows, highest, self._writer)

    def _open_ranges(self) -> RangeReader:
        file, footer = self._leaves.file, self._leaves.footer
        return RangeReader(FileRanges(file, footer.file_size), footer.vouched.data_end)

    def read(self, column: PathColumn) -> Array | None:
        """None for what is left to pyarrow."""
        if column.place not in self._arrays:
            meta = self._find(column)
            with self._naming(column):
                array = None if meta is None or not may_decode(meta) else self._read(column, meta)
            if array is not None and self.rows.mask is not None:
                array = array.filter(self.rows.mask)
            self._arrays[column.place] = array
        return self._arrays[column.place]

    def _find(self, column: PathColumn) -> ColumnMetaData | None:
        with place_errors(f"{name_of(self._leaves.source)}: row group {self.rows.group}"):
            return _find_chunk(self._row_group, column)

    def _read(self, column: PathColumn, meta: ColumnMetaData) -> Array | None:
        file, footer, counts = self._leaves.file, self._leaves.footer, self._counts
        rows, ranges = self._row_group.num_rows, self.rows.ranges
        if not ranges:
            return pa.array([], column.layout.arrow)
        counts.chunks += 1
        if is_covered(ranges, rows):
            return _read_column(file, footer.vouched.data_end, meta, column, counts)
        chunk = self._row_group.columns[column.place]
        some = read_by_ranges(
            self._open_ranges(), chunk, meta, column.leaf, column.layout, rows, ranges, counts
        )
        if some is not None:
            return some
        every = _read_column(file, footer.vouched.data_end, meta, column, counts)
        return None if every is None else take_ranges(every, ranges)

    @contextmanager
    def _naming(self, column: PathColumn) -> Generator[None]:
        name = f"{name_of(self._leaves.source)}: row group {self.rows.group}"
        with place_errors(name), place_errors(f"column {column.leaf.name}"):
            yield


def _plain_metadata(file: Seekable, footer: Footer) -> FileMetaData | None:
    """None unless the pages are what the footer says. A ratified encoding is one of the pages: `may_decode` leaves its chunks to
    pyarrow, and no chunk that is not read has to be looked at."""
    if footer.is_encrypted or footer.findings:
        return None
    try:
        if not may_have_second(footer):
            return footer.metadata
        findings: list[Finding] = []
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
        what = f"{amounts.count(meta.num_values, 'value')}, and its row group has {amounts.count(row_group.num_rows, 'row')}"
        raise ChunkError(f"column {column.leaf.name} of {what}", locate_pages(meta)[0])
    return meta


def _read_column(
    file: Seekable, end: int, meta: ColumnMetaData, column: PathColumn, counts: PageCounts
) -> Array | None:
    """None for what `decode_pages` leaves to pyarrow."""
    start, stop = locate_pages(meta)
    if not _BODY <= start <= stop <= end:
        raise ChunkError(f"pages up to {stop:,}, and the footer is at {end:,}", start)
    chunk = read_at(file, start, stop - start)
    if len(chunk) < stop - start:
        raise ChunkError("the file ends before it should", start + len(chunk))
    pages = list(pages_of(chunk, meta, start))
    counts.add(sum(page.is_data for page in pages), len(chunk))
    return decode_pages(pages, meta, column.leaf, column.layout, meta.num_values, start)
