"""The Arrow schema of a Parquet file with its Variants: which groups are annotated is only in the footer.

pyarrow itself gives a group that is annotated the type that is registered in the process, and a plain struct where none is. The
Arrow types and the groups of the schema are matched by the leaves that they are made of, since lists have one level more or less.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import pyarrow as pa

from inlay.ground.arrow_fields import Field, fields_in
from inlay.ground.schema.tree import Node, SchemaTree
from inlay_variant.arrow.decoded import EXTENSION_KEYS, OF_ARROW
from inlay_variant.arrow.nested_types import is_called_variant, list_inner_fields, with_inner
from inlay_variant.arrow.variant_type import NAME, VariantType
from inlay_variant.storage.arrow_classes import fields_of
from inlay_variant.storage.shape import METADATA, TYPED, VALUE
from parquet_format.parquet import SchemaElement
from parquet_format.parquet import VariantType as Annotation


def may_hold_variants(type_: pa.DataType) -> bool:
    """Whether a look into the footer is worth it: a struct with fields of a Variant is somewhere in the type."""
    if is_called_variant(type_):
        return True
    if not type_.num_fields:  # as of most columns
        return False
    if pa.types.is_struct(type_):
        fields = fields_of(type_)
        names = {field.name for field in fields}
        if names & {METADATA, VALUE, TYPED} and names <= {METADATA, VALUE, TYPED}:
            return True
        return any(may_hold_variants(field.type) for field in fields)
    return any(may_hold_variants(field.type) for field in list_inner_fields(type_))


def annotate_schema(schema: pa.Schema, elements: Sequence[SchemaElement]) -> pa.Schema:
    """The schema that pyarrow reads from a file, with a VariantType for each group that the footer annotates.

    The types are not checked: see `inlay.rows.variants.reading.with_variants`.
    """
    annotated = _Annotated.of(SchemaTree(elements))
    fields: list[Field] = []
    leaf = 0
    for field in fields_in(schema):
        annotated_field, leaf = annotated.field(field, leaf)
        fields.append(annotated_field)
    return pa.schema(fields, cast(Any, schema.metadata))


class _Annotated(NamedTuple):
    """The names of the children of annotated groups, by their first leaf and the one behind their last."""

    groups: dict[tuple[int, int], set[str]]

    @classmethod
    def of(cls, tree: SchemaTree) -> _Annotated:
        first: dict[Node, int] = {}
        count: dict[Node, int] = {}
        leaves = 0
        for node in tree.nodes:
            first[node] = leaves
            leaves += node.is_leaf
        for node in reversed(tree.nodes):
            count[node] = node.is_leaf + sum(count[child] for child in node.children)
        return cls(
            {
                (first[node], first[node] + count[node]): {
                    child.element.name for child in node.children
                }
                for node in tree.nodes
                if isinstance(node.element.logicalType, Annotation)
            }
        )

    def field(self, field: Field, leaf: int) -> tuple[Field, int]:
        """The field with its Variants, and the leaf behind it."""
        type_, after = self.type(field.type, leaf)
        described = field.metadata or {}
        if pa.types.is_struct(type_) and described.get(OF_ARROW) == NAME.encode():
            type_ = VariantType(type_, checked=False)
        if isinstance(type_, VariantType):
            kept: Any = {
                key: value for key, value in described.items() if key not in EXTENSION_KEYS
            }
            field = field.with_metadata(kept) if kept else field.remove_metadata()
        return field.with_type(type_), after

    def type(self, type_: pa.DataType, leaf: int) -> tuple[pa.DataType, int]:
        if isinstance(type_, pa.BaseExtensionType):
            _, after = self.type(type_.storage_type, leaf)
            if is_called_variant(type_):
                return VariantType(type_.storage_type, checked=False), after
            return type_, after
        inner = list_inner_fields(type_)
        if not inner and not pa.types.is_struct(type_):
            return type_, leaf + 1
        fields: list[Field] = []
        after = leaf
        for child in inner:
            field, after = self.field(child, after)
            fields.append(field)
        if pa.types.is_struct(type_) and self.groups.get((leaf, after)) == {
            field.name for field in inner
        }:
            return VariantType(type_, checked=False), after
        return (with_inner(type_, fields) if fields != inner else type_), after
