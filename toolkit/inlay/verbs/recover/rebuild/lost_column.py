"""The columns that a lost footer had, as a file that is like it has them, in the order in which their chunks lie."""

from __future__ import annotations

from typing import NamedTuple

from inlay.ground.schema.names import NamedChildren, quote_column
from inlay.ground.schema.tree import SchemaTree
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.leaf import Leaf
from parquet_format.parquet import CompressionCodec, Encoding, FileMetaData, SchemaElement


class LostColumn(NamedTuple):
    """`at` is its place in the schema, and `name` means it. `codec` and `encodings` are those of the file that is like it, if there are some."""

    at: int
    name: str
    path: tuple[str, ...]
    leaf: Leaf
    element: SchemaElement
    codec: CompressionCodec | None = None
    encodings: tuple[Encoding, ...] = ()


def list_columns(like: FileMetaData) -> list[LostColumn]:
    """In the order of the chunks of the first row group; without one, that of the schema."""
    names = NamedChildren()
    columns = [
        LostColumn(at, quote_column(node, names), node.path, Leaf.of(node), node.element)
        for at, node in enumerate(SchemaTree(like.schema).leaves)
    ]
    if not like.row_groups or len(like.row_groups[0].columns) != len(columns):
        return columns
    metas = [chunk.meta_data for chunk in like.row_groups[0].columns]
    columns = [
        column
        if meta is None
        else column._replace(codec=meta.codec, encodings=tuple(meta.encodings))
        for column, meta in zip(columns, metas, strict=True)
    ]
    starts = [0 if meta is None else locate_pages(meta)[0] for meta in metas]
    return sorted(columns, key=lambda column: (starts[column.at], column.at))
