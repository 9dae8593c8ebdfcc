"""Which groups of a Parquet schema are Variants: the VARIANT logical type in the footer.

pyarrow does not write the annotation for types that are defined in Python: `pyarrow.parquet.write_table` takes them for its own C++ class, and the process
ends. So a file is written with plain structs, and its footer is rewritten with the generated classes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pyarrow as pa

from inlay.ground.arrow_fields import Field, fields_in
from inlay.ground.schema.tree import Node, SchemaTree
from inlay_variant.arrow.variant_type import VariantType
from inlay_variant.storage.arrow_classes import fields_of
from inlay_variant.storage.shape import find_value_field, is_list
from parquet_format.parquet import FileMetaData
from parquet_format.parquet import VariantType as Annotation

SPECIFICATION_VERSION: Final = 1


def annotate(metadata: FileMetaData, schema: pa.Schema) -> None:
    """Marks, in a footer of a file that was written with `stored` columns, what are Variants in `schema`."""
    root = SchemaTree(metadata.schema).root
    assert root is not None
    for node, field in zip(root.children, fields_in(schema), strict=True):
        for group in _groups(node, field.type):
            # 'The VARIANT annotation ... specification_version' (LogicalTypes.md)
            group.element.logicalType = Annotation(specification_version=SPECIFICATION_VERSION)


def _groups(node: Node, type_: pa.DataType) -> Iterator[Node]:
    if isinstance(type_, VariantType):
        yield node
    elif pa.types.is_struct(type_):
        for child, field in zip(node.children, fields_of(type_), strict=True):
            yield from _groups(child, field.type)
    elif is_list(type_) or pa.types.is_fixed_size_list(type_):
        yield from _groups(node.children[0].children[0], find_value_field(type_).type)
    elif pa.types.is_map(type_):
        yield from _groups(node.children[0].children[1], _map_fields(type_)[1].type)


def _map_fields(type_: pa.DataType) -> tuple[Field, Field]:
    maps: Any = type_
    return maps.key_field, maps.item_field
