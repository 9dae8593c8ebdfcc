"""Row groups that readers leave out: `read_table(filters=)`, and the rows of Spark."""

from __future__ import annotations

from collections.abc import Sequence

from inlay.footers.footer.footer import Footer
from inlay.ground.files.source import Source
from inlay.ground.schema.tree import SchemaTree
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.open_parts import open_parts
from inlay.rows.pruning.columns import FilteredColumns
from inlay.rows.pruning.filter_lists import filter_from_lists
from inlay.rows.pruning.filter_tokens import FilterError
from inlay.rows.pruning.filters import AllOf, AnyOf, ColumnTest, FilterTree
from inlay.rows.pruning.leaf_rules import build_rules
from inlay.rows.pruning.prune_file import prune_for_reading
from inlay_runtime.one_element import look_at_element
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


def list_doubted_groups(source: Source | Footer, expression: str, skipped: list[int]) -> list[int]:
    """Of row groups that pyarrow leaves out by an expression, those with statistics that are not to be believed. The expression is
    its text, in which the names of its columns stand: more columns than these may be looked at, and no fewer.
    """
    asks_for_nulls = _asks_for_nulls(expression)
    with open_parts(source) as (reader, footer):
        schema = SchemaTree(footer.metadata.schema)
        named = _list_named(schema, expression)
        columns = FilteredColumns(footer.metadata, schema, {}, named, reader, skipped, False)
        return [
            group
            for at, group in enumerate(skipped)
            if not all(
                columns.are_all_believed(at, column, asks_for_nulls=asks_for_nulls)
                for column in named
            )
        ]


def are_all_plain(metadata: FileMetaData, expression: str, row_groups: Sequence[int]) -> bool:
    """Whether `list_doubted_groups` surely has none of these row groups: nothing is odd in the statistics of the columns of an expression,
    and no number of nulls decides."""
    if _asks_for_nulls(expression):
        return False
    schema = SchemaTree(metadata.schema)
    named = _list_named(schema, expression)
    groups = [metadata.row_groups[number] for number in row_groups]
    for column, rules in build_rules(metadata, schema, named).items():
        plain = rules.plain
        if plain is None:
            return False
        for group in groups:
            chunk = look_at_element(group, "columns", column)
            if plain.read_chunk(chunk, group.num_rows) is None:
                return False
    return True


def _asks_for_nulls(expression: str) -> bool:
    return "null" in expression or "valid" in expression


def _list_named(schema: SchemaTree, expression: str) -> list[int]:
    """The leaves, outside of lists, of columns that stand in the text of an expression; all if it has numbers of columns."""
    return [
        number
        for number, leaf in enumerate(schema.leaves)
        if (leaf.path[0] in expression or "FieldPath" in expression)
        and not Leaf.of(leaf).max_repetition
    ]
