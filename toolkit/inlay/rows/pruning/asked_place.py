"""What a test about a box is asked of: a column of geometries, and the columns with the boxes of its rows, if GeoParquet names some."""

from __future__ import annotations

from typing import Final, NamedTuple

from inlay.ground.geometries.geometry_columns import (
    PLANAR,
    GeometryColumn,
    GeometryFile,
    name_edges,
)
from inlay.ground.schema.tree import Node
from inlay.pages.engine.leaf import Leaf
from inlay.rows.pruning.filters import ColumnTest
from inlay.rows.pruning.literals import UnfitValueError
from inlay.rows.pruning.place_on_sphere import fit_query
from inlay.rows.pruning.query_box import QueryBox
from parquet_format.parquet import GeographyType, GeometryType, Type

_EDGES: Final = ("xmin", "ymin", "xmax", "ymax")
_SPHERICAL: Final = "spherical"
_ASK_OTHERS: Final = "ask for its covering column, such as bbox.xmax >= 5 and bbox.xmin <= 10, or for the shape in DuckDB or SedonaDB"
_ON_ELLIPSOID: Final = f"has edges on an ellipsoid, whose way its ends do not tell: {_ASK_OTHERS}"
_ORIENTED: Final = f"has rings that may be around the larger side: {_ASK_OTHERS}"
"""Why no box is asked of its rows, as `inlay prune` asks one of row groups."""


class AskedPlace(NamedTuple):
    """`covering` are leaves: none, or those of xmin, ymin, xmax and ymax. `is_plane` is whether x surely is not a longitude, so that nothing
    goes over the antimeridian; `is_on_sphere`, whether edges are on a sphere or an ellipsoid. `why_no_rows` says why rows are not told apart, as a
    clause, empty where they are."""

    box: QueryBox
    covering: tuple[int, ...]
    is_plane: bool
    is_on_sphere: bool = False
    why_no_rows: str = ""


def find_asked_place(
    leaf: Node, number: int, test: ColumnTest, geometries: GeometryFile | None
) -> AskedPlace:
    """`geometries` is None where only the schema is known. Raises UnfitValueError, a clause about the column, for one without geometries."""
    listed = geometries.columns if geometries is not None else ()
    column = next((it for it in listed if it.leaf == number), None)
    if why := _explain_unfit(leaf, column, is_known=geometries is not None):
        raise UnfitValueError(why)
    box = QueryBox.of(test.values)
    if is_on_sphere := _is_on_sphere(leaf, column):
        box = fit_query(box)
    if column is None or geometries is None:
        return AskedPlace(box, (), False, is_on_sphere, _explain_no_rows(leaf, column))
    systems = [it for it in (column.key_crs, column.type_crs) if it is not None]
    is_plane = bool(systems) and all(it.is_plane for it in systems)
    # That a geometry is not in a box, no box of many can say.
    covering = () if test.is_negated else _find_covering(column, geometries)
    if is_on_sphere and (column.about or {}).get("orientation") is not None:
        covering = ()  # a ring may be around the larger side
    why = _explain_no_rows(leaf, column)
    return AskedPlace(box, covering, is_plane and not is_on_sphere, is_on_sphere, why)


def _explain_no_rows(leaf: Node, column: GeometryColumn | None) -> str:
    """Of edges on a sphere."""
    kind = leaf.element.logicalType
    edges: set[str | None] = {name_edges(kind)} if isinstance(kind, GeographyType) else set()
    about = column.about if column is not None else None
    if column is not None and about is not None:
        edges.add(column.key_edges)
        if about.get("orientation") is not None:
            return _ORIENTED
    return "" if edges <= {_SPHERICAL} else _ON_ELLIPSOID


def _is_on_sphere(leaf: Node, column: GeometryColumn | None) -> bool:
    is_keyed = column is not None and column.about is not None
    return isinstance(leaf.element.logicalType, GeographyType) or (
        column is not None and is_keyed and column.key_edges != PLANAR
    )


def _explain_unfit(leaf: Node, column: GeometryColumn | None, *, is_known: bool) -> str:
    kind = leaf.element.logicalType
    is_bytes = leaf.element.type == Type.BYTE_ARRAY
    if column is not None and column.about is not None:
        if column.encoding == "WKB" and is_bytes:
            return ""
        if column.encoding != "WKB":
            return "is in an encoding of GeoArrow, and boxes are asked of WKB"
    is_geometry = isinstance(kind, GeometryType | GeographyType) or (kind is None and not is_known)
    if is_geometry and is_bytes:
        return ""
    return "is not a geometry: neither GEOMETRY by its type, nor WKB by the key geo"


def _find_covering(column: GeometryColumn, geometries: GeometryFile) -> tuple[int, ...]:
    leaves = geometries.tree.leaves
    paths = column.described.covering
    chosen: list[int] = []
    for edge in _EDGES:
        numbers = [at for at, leaf in enumerate(leaves) if leaf.path == paths.get(edge)]
        if len(numbers) != 1:
            return ()
        leaf = leaves[numbers[0]]
        is_number = leaf.element.type in (Type.FLOAT, Type.DOUBLE)
        if not is_number or leaf.element.logicalType is not None or Leaf.of(leaf).max_repetition:
            return ()
        chosen += numbers
    return tuple(chosen)
