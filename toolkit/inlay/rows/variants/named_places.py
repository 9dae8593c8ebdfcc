"""Which Variants of a file a text means, by the rule of `docs/names.md`: a column, or a place inside of one, such as `items.element`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pyarrow as pa

from inlay.footers.footer.read import read_footer
from inlay.ground.arrow_fields import fields_in
from inlay.ground.files.source import Source
from inlay.ground.schema.names import list_named
from inlay.ground.schema.quoted_names import NamePart, parse_quoted
from inlay.ground.schema.tree import SchemaTree
from inlay.rows.variants.named_columns import refuse_shared_place
from inlay.rows.variants.opener import choose_opener
from inlay_variant.arrow.nested_columns import list_steps
from inlay_variant.arrow.nested_types import list_inner_fields
from inlay_variant.arrow.variant_type import VariantType


class NamedPlace(NamedTuple):
    """The path as Arrow's types have it, names and steps joined by dots."""

    path: str
    is_inside: bool
    """Of a column, and not the column itself."""


def find_place(source: Source, text: str) -> NamedPlace:
    """Whether there are Variants is not looked at, and of a text that means nothing, a point makes it a place inside.

    Raises ColumnNameError where another column has the same path, and what `read_footer` raises.
    """
    if "." not in text and '"' not in text:
        return NamedPlace(text, is_inside=False)
    tree = SchemaTree(read_footer(source).metadata.schema)
    nodes = list_named(tree, text)
    if nodes:
        path = ".".join(nodes[0].path)
        if len(list_named(tree, path)) > 1:
            raise refuse_shared_place(text, path)
        return NamedPlace(path, is_inside=len(nodes[0].path) > 1)
    if parse_quoted(text):
        with choose_opener(source)(True) as file:
            places = match_quoted(file.schema_arrow, text)
        if places:
            return NamedPlace(places[0][1], is_inside=True)
    return NamedPlace(text, is_inside="." in text)


def match_quoted(schema: pa.Schema, text: str) -> list[tuple[int, str]]:
    """The Variants that a text with quotes means: the number of the column, and the path."""
    parts = parse_quoted(text)
    if not parts:
        return []
    fields = [(field.name, field.type) for field in fields_in(schema)]
    return [
        (at, ".".join(part.name for part in parts))
        for at, type_ in _match_step(fields, parts[0])
        if any(isinstance(end, VariantType) for end in _follow(type_, parts[1:]))
    ]


def _follow(type_: pa.DataType, parts: Sequence[NamePart]) -> Iterator[pa.DataType]:
    if not parts:
        yield type_
    elif not isinstance(type_, VariantType):
        inner = [field.type for field in list_inner_fields(type_)]
        steps = list(zip(list_steps(type_), inner, strict=True))
        for _, below in _match_step(steps, parts[0]):
            yield from _follow(below, parts[1:])


def _match_step(
    steps: Sequence[tuple[str, pa.DataType]], part: NamePart
) -> list[tuple[int, pa.DataType]]:
    same = [(at, type_) for at, (name, type_) in enumerate(steps) if name == part.name]
    return same if part.nth is None else same[part.nth : part.nth + 1]
