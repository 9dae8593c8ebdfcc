"""The record of a file, from its footer: nothing else of it is read."""

from __future__ import annotations

from collections.abc import Sequence
from sys import maxsize
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from inlay.footers.footer.errors import COPY_AGAIN, FooterError
from inlay.footers.footer.footer import Footer
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.statements.counts import count_filled
from inlay.ground.statements.native_pass import fold_statements
from inlay.ground.wording.amounts import count
from inlay.ground.writers.created_by import writer_of
from inlay.ground.writers.distrust import needs_arrow_schema
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.rows.pruning.facts import ENCRYPTED, facts_of
from inlay.rows.pruning.leaf_rules import build_rules
from inlay.verbs.register.fold_leaf import FoldedChunk, are_nulls_doubted, fold_leaf
from inlay.verbs.register.record import FileBound, FileRecord, LeafRecord
from inlay.verbs.register.shredded_paths import ShreddedPath, choose_known, list_shredded_paths
from inlay_runtime.limits import DEFAULT_LIMITS
from parquet_format.parquet import ColumnMetaData, FileMetaData, RowGroup

if TYPE_CHECKING:
    from inlay.ground.statements.native_checks import FoldedLeaves, KnownLeaf, PlainStatements


_Leaf: TypeAlias = tuple[tuple[str, ...], ColumnRules, int | None]
"""What a record begins with: the path, how its statements are meant, and the field id."""


class _Columns(NamedTuple):
    """The leaves of a schema, with what is known of each before any chunk is looked at. `key` are the bytes of a footer that say all of
    this, and `known` begins a record natively. Where records have no leaves, only `plain` is there."""

    has_leaves: bool
    leaves: list[_Leaf]
    known: list[KnownLeaf]
    paths: list[ShreddedPath]
    plain: list[PlainStatements | None]
    key: bytes = b""


class FoldedAhead(NamedTuple):
    """What was stated of a footer before its record is made, by the columns that were known then."""

    columns: _Columns
    leaves: FoldedLeaves | None


class RecordMaker:
    """Files of a lake are alike: what their schema means is worked out once for neighbours that have the same. The record of a file with
    more than `most_leaves` has none of them."""

    def __init__(self, most_leaves: int = maxsize) -> None:
        self._most_leaves = most_leaves
        self._columns: _Columns | None = None

    @property
    def shared(self) -> object:
        """One object for neighbours that have the same schema and writer; None where that alone does not make them alike."""
        return self._columns

    def fold_ahead(self, footers: Sequence[bytes]) -> list[FoldedAhead | None]:
        """For `make`, by the columns of the last file: native code alone, so another thread can do it meanwhile."""
        columns = self._columns
        if columns is None:
            return [None] * len(footers)
        return [FoldedAhead(columns, it) for it in _fold_natively(columns, footers)]

    def make(self, footer: Footer, path: str, ahead: FoldedAhead | None = None) -> FileRecord:
        """`path` is what the record calls the file. Raises FooterError and DecodeError for a footer that cannot be read, FooterError for
        one that counts its rows in two ways, or less than 0 of them."""
        columns, folded = self._fold(footer, ahead)
        leaves: list[LeafRecord] = []
        if folded is None:
            metadata = footer.metadata
            counts = [group.num_rows for group in metadata.row_groups]
            if any(it < 0 for it in counts):
                what = "a row group has less than 0 rows"
                raise FooterError(footer.path, footer.offset, what, COPY_AGAIN, "row-count")
            stated, rows = metadata.num_rows, sum(counts)
            offsets = _list_offsets(metadata)
            if columns.has_leaves:
                leaves = _make_slowly(metadata, columns)
        else:
            stated, rows = folded.stated_rows, folded.rows
            offsets = folded.offsets
            if columns.has_leaves:
                leaves = _make_quickly(footer, columns, folded)
        if rows != stated:
            what = f"the row groups have {count(rows, 'row')}, and the file says {stated:,}"
            raise FooterError(footer.path, footer.offset, what, COPY_AGAIN, "row-count")
        return FileRecord(
            path,
            footer.file_size,
            rows,
            tuple(sorted(offsets)),
            tuple(leaves),
            choose_known(columns.paths, leaves),
        )

    def _fold(
        self, footer: Footer, ahead: FoldedAhead | None
    ) -> tuple[_Columns, FoldedLeaves | None]:
        """The columns of the neighbour are tried first: where they are not those of this file, its key is another one. What was folded
        decodes, so nothing else is asked of it."""
        columns = self._columns
        if columns is not None:
            if ahead is not None and ahead.columns is columns:
                folded = ahead.leaves
            else:
                (folded,) = _fold_natively(columns, [footer.thrift])
            if folded is not None and folded.key == columns.key:
                return columns, folded
        metadata = footer.metadata
        columns = _read_columns(metadata, self._most_leaves)
        (folded,) = _fold_natively(columns, [footer.thrift])
        # What such a writer says also depends on another copy of the schema.
        is_shared = folded is not None and not needs_arrow_schema(writer_of(metadata.created_by))
        self._columns = columns._replace(key=folded.key) if folded and is_shared else None
        return columns, folded


def _read_columns(metadata: FileMetaData, most_leaves: int) -> _Columns:
    leaves, rules, paths = read_leaves(metadata)
    plain = [None if are_nulls_doubted(it) else it.plain for it in rules]
    if len(leaves) > most_leaves:
        return _Columns(False, [], [], [], plain)
    own = [(it.path, theirs, it.element.field_id) for it, theirs in zip(leaves, rules, strict=True)]
    known: list[KnownLeaf] = [
        (it, theirs.is_float, not theirs.are_flags_doubted, theirs.has_sizes)
        for it, theirs in zip(own, rules, strict=True)
    ]
    return _Columns(True, own, known, paths, plain)


def read_leaves(
    metadata: FileMetaData,
) -> tuple[list[Node], list[ColumnRules], list[ShreddedPath]]:
    """What all files of one schema and writer share; row groups are not asked."""
    tree = SchemaTree(metadata.schema)
    by_place = build_rules(metadata, tree, range(len(tree.leaves)))
    rules = [by_place[at] for at in range(len(tree.leaves))]
    return tree.leaves, rules, list_shredded_paths(tree)


def _fold_natively(columns: _Columns, footers: Sequence[bytes]) -> list[FoldedLeaves | None]:
    """None where no native core is built, too."""
    if fold_statements is None:
        return [None] * len(footers)
    folded: list[FoldedLeaves | None] = fold_statements(columns.plain, [*footers], DEFAULT_LIMITS)
    return folded


def _make_quickly(footer: Footer, columns: _Columns, folded: FoldedLeaves) -> list[LeafRecord]:
    leaves = folded.list_leaves(columns.known, LeafRecord, FileBound)
    return [
        leaf if leaf is not None else _make_leaf(footer.metadata, columns, at, *folded.sizes_of(at))
        for at, leaf in enumerate(leaves)
    ]


def _make_slowly(metadata: FileMetaData, columns: _Columns) -> list[LeafRecord]:
    leaves: list[LeafRecord] = []
    for at in range(len(columns.leaves)):
        metas = [_find_chunk(group, at) for group in metadata.row_groups]
        known = [meta for meta in metas if meta is not None]
        is_known = len(known) == len(metas)
        values = sum(meta.num_values for meta in known) if is_known else None
        compressed = sum(meta.total_compressed_size for meta in known) if is_known else None
        leaves.append(_make_leaf(metadata, columns, at, values, compressed))
    return leaves


def _make_leaf(
    metadata: FileMetaData,
    columns: _Columns,
    at: int,
    values: int | None,
    compressed: int | None,
) -> LeafRecord:
    """By all that each chunk says."""
    path, rules, field_id = columns.leaves[at]
    chunks = [
        _read_chunk(number, group.num_rows, _find_chunk(group, at), rules)
        for number, group in enumerate(metadata.row_groups)
    ]
    folded = fold_leaf(rules, chunks)
    return LeafRecord(path, rules, field_id, values, compressed, *folded)


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
    filled = plain = None
    if sizes is not None:
        filled = count_filled(sizes.definition_level_histogram, rules.highest, values)
        plain = sizes.unencoded_byte_array_data_bytes
    return FoldedChunk(number, facts, filled, plain, meta.geospatial_statistics)


def _list_offsets(metadata: FileMetaData) -> list[int]:
    """A row group begins with the first page of any of its columns, whichever that is."""
    offsets = [
        min((locate_pages(meta)[0] for meta in metas), default=None)
        for group in metadata.row_groups
        for metas in ([it.meta_data for it in group.columns if it.meta_data is not None],)
    ]
    return [it for it in offsets if it is not None]
