"""Row groups that readers leave out: `read_table(filters=)`, and the rows of Spark."""

from __future__ import annotations

from collections.abc import Sequence

from inlay.footers.footer.footer import Footer
from inlay.ground.files.source import Source
from inlay.ground.schema.tree import SchemaTree
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.range_reader import RangeReader
from inlay.rows.pruning.columns import FilteredColumns
from inlay.rows.pruning.filter_lists import filter_from_lists
from inlay.rows.pruning.filter_tokens import FilterError
from inlay.rows.pruning.filters import AllOf, AnyOf, ColumnTest, FilterTree
from inlay.rows.pruning.prune_file import prune_for_reading
from parquet_format.parquet import FileMetaData


def list_unpruned_groups(
    source: Source | Footer,
    filters: object,
    row_groups: Sequence[int] | None,
    *,
    nan_is_largest: bool = False,
) -> list[int] | None:
    """The row groups, among those that are asked for, in which rows may match: `filters` as pyarrow takes them, or a tree.

    As they are asked for if nothing is left out, if nobody can look into the filter, and if it does not fit the file:
    whoever reads says so.
    """
    asked = None if row_groups is None else list(row_groups)
    try:
        if isinstance(filters, ColumnTest | AllOf | AnyOf):
            tree: FilterTree | None = filters
        else:
            tree = filter_from_lists(filters)
        if tree is None:
            return asked
        pruning = prune_for_reading(source, tree, asked, pages=False, nan_is_largest=nan_is_largest)
    except (FilterError, TypeError, ValueError):
        return asked
    left = pruning.row_groups
    return asked if len(left) == len(pruning.groups) else left


def list_doubted_groups(
    reader: RangeReader, metadata: FileMetaData, expression: str, skipped: Sequence[int]
) -> list[int]:
    """Of row groups that pyarrow leaves out by an expression, those with statistics that are not to be believed. The expression is
    its text, in which the names of its columns stand: more columns than these may be looked at, and no fewer.
    """
    schema = SchemaTree(metadata.schema)
    named = _list_named(schema, expression)
    columns = FilteredColumns(metadata, schema, {}, named, reader, skipped, False)
    doubted = {
        at
        for column in named
        for at in columns.chunks.hold(column, range(len(skipped)))
        if not columns.is_believed(at, column)
    }
    return [skipped[at] for at in sorted(doubted)]


def _list_named(schema: SchemaTree, expression: str) -> list[int]:
    """The leaves, outside of lists, of columns that stand in the text of an expression; all if it has numbers of columns."""
    return [
        number
        for number, leaf in enumerate(schema.leaves)
        if (leaf.path[0] in expression or "FieldPath" in expression)
        and not Leaf.of(leaf).max_repetition
    ]
