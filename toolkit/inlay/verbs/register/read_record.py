"""The record of a file, from its footer: nothing else of it is read."""

from __future__ import annotations

from typing import NamedTuple

from inlay.footers.footer.footer import Footer
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.statements.counts import count_filled
from inlay.ground.statements.native_pass import fold_statements
from inlay.ground.writers.created_by import writer_of
from inlay.ground.writers.distrust import needs_arrow_schema
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.rows.pruning.facts import ENCRYPTED, facts_of
from inlay.rows.pruning.leaf_rules import build_rules
from inlay.verbs.register.fold_leaf import (
    FoldedChunk,
    FoldedLeaf,
    fold_leaf,
    make_folded,
)
from inlay.verbs.register.record import FileRecord, LeafRecord
from inlay_runtime.limits import DEFAULT_LIMITS
from parquet_format.parquet import (
    ColumnMetaData,
    ColumnOrder,
    FileMetaData,
    RowGroup,
    SchemaElement,
)


class _Columns(NamedTuple):
    """The leaves of a schema, with the rules of each."""

    schema: list[SchemaElement]
    orders: list[ColumnOrder] | None
    created_by: str | None
    leaves: list[Node]
    rules: list[ColumnRules]
    paths: list[tuple[str, ...]]

    def are_of(self, metadata: FileMetaData) -> bool:
        return (
            metadata.created_by == self.created_by
            and metadata.schema == self.schema
            and metadata.column_orders == self.orders
        )


class RecordMaker:
    """Files of a lake are alike: what their schema means is worked out once for neighbours that have the same."""

    def __init__(self) -> None:
        self._columns: _Columns | None = None

    def make(self, footer: Footer, path: str) -> FileRecord:
        """`path` is what the record calls the file. Raises FooterError and DecodeError for a footer that cannot be read."""
        metadata = footer.metadata
        columns = self._find_columns(metadata)
        plain = None
        if fold_statements is not None:
            rules = [it.plain for it in columns.rules]
            plain = fold_statements(rules, footer.thrift, DEFAULT_LIMITS.depth)
        if plain is None:
            return _make_slowly(metadata, columns, path, footer.file_size)
        offsets, folded = plain
        leaves = []
        for at, (values, compressed, statements) in enumerate(folded):
            rules_of = columns.rules[at]
            leaf = (
                _fold(metadata, at, rules_of)
                if statements is None
                else make_folded(rules_of, *statements)
            )
            leaves.append(_make_leaf(columns, at, values, compressed, leaf))
        return FileRecord(
            path, footer.file_size, metadata.num_rows, tuple(sorted(offsets)), tuple(leaves)
        )

    def _find_columns(self, metadata: FileMetaData) -> _Columns:
        columns = self._columns
        if columns is not None and columns.are_of(metadata):
            return columns
        tree = SchemaTree(metadata.schema)
        rules = build_rules(metadata, tree, range(len(tree.leaves)))
        columns = _Columns(
            metadata.schema,
            metadata.column_orders,
            metadata.created_by,
            tree.leaves,
            [rules[at] for at in range(len(tree.leaves))],
            [node.path for node in tree.leaves],
        )
        # What such a writer says also depends on another copy of the schema.
        is_shared = not needs_arrow_schema(writer_of(metadata.created_by))
        self._columns = columns if is_shared else None
        return columns


def _make_slowly(metadata: FileMetaData, columns: _Columns, path: str, size: int) -> FileRecord:
    leaves: list[LeafRecord] = []
    for at, rules in enumerate(columns.rules):
        metas = [_find_chunk(group, at) for group in metadata.row_groups]
        known = [meta for meta in metas if meta is not None]
        is_known = len(known) == len(metas)
        values = sum(meta.num_values for meta in known) if is_known else None
        compressed = sum(meta.total_compressed_size for meta in known) if is_known else None
        leaves.append(_make_leaf(columns, at, values, compressed, _fold(metadata, at, rules)))
    return FileRecord(path, size, metadata.num_rows, _list_offsets(metadata), tuple(leaves))


def _make_leaf(
    columns: _Columns, at: int, values: int | None, compressed: int | None, folded: FoldedLeaf
) -> LeafRecord:
    field_id = columns.leaves[at].element.field_id
    return LeafRecord(columns.paths[at], columns.rules[at], field_id, values, compressed, *folded)


def _fold(metadata: FileMetaData, at: int, rules: ColumnRules) -> FoldedLeaf:
    """By all that each chunk says."""
    chunks = [
        _read_chunk(number, group.num_rows, _find_chunk(group, at), rules)
        for number, group in enumerate(metadata.row_groups)
    ]
    return fold_leaf(rules, chunks)


def _find_chunk(group: RowGroup, at: int) -> ColumnMetaData | None:
    """None for a chunk that is not there, or that only a key opens."""
    chunk = group.columns[at] if at < len(group.columns) else None
    return None if chunk is None or chunk.crypto_metadata is not None else chunk.meta_data


def _read_chunk(
    number: int, rows: int, meta: ColumnMetaData | None, rules: ColumnRules
) -> FoldedChunk:
    if meta is None:
        return FoldedChunk(number, ENCRYPTED)
    values, sizes = meta.num_values, meta.size_statistics
    is_fit = values >= rows if rules.column.is_in_list else values == rows
    facts = facts_of(rules, meta.statistics, values if is_fit else None, sizes=sizes)
    if sizes is None:
        return FoldedChunk(number, facts)
    filled = count_filled(sizes.definition_level_histogram, rules.highest, values)
    return FoldedChunk(number, facts, filled, sizes.unencoded_byte_array_data_bytes)


def _list_offsets(metadata: FileMetaData) -> tuple[int, ...]:
    """A row group begins with the first page of any of its columns, whichever that is."""
    offsets = [
        min((locate_pages(meta)[0] for meta in metas), default=None)
        for group in metadata.row_groups
        for metas in ([it.meta_data for it in group.columns if it.meta_data is not None],)
    ]
    return tuple(sorted(it for it in offsets if it is not None))
