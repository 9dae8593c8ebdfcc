"""The columns that a lost footer had, as a file that is like it has them, in the order in which their chunks lie."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inlay.ground.schema.names import NamedChildren, quote_column
from inlay.ground.schema.tree import SchemaTree
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.leaf import Leaf
from parquet_format.parquet import (
    ColumnChunk,
    CompressionCodec,
    Encoding,
    FileMetaData,
    SchemaElement,
)


class LostColumn(NamedTuple):
    """`at` is its place in the schema, and `name` means it. `codec` and `encodings` are those of the file that is like it, if there are some.
    The same pages fit columns whose `kind` is the same."""

    at: int
    name: str
    path: tuple[str, ...]
    leaf: Leaf
    element: SchemaElement
    codec: CompressionCodec | None = None
    encodings: tuple[Encoding, ...] = ()
    kind: int = 0


def forget_rows(like: FileMetaData) -> FileMetaData:
    """What is asked of the file that the lost one is like: its columns, with the chunks of the first row group. Others take more than a new footer."""
    return FileMetaData.decode(like.replace(row_groups=like.row_groups[:1]).encode())


def list_columns(like: FileMetaData) -> list[LostColumn]:
    """In the order of the chunks of the first row group, which is forgotten then; without one, that of the schema."""
    names = NamedChildren()
    columns = [
        LostColumn(at, quote_column(node, names), node.path, Leaf.of(node), node.element)
        for at, node in enumerate(SchemaTree(like.schema).leaves)
    ]
    if like.row_groups and len(like.row_groups[0].columns) == len(columns):
        columns = _order_as_chunks(columns, like.row_groups[0].columns)
    like.row_groups = []
    return _number_kinds(columns)


def _order_as_chunks(columns: Sequence[LostColumn], chunks: list[ColumnChunk]) -> list[LostColumn]:
    """With what their chunks say of themselves; those are taken out of their list, so that no more than one is looked at at a time."""
    known: dict[tuple[Encoding, ...], tuple[Encoding, ...]] = {}
    said: list[LostColumn] = []
    starts: list[int] = []
    chunks.reverse()
    for column in columns:
        meta = chunks.pop().meta_data
        starts.append(0 if meta is None else locate_pages(meta)[0])
        if meta is not None:
            encodings = tuple(meta.encodings)
            shared = known.setdefault(encodings, encodings)
            said.append(column._replace(codec=meta.codec, encodings=shared))
        else:
            said.append(column)
    return sorted(said, key=lambda column: (starts[column.at], column.at))


def _number_kinds(columns: Sequence[LostColumn]) -> list[LostColumn]:
    kinds: dict[tuple[object, ...], int] = {}
    numbered: list[LostColumn] = []
    for column in columns:
        leaf, type_ = column.leaf, column.element.type
        levels = leaf.max_definition, leaf.max_repetition
        kind = (*levels, type_, column.element.type_length, column.codec, column.encodings)
        numbered.append(column._replace(kind=kinds.setdefault(kind, len(kinds))))
    return numbered
