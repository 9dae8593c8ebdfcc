"""Which groups of a Parquet schema are Variants: the VARIANT logical type in the footer.

pyarrow reads the annotation, as whatever is registered under `arrow.parquet.variant`. It does not write it
for types that are defined in Python: `pyarrow.parquet.write_table` takes them for its own C++ class, and the process
ends. So a file is written with plain structs, and its footer is rewritten with the generated classes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pyarrow as pa

from inlay.schema.tree import Node, SchemaTree
from inlay.variant.arrow import Field
from inlay.variant.arrow_type import VariantType
from inlay.variant.shape import is_list
from parquet_format.parquet import FileMetaData
from parquet_format.parquet import VariantType as Annotation

SPECIFICATION_VERSION: Final = 1


def annotate(metadata: FileMetaData, schema: pa.Schema) -> None:
    """Marks, in a footer of a file that was written with `stored` columns, what are Variants in `schema`."""
    root = SchemaTree(metadata.schema).root
    assert root is not None
    for node, field in zip(root.children, schema, strict=True):
        for group in _groups(node, field.type):
            # 'The VARIANT annotation ... specification_version' (LogicalTypes.md)
            group.element.logicalType = Annotation(specification_version=SPECIFICATION_VERSION)


def _groups(node: Node, type_: pa.DataType) -> Iterator[Node]:
    if isinstance(type_, VariantType):
        yield node
    elif pa.types.is_struct(type_):
        for index, child in enumerate(node.children):
            yield from _groups(child, type_.field(index).type)
    elif is_list(type_) or pa.types.is_fixed_size_list(type_):
        yield from _groups(node.children[0].children[0], type_.value_type)
    elif pa.types.is_map(type_):
        yield from _groups(node.children[0].children[1], type_.item_type)


def holds_variants(type_: pa.DataType) -> bool:
    """Whether a Variant is anywhere in a type."""
    if isinstance(type_, VariantType):
        return True
    if pa.types.is_struct(type_):
        return any(holds_variants(type_.field(i).type) for i in range(type_.num_fields))
    if is_list(type_) or pa.types.is_fixed_size_list(type_):
        return holds_variants(type_.value_type)
    return bool(pa.types.is_map(type_)) and holds_variants(type_.item_type)


def plain_type(type_: pa.DataType) -> pa.DataType:
    """The type with the storage in the place of every Variant."""
    if isinstance(type_, VariantType):
        return type_.storage_type
    if pa.types.is_struct(type_):
        return pa.struct([_plain_field(type_.field(i)) for i in range(type_.num_fields)])
    if pa.types.is_map(type_):
        return pa.map_(_plain_field(type_.key_field), _plain_field(type_.item_field))
    if pa.types.is_large_list(type_):
        return pa.large_list(_plain_field(type_.value_field))
    if pa.types.is_list(type_):
        return pa.list_(_plain_field(type_.value_field))
    return type_


def _plain_field(field: Field) -> Field:
    return field.with_type(plain_type(field.type))
