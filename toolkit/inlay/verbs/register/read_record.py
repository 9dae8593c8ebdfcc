"""The record of a file, from its footer: nothing else of it is read."""

from __future__ import annotations

from inlay.footers.footer.footer import Footer
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.statements.counts import count_filled
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.rows.pruning.facts import ENCRYPTED, facts_of
from inlay.rows.pruning.leaf_rules import build_rules
from inlay.verbs.register.fold_leaf import ChunkFacts, fold_ends, fold_nans, fold_nulls, fold_plain
from inlay.verbs.register.record import FileRecord, LeafRecord
from parquet_format.parquet import ColumnMetaData, FileMetaData, RowGroup


def make_record(footer: Footer, path: str) -> FileRecord:
    """`path` is what the record calls the file. Raises FooterError and DecodeError for a footer that cannot be read."""
    metadata = footer.metadata
    tree = SchemaTree(metadata.schema)
    rules = build_rules(metadata, tree, range(len(tree.leaves)))
    leaves = tuple(_make_leaf(metadata, at, node, rules[at]) for at, node in enumerate(tree.leaves))
    offsets = _list_offsets(metadata)
    return FileRecord(path, footer.file_size, metadata.num_rows, offsets, leaves)


def _make_leaf(metadata: FileMetaData, at: int, node: Node, rules: ColumnRules) -> LeafRecord:
    groups = metadata.row_groups
    found = [_find_chunk(group, at) for group in groups]
    chunks = [
        _read_chunk(number, group.num_rows, meta, rules)
        for number, (group, meta) in enumerate(zip(groups, found, strict=True))
    ]
    known = [meta for meta in found if meta is not None]
    is_known = len(known) == len(found)
    lower, upper, why = fold_ends(rules, chunks)
    return LeafRecord(
        node.path,
        rules,
        node.element.field_id,
        sum(meta.num_values for meta in known) if is_known else None,
        sum(meta.total_compressed_size for meta in known) if is_known else None,
        lower,
        upper,
        fold_nulls(rules, chunks),
        fold_nans(rules, chunks),
        fold_plain(rules, chunks),
        why,
    )


def _find_chunk(group: RowGroup, at: int) -> ColumnMetaData | None:
    """None for a chunk that is not there, or that only a key opens."""
    chunk = group.columns[at] if at < len(group.columns) else None
    return None if chunk is None or chunk.crypto_metadata is not None else chunk.meta_data


def _read_chunk(
    number: int, rows: int, meta: ColumnMetaData | None, rules: ColumnRules
) -> ChunkFacts:
    if meta is None:
        return ChunkFacts(number, ENCRYPTED)
    values = meta.num_values
    is_fit = values >= rows if rules.column.is_in_list else values == rows
    facts = facts_of(rules, meta.statistics, values if is_fit else None, sizes=meta.size_statistics)
    sizes = meta.size_statistics
    if sizes is None:
        return ChunkFacts(number, facts)
    filled = count_filled(sizes.definition_level_histogram, rules.highest, values)
    return ChunkFacts(number, facts, filled, sizes.unencoded_byte_array_data_bytes)


def _list_offsets(metadata: FileMetaData) -> tuple[int, ...]:
    """A row group begins with the first page of any of its columns, whichever that is."""
    offsets = [
        min((locate_pages(meta)[0] for meta in metas), default=None)
        for group in metadata.row_groups
        for metas in ([it.meta_data for it in group.columns if it.meta_data is not None],)
    ]
    return tuple(sorted(it for it in offsets if it is not None))
