"""An index made from the bytes of a FileMetaData."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from inlay.footers.index.names import fill_slots, layout_for
from inlay.footers.index.offsets import ROW_GROUPS, SCHEMA, FooterOffsets, find_offsets
from inlay.footers.index.packed import pack, width_of
from inlay.ground.refusals import RefusedError
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.ground.wording.amounts import count
from inlay_runtime.public_home import public_in
from inlay_runtime.text import bytes_of
from parquet_format.jump_table import (
    FieldIdIsColumnOrdinal,
    FieldIdMapping,
    FieldIdMappingExplicit,
    FieldIdMappingIdentity,
    FieldIdMappingNone,
    FileMetadataFooterIndex,
    NameHashTable,
    NoFieldIds,
    SchemaLayout,
)
from parquet_format.parquet import FileMetaData


@public_in("inlay.errors")
class CannotIndexError(RefusedError):
    """A footer whose parts are not where an index could point to: it is read by a walk."""

    def __init__(self, reason: str) -> None:
        super().__init__("no-index", reason)


def build_index(data: bytes) -> FileMetadataFooterIndex:
    """The index of a FileMetaData, whose extension is not part of it: it stays true whatever stands there.

    Raises CannotIndexError for a schema that is not a tree, and for row groups with another number of chunks than the schema has
    leaves; DecodeError for bytes that are not a FileMetaData.
    """
    offsets = find_offsets(data)
    tree = SchemaTree(FileMetaData.decode(data, fields=["schema"]).schema)
    _require_tree(tree, offsets)
    leaves = len(tree.leaves)
    for group, size in enumerate(offsets.group_sizes):
        if size != leaves:
            what = f"row group {group} has {count(size, 'column chunk')}, and the schema has {count(leaves, 'leaf', 'leaves')}"
            raise CannotIndexError(what)
    return FileMetadataFooterIndex(
        num_leaf_columns=leaves,
        num_row_groups=len(offsets.group_sizes),
        column_chunk_offsets=pack(offsets.chunks, width_of(max(offsets.chunks, default=0))),
        field_offsets=offsets.fields,
        schema_layout=_schema_layout(tree, offsets.elements),
    )


def _require_tree(tree: SchemaTree, offsets: FooterOffsets) -> None:
    if tree.problems:
        raise CannotIndexError(f"the schema is not a tree: {tree.problems[0]}")
    if len(tree.nodes) != len(offsets.elements):
        raise CannotIndexError("the footer has its schema twice")
    for node in tree.nodes[1:]:
        if not node.is_leaf and not node.children:
            name = ".".join(node.path)
            raise CannotIndexError(f"the group {name!r} has no children, and would count as a leaf")
    fields = list(offsets.fields.items())
    if not {SCHEMA, ROW_GROUPS} <= offsets.fields.keys() or any(
        start >= end for (_, start), (_, end) in pairwise(fields)
    ):
        raise CannotIndexError("the footer has a field twice")


def _schema_layout(tree: SchemaTree, elements: Sequence[int]) -> SchemaLayout:
    children = [len(node.children) for node in tree.nodes]
    is_flat = children[0] == len(children) - 1
    keys = keys_of(tree.nodes)
    return SchemaLayout(
        num_schema_elements=len(elements),
        offsets=pack(elements, width_of(elements[-1])),
        num_children=None if is_flat else pack(children, width_of(max(children))),
        name_hash_table=_hash_table(keys),
        field_id_mapping=_field_ids(tree.leaves),
        has_non_ascii_names=not all(map(bytes.isascii, keys)),
    )


def keys_of(nodes: Sequence[Node]) -> list[bytes]:
    """The key of every element but the root, which is in no path."""
    of_node: dict[int, bytes] = {}
    for node in nodes[1:]:
        name = bytes_of(node.element.name)
        above = of_node.get(id(node.parent))
        of_node[id(node)] = name if above is None else above + b"\0" + name
    return list(of_node.values())


def _hash_table(keys: Sequence[bytes]) -> NameHashTable:
    layout = layout_for(len(keys) + 1)
    return NameHashTable(
        num_slots=layout.slots,
        discriminator_bits=layout.discriminator_bits,
        table=fill_slots(keys, layout),
    )


def _field_ids(leaves: Sequence[Node]) -> FieldIdMapping | None:
    """None where two leaves share an id: a map could name only one of them."""
    ids = [leaf.element.field_id for leaf in leaves]
    if ids == list(range(len(ids))):
        return FieldIdMappingIdentity(FieldIdIsColumnOrdinal())
    columns = {id_: column for column, id_ in enumerate(ids) if id_ is not None}
    if not columns:
        return FieldIdMappingNone(NoFieldIds())
    is_unique = len(columns) == sum(id_ is not None for id_ in ids)
    return FieldIdMappingExplicit(columns) if is_unique else None
