"""A file of the columns of one file and the columns of another: pages are moved, and none is decoded.

What stays, what moves and what is refused is in `docs/shred.md`.
"""

from __future__ import annotations

from inlay.ground.schema.tree import SchemaTree
from inlay.pages.engine.columns import list_top_columns, output_of, with_replaced
from inlay.pages.engine.leaf import leaves_of
from inlay.pages.engine.packed import write_packed
from inlay.pages.engine.sink import Sink
from inlay.pages.engine.thrift_file import ThriftFile
from inlay.rows.variants.described_schemas import redescribe
from parquet_format.parquet import FileMetaData, VariantType


def _list_variants(metadata: FileMetaData) -> list[str]:
    """The columns that are Variants, and do not only hold some inside."""
    root = SchemaTree(metadata.schema).root
    return [
        node.element.name
        for node in (root.children if root is not None else [])
        if isinstance(node.element.logicalType, VariantType)
    ]


def splice(base: ThriftFile, new: ThriftFile | None, sink: Sink) -> list[str]:
    """Writes the file `base` with the columns of `new` in the place of those of the same name, or last; as it is for None. A sentence
    for each kind of index that did not come along.

    `base` is what `open_for_copy` gives, and both have the same row groups. Raises PlacementRefusedError, ChunkError where
    the footer of `base` does not lead to what it says.
    """
    metadata = base.metadata()
    old = list_top_columns(base, metadata)
    new_metadata = None if new is None else new.metadata()
    added = [] if new is None or new_metadata is None else list_top_columns(new, new_metadata)
    output = output_of(metadata, with_replaced(old, added))
    body = write_packed(output.row_groups, leaves_of(output.metadata), sink)
    metadata.row_groups = list(body.row_groups())
    if new_metadata is not None:
        metadata.key_value_metadata = redescribe(
            metadata.key_value_metadata,
            [column.name for column in old],
            _list_variants(new_metadata),
            new_metadata.key_value_metadata,
        )
    base.append_tail(sink, metadata)
    return body.left_out.list_notes()
