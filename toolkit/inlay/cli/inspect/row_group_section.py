"""Row groups and their column chunks, as tables."""

from __future__ import annotations

from inlay.cli.inspect.chunks import GOES, MOST_PATH, ChunkTable, build_chunk_table
from inlay.cli.inspect.columns import columns_of, take_columns
from inlay.cli.inspect.fitted_table import FittedTable
from inlay.cli.inspect.limits import ReportLimits, tell_more
from inlay.cli.inspect.outline import Branch
from inlay.cli.inspect.values import MARKS, marks_in
from inlay.cli.inspect.words import Listing, Words
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.wording.amounts import count, format_size
from inlay.ground.wording.printable import shorten_path
from inlay.pages.engine.passing_chunks import count_chunks
from parquet_format.parquet import FileMetaData, RowGroup

LINES_AROUND = 3
"""What a row group takes beside its columns: headline, common facts, titles."""


def add_row_groups(
    parent: Branch, metadata: FileMetaData, schema: SchemaTree, limits: ReportLimits
) -> None:
    columns = columns_of(metadata, schema, limits.columns)
    left = limits.chunks
    for at, row_group in enumerate(metadata.row_groups):
        total = count_chunks(row_group)
        rows = min(total, limits.columns)
        if at and rows > left:
            rest = metadata.row_groups[at:]
            rows_left = count(sum(other.num_rows for other in rest), "row")
            text = tell_more(len(rest), "row group").replace(" (", f" with {rows_left} (")
            parent.add(Words(text, "dim"))
            return
        left -= rows + LINES_AROUND
        branch = parent.add(_headline(at, row_group, schema))
        table = build_chunk_table(row_group, take_columns(columns, rows), rows)
        branch.add(_chunks(table, rows, total))


def _headline(at: int, row_group: RowGroup, schema: SchemaTree) -> Words:
    line = Words(f"row group {at}", "bold")
    line.append(f"  {count(row_group.num_rows, 'row')}, {format_size(row_group.total_byte_size)}")
    compressed = row_group.total_compressed_size
    if compressed is not None and compressed != row_group.total_byte_size:
        line.append(f", compressed to {format_size(compressed)}")
    if row_group.sorting_columns:
        names = [
            _column_name(schema, sorting.column_idx)
            + (" descending" if sorting.descending else "")
            + (", nulls first" if sorting.nulls_first else ", nulls last")
            for sorting in row_group.sorting_columns
        ]
        line.append(f"; sorted by {'; '.join(names)}")
    return line


def _column_name(schema: SchemaTree, at: int) -> str:
    if 0 <= at < len(schema.leaves):
        return shorten_path(schema.leaves[at].path, MOST_PATH)
    return f"column {at}"


def _chunks(table: ChunkTable, rows: int, total: int) -> list[Words | FittedTable]:
    parts: list[Words | FittedTable] = []
    if not total:
        return [Words("no columns", "dim")]
    if table.shared:
        parts.append(Listing(f"all {count(total, 'column')}: {', '.join(table.shared)}", "dim"))
    parts.append(FittedTable(table.facets, rows, GOES))
    if rows < total:
        parts.append(Words(tell_more(total - rows, "column"), "dim"))
    if legend := _legend(table, rows):
        parts.append(Words(legend, "dim"))
    return parts


def _legend(table: ChunkTable, rows: int) -> str:
    """What the marks before bounds mean, for those that occur."""
    used: set[str] = set()
    for facet in table.facets:
        if facet.title == "min .. max":
            used |= marks_in(facet.cells[:rows])
    return "; ".join(f"{mark} {words}" for mark, words in MARKS.items() if mark in used)
