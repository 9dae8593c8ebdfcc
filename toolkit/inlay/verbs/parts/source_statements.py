"""Statements of the chunks of a source that the footer itself contradicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import repeat
from typing import Final, NamedTuple, TypeAlias

from inlay.ground.schema.tree import SchemaTree
from inlay.ground.statements.believed import NULLS, REPETITIONS, Contradiction
from inlay.ground.statements.chunk_contradictions import find_contradictions
from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.statements.doubtful_chunks import StatedColumn, StatedColumns
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.thrift_file import ThriftFile
from parquet_format.parquet import ColumnChunk, ColumnOrder


class VoidStatements(NamedTuple):
    """Of a chunk: which are void, by their sum, and the first contradiction, as a clause. Its column index goes, too, if what is gone
    could have spoken against it."""

    sum: int
    what: str
    drops_index: bool


ContradictedChunks: TypeAlias = Mapping[tuple[int, int], VoidStatements]
"""By the numbers of row group and leaf. Most files have none."""

_NONE: Final[ContradictedChunks] = {}


def find_contradicted(file: ThriftFile, columns: StatedColumns) -> ContradictedChunks:
    """Of a footer that was decoded. Whoever wrote it: a contradiction needs no writer."""
    doubtful = columns.find_doubtful(file.thrift)
    if doubtful is not None and not doubtful:
        return _NONE
    void: dict[tuple[int, int], VoidStatements] = {}
    row_groups = file.metadata().row_groups
    if doubtful is None:
        leaves = range(len(columns))
        doubtful = [(group, leaf) for group in range(len(row_groups)) for leaf in leaves]
    rules = cache(columns.rule)
    for group, leaf in doubtful:
        row_group, rule = row_groups[group], rules(leaf)
        chunk = row_group.columns[leaf]
        contradictions = find_contradictions(rule, metadata_of(chunk), row_group.num_rows)
        if contradictions:
            void[group, leaf] = _sum_up(rule, chunk, contradictions)
    return void


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


def list_stated(
    tree: SchemaTree, leaves: Sequence[Leaf], orders: Sequence[ColumnOrder] | None
) -> StatedColumns:
    """The leaves of a schema with these column orders."""
    return StatedColumns(
        [
            StatedColumn(node.element, order, leaf.max_definition, leaf.max_repetition)
            for node, leaf, order in zip(tree.leaves, leaves, orders or repeat(None), strict=False)
        ]
    )
