"""Chunks of nulls alone, which readers of paths pass over: by their own statements, and by none of their page index against that."""

from __future__ import annotations

from inlay.ground.statements.chunk_nulls import has_only_nulls
from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.writers.affected import WrittenColumn
from inlay.ground.writers.created_by import Writer
from inlay.ground.writers.distrust import find_wrong_index
from inlay.pages.engine.chunk_indexes import read_index_bytes
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.range_reader import RangeReader
from inlay.rows.pruning.agreement import compare_with_pages
from inlay.rows.pruning.facts import facts_of
from inlay.rows.pruning.page_facts import read_pages
from parquet_format.parquet import ColumnChunk, SchemaElement


def may_pass_over(
    reader: RangeReader, chunk: ColumnChunk, rows: int, highest: int, writer: Writer | None
) -> bool:
    """Of a column that is in no list. `highest` is its highest definition level: 0 where it cannot be null."""
    meta = chunk.meta_data
    if meta is None or not has_only_nulls(meta, rows, highest, writer):
        return False
    element = SchemaElement(name="", type=meta.type)  # beside nulls, no more of it is asked for
    rules = ColumnRules(WrittenColumn(element, can_be_null=highest > 0), None, writer, highest)
    if chunk.file_path is not None or (
        rules.is_doubted and find_wrong_index(rules.writer, rules.column)
    ):
        return True
    try:
        read = read_index_bytes(reader, chunk)
    except ChunkError:
        return True
    pages = None if read is None else read_pages(read, rules, rows)
    if pages is None:
        return True
    said = facts_of(rules, meta.statistics, rows, sizes=meta.size_statistics)
    return compare_with_pages(rules, chunk, said, pages)[0].are_all_null
