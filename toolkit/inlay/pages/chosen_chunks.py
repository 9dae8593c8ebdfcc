"""The column chunks of a file that somebody asks for, by their paths and row groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

from inlay.footer.footer import Footer
from inlay.schema.tree import Node, SchemaTree
from inlay.schema.wanted import require_columns, require_row_groups
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
        return f"column {self.path} in row group {self.row_group}"


def choose_chunks(
    footer: Footer, paths: Sequence[str] | None, row_groups: Sequence[int] | None
) -> Iterator[ChosenChunk]:
    """Those of this file whose metadata is not encrypted, row group by row group.

    Raises ValueError for a path or row group that the file does not have, and what `Footer.metadata` raises.
    """
    metadata = footer.metadata
    leaves = SchemaTree(metadata.schema).leaves
    names = [".".join(leaf.path) for leaf in leaves]
    columns = choose_columns(names, paths)
    groups = require_row_groups(row_groups, len(metadata.row_groups))
    for group in range(len(metadata.row_groups)) if groups is None else groups:
        chunks = metadata.row_groups[group].columns
        for column in columns:
            chunk = chunks[column] if column < len(chunks) else None
            if chunk is None or chunk.meta_data is None or chunk.file_path is not None:
                continue
            if chunk.crypto_metadata is None:
                leaf, name = leaves[column], names[column]
                yield ChosenChunk(group, column, name, leaf, chunk, chunk.meta_data)


def choose_columns(names: Sequence[str], paths: Sequence[str] | None) -> list[int]:
    """The numbers of the leaves, in the order of the file. A path is that of a leaf, the beginning of some, or a glob.

    Raises ValueError for one that nothing matches, with the nearest name.
    """
    if paths is None:
        return list(range(len(names)))
    if isinstance(paths, str):
        raise ValueError(f"paths are a list of names, not one string: say paths=[{paths!r}]")
    chosen: set[int] = set()
    for path in paths:
        matched = [at for at, name in enumerate(names) if _matches(name, path)]
        if not matched:
            require_columns([path], names)
        chosen.update(matched)
    return sorted(chosen)


def _matches(name: str, path: str) -> bool:
    return name == path or name.startswith(f"{path}.") or fnmatchcase(name, path)
