"""The column chunks of a file that somebody asks for, by their paths and row groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from inlay.footers.footer.footer import Footer
from inlay.ground.schema.names import match_columns
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.ground.schema.wanted import require_row_groups
from inlay.pages.engine.passing_chunks import pass_chunks
from inlay_runtime.text import in_line
from parquet_format.parquet import ColumnChunk, ColumnMetaData


class ChosenChunk(NamedTuple):
    """`row_group` and `column` are its place in the footer; `path` are the names of `leaf`, joined by dots."""

    row_group: int
    column: int
    path: str
    leaf: Node
    chunk: ColumnChunk
    meta: ColumnMetaData

    @property
    def name(self) -> str:
        return f"column {in_line(self.path)} in row group {self.row_group}"


def choose_chunks(
    footer: Footer, paths: Sequence[str] | None, row_groups: Sequence[int] | None
) -> Iterator[ChosenChunk]:
    """Those of this file whose metadata is not encrypted, row group by row group.

    Raises ValueError for a path or row group that the file does not have, and what `Footer.metadata` raises.
    """
    metadata = footer.metadata
    tree = SchemaTree(metadata.schema)
    leaves, names = tree.leaves, [".".join(leaf.path) for leaf in tree.leaves]
    columns = (
        range(len(leaves)) if paths is None else frozenset(match_columns(tree, paths, "paths"))
    )
    groups = require_row_groups(row_groups, len(metadata.row_groups))
    for group in range(len(metadata.row_groups)) if groups is None else groups:
        for column, chunk in enumerate(pass_chunks(metadata.row_groups[group])):
            if column not in columns or chunk.meta_data is None or chunk.file_path is not None:
                continue
            if chunk.crypto_metadata is None:
                leaf, name = leaves[column], names[column]
                yield ChosenChunk(group, column, name, leaf, chunk, chunk.meta_data)
