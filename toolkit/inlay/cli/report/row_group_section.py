"""Row groups and their column chunks, as tables of rich."""

from __future__ import annotations

from rich.console import Group
from rich.text import Text
from rich.tree import Tree

from inlay.cli.report.chunks import GOES, MOST_PATH, ChunkTable, chunk_table
from inlay.cli.report.columns import columns_of, first_columns
from inlay.cli.report.fitted_table import FittedTable
from inlay.cli.report.limits import Limits, more
from inlay.cli.report.values import MARKS, marks_in
from inlay.schema.tree import SchemaTree
from inlay.wording.amounts import count, size
from inlay.wording.printable import shorten_path
from parquet_format.parquet import FileMetaData, RowGroup

LINES_AROUND = 3
"""What a row group takes beside its columns: headline, common facts, titles."""


def add_row_groups(
    parent: Tree, metadata: FileMetaData, schema: SchemaTree, limits: Limits
) -> None:
    columns = columns_of(metadata, schema, limits.columns)
    left = limits.chunks
    for at, row_group in enumerate(metadata.row_groups):
        rows = min(len(row_group.columns), limits.columns)
        if at and rows > left:
            rest = metadata.row_groups[at:]
            total = count(sum(other.num_rows for other in rest), "row")
            text = more(len(rest), "row group").replace(" (", f" with {total} (")
            parent.add(Text(text, "dim"))
            return
        left -= rows + LINES_AROUND
        branch = parent.add(_headline(at, row_group, schema))
        chunks = row_group.columns
        table = chunk_table(chunks, first_columns(columns, rows), rows)
        branch.add(_chunks(table, rows, len(chunks)))


def _headline(at: int, row_group: RowGroup, schema: SchemaTree) -> Text:
    line = Text(f"row group {at}", "bold")
    line.append(f"  {count(row_group.num_rows, 'row')}, {size(row_group.total_byte_size)}", "")
    compressed = row_group.total_compressed_size
    if compressed is not None and compressed != row_group.total_byte_size:
        line.append(f", compressed to {size(compressed)}", "")
    if row_group.sorting_columns:
        names = [
            _column_name(schema, sorting.column_idx)
            + (" descending" if sorting.descending else "")
            + (", nulls first" if sorting.nulls_first else ", nulls last")
            for sorting in row_group.sorting_columns
        ]
        line.append(f"; sorted by {'; '.join(names)}", "")
    return line


def _column_name(schema: SchemaTree, at: int) -> str:
    if 0 <= at < len(schema.leaves):
        return shorten_path(schema.leaves[at].path, MOST_PATH)
    return f"column {at}"


def _chunks(table: ChunkTable, rows: int, total: int) -> Group:
    parts: list[Text | FittedTable] = []
    if table.shared:
        parts.append(Text(f"all {total:,} columns: {', '.join(table.shared)}", "dim"))
    parts.append(FittedTable(table.facets, rows, GOES))
    if rows < total:
        parts.append(Text(more(total - rows, "column"), "dim"))
    if legend := _legend(table, rows):
        parts.append(Text(legend, "dim"))
    return Group(*parts)


def _legend(table: ChunkTable, rows: int) -> str:
    """What the marks before bounds mean, for those that occur."""
    used: set[str] = set()
    for facet in table.facets:
        if facet.title == "min .. max":
            used.update(*(marks_in(cell) for cell in facet.cells[:rows]))
    return "; ".join(f"{mark} {words}" for mark, words in MARKS.items() if mark in used)
