"""An index held against the footer that it is of: what a walk says is right."""

from __future__ import annotations

from collections.abc import Iterator

from inlay.footers.index.build import CannotIndexError, build_index, keys_of
from inlay.footers.index.packed import PackedNumbers
from inlay.footers.index.view import IndexView
from inlay.ground.schema.tree import SchemaTree
from inlay_runtime.errors import DecodeError
from parquet_format.jump_table import FileMetadataFooterIndex, SchemaLayout
from parquet_format.parquet import FileMetaData


def find_lie(content: bytes, metadata: bytes) -> str | None:
    """What is wrong with the index of a FileMetaData; None for one that is true, whatever it leaves out.

    Raises DecodeError for a FileMetaData that is none.
    """
    try:
        true = build_index(metadata)
    except CannotIndexError as error:
        return f"there is an index of a footer that cannot have one: {error.reason}"
    try:
        index = FileMetadataFooterIndex.decode(content)
        if index == true:
            return None
        return next(_lies(IndexView(content, len(metadata)), index, true, metadata), None)
    except DecodeError as error:
        return str(error)


def _lies(
    view: IndexView,
    index: FileMetadataFooterIndex,
    true: FileMetadataFooterIndex,
    metadata: bytes,
) -> Iterator[str]:
    for name in ("num_leaf_columns", "num_row_groups"):
        said, is_ = getattr(index, name), getattr(true, name)
        if said != is_:
            yield f"{name} is {said}, and the footer has {is_}"
            return
    chunks = true.num_row_groups * (true.num_leaf_columns + 1)
    if _numbers(index.column_chunk_offsets, chunks) != _numbers(true.column_chunk_offsets, chunks):
        yield "column_chunk_offsets are not where the chunks begin"
    fields = true.field_offsets or {}
    for field_id, offset in (index.field_offsets or {}).items():
        if fields.get(field_id) != offset:
            yield f"field_offsets: field {field_id} does not begin at {offset}"
    if index.schema_layout is not None and true.schema_layout is not None:
        yield from _schema_lies(view, index.schema_layout, true.schema_layout, metadata)


def _schema_lies(
    view: IndexView, layout: SchemaLayout, true: SchemaLayout, metadata: bytes
) -> Iterator[str]:
    count = true.num_schema_elements
    if layout.num_schema_elements != count:
        yield f"num_schema_elements is {layout.num_schema_elements}, and the footer has {count}"
        return
    if _numbers(layout.offsets, count) != _numbers(true.offsets, count):
        yield "schema_layout.offsets are not where the elements begin"
    tree = SchemaTree(FileMetaData.decode(metadata, fields=["schema"]).schema)
    children = [len(node.children) for node in tree.nodes]
    if layout.num_children is None:
        if not view.is_flat or children[0] != count - 1:
            yield "schema_layout leaves num_children out, and the schema is not flat"
    elif _numbers(layout.num_children, count) != children:
        yield "schema_layout.num_children are not those of the elements"
    for ordinal, key in enumerate(keys_of(tree.nodes), 1):
        candidates = view.candidates(key)
        if candidates is not None and ordinal not in candidates:
            yield f"name_hash_table does not lead to element {ordinal}"
            return
    if layout.field_id_mapping is not None and layout.field_id_mapping != true.field_id_mapping:
        yield "field_id_mapping is not that of the leaves"


def _numbers(packed: bytes, count: int) -> list[int]:
    return PackedNumbers(packed, count, "packed").to_list()
