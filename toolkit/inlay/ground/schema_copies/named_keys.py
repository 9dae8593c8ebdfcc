"""Keys that a type of the schema names: the `crs` of GEOMETRY and GEOGRAPHY may be `projjson:KEY`, and then the pair KEY says where
the points of the column are (parquet-format, Geospatial.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inlay.ground.schema.tree import SchemaTree
from parquet_format.parquet import GeographyType, GeometryType, SchemaElement

_POINTS: Final = (GeometryType, GeographyType)
BY_KEY: Final = "projjson:"
"""Before the key."""


def may_name_keys(thrift: bytes) -> bool:
    """Whether a footer may have such a type: without the objects of its schema, which may be very many."""
    return BY_KEY.encode() in thrift


def find_named_keys(schema: Sequence[SchemaElement]) -> dict[str, str]:
    """Each key, and the first column that names it."""
    if not any(isinstance(element.logicalType, _POINTS) for element in schema):
        return {}
    named: dict[str, str] = {}
    for leaf in SchemaTree(schema).leaves:
        kind = leaf.element.logicalType
        crs = kind.crs if isinstance(kind, _POINTS) else None
        if crs is not None and crs.startswith(BY_KEY):
            named.setdefault(crs[len(BY_KEY) :], ".".join(leaf.path))
    return named
