"""Checks of schema elements, and of what stands beside the schema for each leaf."""

from __future__ import annotations

from typing import Final

from inlay.ground.schema.annotations import explain_annotation, explain_decimal
from inlay.ground.schema.file_groups import explain_file_group
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.wording.amounts import count
from inlay.verbs.verify.check import Check
from inlay.verbs.verify.subjects import FooterSubject, PlacedElement
from parquet_format.parquet import FileType, Type


def check_type_length(placed: PlacedElement) -> str | None:
    element = placed.element
    if element.type != Type.FIXED_LEN_BYTE_ARRAY or (element.type_length or 0) > 0:
        return None
    said = "absent" if element.type_length is None else f"{element.type_length:,}"
    return f"the length of FIXED_LEN_BYTE_ARRAY is {said}, and has to be 1 or more"


def check_repetition(placed: PlacedElement) -> str | None:
    if placed.is_root or placed.element.repetition_type is not None:
        return None
    return "absent; only the root may leave it out, others are REQUIRED, OPTIONAL or REPEATED"


def check_annotation(placed: PlacedElement) -> str | None:
    return explain_annotation(placed.element)


def check_decimal(placed: PlacedElement) -> str | None:
    return explain_decimal(placed.element)


def check_column_orders(footer: FooterSubject) -> str | None:
    orders = footer.metadata.column_orders
    if orders is None or len(orders) == len(footer.leaves):
        return None
    return f"{count(len(orders), 'order')}, and the schema has {count(len(footer.leaves), 'leaf', 'leaves')}"


def check_file_groups(footer: FooterSubject) -> str | None:
    if not any(isinstance(element.logicalType, FileType) for element in footer.metadata.schema):
        return None
    nodes = SchemaTree(footer.metadata.schema).nodes
    return next((wrong for node in nodes if (wrong := explain_file_group(node)) is not None), None)


ELEMENT_CHECKS: Final[tuple[Check[PlacedElement], ...]] = (
    Check(
        "type-length",
        "type_length",
        "a FIXED_LEN_BYTE_ARRAY has a length of 1 or more",
        check_type_length,
    ),
    Check(
        "repetition",
        "repetition_type",
        "every element except the root has a repetition",
        check_repetition,
    ),
    Check(
        "annotation",
        "",
        "a logical or converted type is on a physical type that allows it",
        check_annotation,
    ),
    Check(
        "decimal",
        "",
        "a decimal's scale is at most its precision, and its digits fit its type",
        check_decimal,
    ),
)

ANNOTATION_CHECKS: Final = tuple(check for check in ELEMENT_CHECKS if check.code != "repetition")
"""Those that nothing but type and annotation of an element decide."""

FOOTER_CHECKS: Final[tuple[Check[FooterSubject], ...]] = (
    Check(
        "column-orders",
        "column_orders",
        "there is one column order for each leaf, or no list",
        check_column_orders,
    ),
    Check(
        "file-group",
        "schema",
        "a FILE has the members of one, each OPTIONAL, and `uri` or `inline` among them",
        check_file_groups,
    ),
)
