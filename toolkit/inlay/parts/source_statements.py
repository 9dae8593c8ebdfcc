"""What the footer of a source says of its chunks: which statements there are, and which of them others contradict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from inlay.pages.chunk_metadata import metadata_of
from inlay.pages.leaf import Leaf
from inlay.schema.tree import SchemaTree
from inlay.statements.believed import NULLS, REPETITIONS, Contradiction
from inlay.statements.chunk_contradictions import find_contradictions
from inlay.statements.column_rules import ColumnRules
from inlay.writers.affected import WrittenColumn
from parquet_format.parquet import ColumnChunk, ColumnOrder, RowGroup, Statistics

SOME: Final = 1
NOT_ALL: Final = 2
"""What a file says of a column: some row groups make the statement, and some do not. Together they are 3."""


class Said(NamedTuple):
    """Of numbers of nulls, and of bounds: `SOME` and `NOT_ALL` for each leaf."""

    nulls: bytes
    bounds: bytes


class VoidStatements(NamedTuple):
    """Of a chunk: which are void, by their sum, and the first contradiction, as a clause. Its column index goes, too, if what is gone
    could have spoken against it."""

    sum: int
    what: str
    drops_index: bool


class SourceStatements(NamedTuple):
    """`void` is by the numbers of row group and leaf. Most files have none."""

    said: Said
    void: Mapping[tuple[int, int], VoidStatements]


def read_statements(
    row_groups: Sequence[RowGroup], rules: Sequence[ColumnRules]
) -> SourceStatements:
    """`rules` are those of the leaves. Whoever wrote the file: a contradiction needs no writer."""
    void: dict[tuple[int, int], VoidStatements] = {}
    for group, row_group in enumerate(row_groups):
        for leaf, (rule, chunk) in enumerate(zip(rules, row_group.columns, strict=True)):
            contradictions = find_contradictions(rule, metadata_of(chunk), row_group.num_rows)
            if contradictions:
                void[group, leaf] = _sum_up(rule, chunk, contradictions)
    return SourceStatements(listen(row_groups, len(rules)), void)


def _sum_up(
    rule: ColumnRules, chunk: ColumnChunk, contradictions: Sequence[Contradiction]
) -> VoidStatements:
    void = 0
    for each in contradictions:
        void |= each.void
    # Nobody asks for the nulls of a column that has none, nor for the repetition levels of a page.
    beside = REPETITIONS if rule.column.can_be_null else REPETITIONS | NULLS
    drops_index = chunk.column_index_offset is not None and bool(void & ~beside)
    return VoidStatements(void, contradictions[0].what, drops_index)


def list_rules(tree: SchemaTree, orders: Sequence[ColumnOrder] | None) -> list[ColumnRules]:
    """Of each leaf."""
    rules: list[ColumnRules] = []
    for number, node in enumerate(tree.leaves):
        leaf = Leaf.of(node)
        column = WrittenColumn(
            node.element,
            is_in_list=leaf.max_repetition > 0,
            can_be_null=leaf.max_definition > 0,
        )
        order = orders[number] if orders is not None else None
        rules.append(ColumnRules(column, order, None, leaf.max_definition, leaf.max_repetition))
    return rules


def listen(row_groups: Iterable[RowGroup], count: int) -> Said:
    """There are no bounds of nulls, and nothing is said of no values."""
    said_nulls, said_bounds = bytearray(count), bytearray(count)
    for row_group in row_groups:
        for number, chunk in enumerate(row_group.columns):
            meta = metadata_of(chunk)
            statistics = meta.statistics
            if statistics is None:
                if meta.num_values > 0:
                    said_nulls[number] |= NOT_ALL
                    said_bounds[number] |= NOT_ALL
                continue
            nulls = statistics.null_count
            if nulls is not None:
                said_nulls[number] |= SOME
            elif meta.num_values > 0:
                said_nulls[number] |= NOT_ALL
            if statistics.min_value is not None and statistics.max_value is not None:
                said_bounds[number] |= SOME
                continue
            if _has_bound(statistics):
                said_bounds[number] |= SOME
            is_whole = statistics.min is not None and statistics.max is not None
            if not is_whole and meta.num_values > 0 and nulls != meta.num_values:
                said_bounds[number] |= NOT_ALL
    return Said(bytes(said_nulls), bytes(said_bounds))


def _has_bound(statistics: Statistics) -> bool:
    said = statistics.min_value, statistics.max_value, statistics.min, statistics.max
    return any(bound is not None for bound in said)
