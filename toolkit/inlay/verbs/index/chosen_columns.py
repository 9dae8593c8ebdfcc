"""The chunks of the columns that somebody asks for, with what the schema says of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from inlay.ground.schema.names import NamedChildren, match_leaves, quote_column
from inlay.ground.schema.tree import SchemaTree, count_leaves
from inlay.ground.wording.amounts import count
from inlay.pages.engine.body import require_apart
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.pages.engine.errors import PlacementRefusedError
from inlay.pages.engine.leaf import Leaf, list_leaves
from inlay.pages.engine.passing_chunks import list_copies
from inlay.pages.engine.thrift_file import ThriftFile
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    FileMetaData,
    RowGroup,
    SchemaElement,
)


class ChosenColumn(NamedTuple):
    """A leaf, by its place in the schema. `name` is one that means it."""

    at: int
    name: str
    leaf: Leaf
    element: SchemaElement


class ColumnInGroup(NamedTuple):
    """A chunk of a chosen column, in the row group of this number."""

    column: ChosenColumn
    number: int
    group: RowGroup
    chunk: ColumnChunk
    meta: ColumnMetaData

    def open(self) -> ColumnInGroup:
        """The chunk that the metadata has, to be changed, where this is a copy of it."""
        chunk = self.group.columns[self.column.at]
        return self._replace(chunk=chunk, meta=metadata_of(chunk))


def choose_columns(metadata: FileMetaData, patterns: Sequence[str] | None) -> list[ChosenColumn]:
    """All of them for None, else in the order of the patterns, and each once. Raises what `match_leaves` raises."""
    tree = SchemaTree(metadata.schema)
    leaves = list_leaves(tree)
    names = NamedChildren()
    chosen: Iterable[int] = range(len(leaves))
    if patterns is not None:
        numbers = {id(leaf): at for at, leaf in enumerate(tree.leaves)}
        chosen = dict.fromkeys(
            numbers[id(leaf)] for pattern in patterns for leaf in match_leaves(tree, pattern, names)
        )
    return [
        ChosenColumn(at, quote_column(tree.leaves[at], names), leaves[at], tree.leaves[at].element)
        for at in chosen
    ]


@dataclass(frozen=True, slots=True)
class FileChunks:
    """Those of a file whose chunks lie apart, seen once: to look costs as much as there are chunks."""

    metadata: FileMetaData
    leaves: int

    @classmethod
    def of(cls, metadata: FileMetaData, file: ThriftFile) -> FileChunks:
        """Raises PlacementRefusedError for a file whose chunks lie over each other or elsewhere."""
        require_apart(file)
        return cls(metadata, count_leaves(metadata.schema))

    def iter_chunks(self, columns: Sequence[ChosenColumn]) -> Iterator[ColumnInGroup]:
        """Of these columns, row group by row group. Raises PlacementRefusedError for a row group that has not as many chunks as there
        are columns."""
        for number, group in enumerate(self.metadata.row_groups):
            self._require_all(number, len(group.columns))
            for column in columns:
                chunk = group.columns[column.at]
                yield ColumnInGroup(column, number, group, chunk, metadata_of(chunk))

    def iter_copies(self, number: int, columns: Iterable[ChosenColumn]) -> Iterator[ColumnInGroup]:
        """The same of one row group, to be looked at: what is decoded of a chunk is let go of with it."""
        group = self.metadata.row_groups[number]
        copies: list[ColumnChunk | None] = [*list_copies(group)]
        self._require_all(number, len(copies))
        for column in columns:
            chunk, copies[column.at] = copies[column.at], None
            assert chunk is not None  # each column is there once
            yield ColumnInGroup(column, number, group, chunk, metadata_of(chunk))
            del chunk

    def _require_all(self, number: int, there: int) -> None:
        if there != self.leaves:
            what = f"row_groups[{number}] has {count(there, 'chunk')}, and the schema {count(self.leaves, 'column')}"
            raise PlacementRefusedError(what)


def iter_chunks(
    metadata: FileMetaData, file: ThriftFile, columns: Sequence[ChosenColumn]
) -> Iterator[ColumnInGroup]:
    """Of these columns, row group by row group. Raises PlacementRefusedError for a file whose chunks lie over each other or elsewhere, or
    are not as many as its columns."""
    yield from FileChunks.of(metadata, file).iter_chunks(columns)
