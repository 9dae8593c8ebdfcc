"""A schema as drift compares it: each node below the root, with what must be alike in all files of a table."""

from __future__ import annotations

from functools import lru_cache
from sys import intern
from typing import NamedTuple, TypeAlias

from inlay.ground.schema.meaning import find_meaning
from inlay.ground.schema.notation import (
    format_annotation,
    format_logical,
    format_physical,
    format_repetition,
)
from inlay.ground.schema.tree import SchemaTree
from parquet_format.parquet import ConvertedType, SchemaElement, Type


class SchemaPart(NamedTuple):
    """A column, or a group of columns. `path` has its names joined by dots; `type` is `int64 (TIMESTAMP(MICROS, UTC))` or
    `group (LIST)`; `repetition` is `optional`, `required` or `repeated`."""

    path: str
    type: str
    repetition: str
    field_id: int | None

    @property
    def is_group(self) -> bool:
        return self.type == "group" or self.type.startswith("group ")


SchemaParts: TypeAlias = tuple[SchemaPart, ...]
"""In the order of the file, groups before what is in them."""


def parts_of(tree: SchemaTree) -> SchemaParts:
    """Of a schema that is read. Types are few, so each is one text for all columns."""
    plain: dict[Type, str] = {}
    parts: list[SchemaPart] = []
    for node in tree.nodes[1:]:
        element = node.element
        if _is_plain(element) and element.type is not None:
            type_ = plain.get(element.type) or plain.setdefault(
                element.type, intern(describe_type(element))
            )
        else:
            type_ = intern(describe_type(element))
        repetition = intern(format_repetition(element))
        parts.append(SchemaPart(".".join(node.path), type_, repetition, element.field_id))
    return tuple(parts)


def _is_plain(element: SchemaElement) -> bool:
    """Whether nothing but its physical type describes it."""
    return (
        element.logicalType is None
        and element.converted_type is None
        and element.type_length is None
    )


def describe_type(element: SchemaElement) -> str:
    """A logical type and the converted type that means the same are one."""
    meaning = find_meaning(element)
    annotation = format_logical(meaning) if meaning is not None else format_annotation(element)
    return f"{format_physical(element)} ({annotation})" if annotation else format_physical(element)


@lru_cache(1024)
def describe_scanned_type(
    physical: str | None,
    type_length: int | None,
    converted: str | None,
    logical: str | None,
    precision: int | None,
    scale: int | None,
) -> str:
    """The same of a row of the table `schema` of a scan, which has names."""
    element = SchemaElement(
        name="",
        type=Type.__members__.get(physical or ""),
        type_length=type_length,
        converted_type=ConvertedType.__members__.get(converted or ""),
        precision=precision,
        scale=scale,
    )
    if logical is not None:
        return f"{format_physical(element)} ({logical})"
    return describe_type(element)
