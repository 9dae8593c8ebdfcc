"""Reference systems as people read them: PROJJSON, which is a page of text, is called by its code."""

from __future__ import annotations

from parquet_format.parquet import GeographyType, GeometryType, SchemaElement


def shorten_crs(text: str) -> str:
    """What a type says, in one line."""
    from inlay.ground.geometries.crs import CrsKind, read_type_crs  # which most files need not

    crs = read_type_crs(text, {})
    return crs.shown if crs.kind is CrsKind.PROJJSON else text


def with_short_crs(element: SchemaElement) -> SchemaElement:
    """For `format_annotation`."""
    meaning = element.logicalType
    if not isinstance(meaning, GeometryType | GeographyType) or meaning.crs is None:
        return element
    return element.replace(logicalType=meaning.replace(crs=shorten_crs(meaning.crs)))
