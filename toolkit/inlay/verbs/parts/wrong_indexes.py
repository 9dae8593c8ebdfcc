"""Page indexes that are wrong by the table of writers. No reader asks who wrote an index before it passes over pages by it, so they
stay behind whoever the new file names."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import NamedTuple

from inlay.ground.writers.affected import WrittenColumn
from inlay.ground.writers.arrow_dictionaries import list_written_columns
from inlay.ground.writers.created_by import Writer, writer_of
from inlay.ground.writers.defects import Defect
from inlay.ground.writers.distrust import (
    find_wrong_index,
    find_wrong_offsets,
    writes_wrong_indexes,
)
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.pages.engine.left_out import name_columns
from inlay.verbs.parts.source import PartSource
from parquet_format.parquet import ColumnChunk, RowGroup


class _Doubted(NamedTuple):
    """A leaf that has wrong indexes, if it has any."""

    leaf: int
    column: WrittenColumn
    has_wrong_offsets: bool


def drop_wrong_indexes(part: PartSource, leaves: Collection[int] | None = None) -> list[str]:
    """Has them dropped; a sentence for each defect. `leaves` are those that the result has, None for all."""
    writer = writer_of(part.metadata.created_by)
    if not writes_wrong_indexes(writer):
        return []
    chosen = None if leaves is None else frozenset(leaves)
    doubted = [
        _Doubted(leaf, column, find_wrong_offsets(writer, column) is not None)
        for leaf, column in enumerate(list_written_columns(part.metadata, part.tree))
        if (chosen is None or leaf in chosen) and find_wrong_index(writer, column) is not None
    ]
    if not doubted:
        return []
    dropped: dict[Defect, dict[str, None]] = {}
    for row_group in part.row_groups():
        for each in doubted:
            defect = _drop(writer, each, row_group.columns[each.leaf])
            if defect is not None:
                name = ".".join(part.tree.leaves[each.leaf].path)
                dropped.setdefault(defect, {})[name] = None
    if dropped:
        part.edits.append(partial(_drop_all, writer, doubted))
    named = part.metadata.created_by
    return [
        f"{part.name}: page indexes of {name_columns(names)} are dropped: those by {named} are wrong ({defect.what}, {defect.source})"
        for defect, names in dropped.items()
    ]


def _drop_all(
    writer: Writer | None, doubted: Sequence[_Doubted], row_groups: Sequence[RowGroup]
) -> None:
    for row_group in row_groups:
        for each in doubted:
            _drop(writer, each, row_group.columns[each.leaf])


def _drop(writer: Writer | None, doubted: _Doubted, chunk: ColumnChunk) -> Defect | None:
    """The defect for which something is gone. Offsets without bounds are right where only bounds are wrong."""
    defect = find_wrong_index(writer, doubted.column, metadata_of(chunk))
    has_offsets = chunk.offset_index_offset is not None and doubted.has_wrong_offsets
    if defect is None or (chunk.column_index_offset is None and not has_offsets):
        return None
    chunk.column_index_offset = chunk.column_index_length = None
    if doubted.has_wrong_offsets:
        chunk.offset_index_offset = chunk.offset_index_length = None
    return defect
