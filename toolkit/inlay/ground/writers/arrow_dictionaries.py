"""Which columns were dictionaries in Arrow, by the copy of the schema that Arrow leaves in a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from inlay.ground.arrow_fields import fields_in
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.ground.writers.affected import WrittenColumn
from inlay.ground.writers.created_by import writer_of
from inlay.ground.writers.distrust import needs_arrow_schema
from parquet_format.parquet import FieldRepetitionType, FileMetaData, KeyValue

if TYPE_CHECKING:
    import pyarrow as pa


def list_written_columns(metadata: FileMetaData, tree: SchemaTree) -> list[WrittenColumn]:
    """Each leaf."""
    return describe_leaves(metadata, tree.leaves)


def describe_leaves(metadata: FileMetaData, leaves: Sequence[Node]) -> list[WrittenColumn]:
    """These leaves. The copy is read only where a defect of the writer depends on it."""
    columns = [_written(leaf) for leaf in leaves]
    if not needs_arrow_schema(writer_of(metadata.created_by)):
        return columns
    known = _find_dictionaries(_read_copy(metadata.key_value_metadata or []))
    return [
        column._replace(was_dictionary=known.get(leaf.path[0]))
        for column, leaf in zip(columns, leaves, strict=True)
    ]


def _written(leaf: Node) -> WrittenColumn:
    if leaf.depth == 1 and leaf.element.repetition_type != FieldRepetitionType.REPEATED:  # most are
        can_be_null = leaf.element.repetition_type != FieldRepetitionType.REQUIRED
        return WrittenColumn(leaf.element, can_be_null=can_be_null)
    above: list[FieldRepetitionType | None] = []
    node = leaf
    while node.parent is not None:
        above.append(node.element.repetition_type)
        node = node.parent
    is_in_list = FieldRepetitionType.REPEATED in above
    return WrittenColumn(
        leaf.element,
        is_in_list,
        can_be_null=any(it != FieldRepetitionType.REQUIRED for it in above),
        is_in_struct=is_in_list and FieldRepetitionType.REPEATED not in above[:2],
    )


def _read_copy(pairs: Sequence[KeyValue]) -> pa.Schema | None:
    from inlay.ground.schema_copies.arrow_schema import read_arrow_schema
    from inlay.ground.schema_copies.errors import CannotAgreeError

    text = next((pair.value for pair in pairs if pair.key == "ARROW:schema"), None)
    try:
        return read_arrow_schema(text) if text is not None else None
    except CannotAgreeError:
        return None


def _find_dictionaries(schema: pa.Schema | None) -> dict[str, bool]:
    """Of each top-level column whose name no other has, whether it or any column inside was one: these are seldom, and then
    nothing in it is believed. Each type is looked at once, however many leaves it has."""
    if schema is None:
        return {}
    times = Counter(schema.names)
    return {
        field.name: "dictionary<" in str(field.type)
        for field in fields_in(schema)
        if times[field.name] == 1
    }
