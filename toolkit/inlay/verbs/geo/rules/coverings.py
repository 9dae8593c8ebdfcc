"""The covering column: GeoParquet 1.1, Bounding Box Columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inlay.ground.geometries.geometry_columns import GeometryFile
from inlay.ground.schema.tree import Node
from inlay.ground.schema_copies.json_text import Json
from inlay.verbs.geo.rule import NOTE, WARNING, GeoRule, GeoSighting
from parquet_format.parquet import FieldRepetitionType, Type

_SOURCE: Final = "GeoParquet 1.1.0, covering"
_EDGES: Final = ("xmin", "ymin", "xmax", "ymax")
_MORE: Final = ("zmin", "zmax")
_NUMBERS: Final = (Type.FLOAT, Type.DOUBLE)


def _check_shape(file: GeometryFile) -> Iterator[GeoSighting]:
    for name, edges in _list_coverings(file):
        if not isinstance(edges, dict):
            yield GeoSighting(name, "its covering has no bbox")
            continue
        missing = [edge for edge in _EDGES if edge not in edges]
        others = [edge for edge in edges if edge not in (*_EDGES, *_MORE)]
        if missing:
            yield GeoSighting(name, f"its covering has no {missing[0]}")
        elif others:
            yield GeoSighting(
                name, f"its covering has {others[0][:40]!r}, which is not an edge of a box"
            )


def _check_columns(file: GeometryFile) -> Iterator[GeoSighting]:
    by_path = {leaf.path: leaf for leaf in file.tree.leaves}
    for name, edges in _list_coverings(file):
        leaves: list[Node] = []
        for edge, path in edges.items() if isinstance(edges, dict) else ():
            names = tuple(map(str, path)) if isinstance(path, list) else ()
            leaf = by_path.get(names)
            if leaf is None or len(names) != 2:
                yield GeoSighting(
                    name,
                    f"{edge[:40]} of its covering is not the path of a column in a group at the top",
                )
                break
            leaves.append(leaf)
        else:
            if len({leaf.path[0] for leaf in leaves}) > 1:
                yield GeoSighting(name, "the edges of its covering are in several groups")
            elif len({leaf.element.type for leaf in leaves}) > 1 or any(
                leaf.element.type not in _NUMBERS for leaf in leaves
            ):
                yield GeoSighting(name, "the edges of its covering are not all FLOAT or all DOUBLE")
            elif any(
                node.element.repetition_type == FieldRepetitionType.REPEATED
                for leaf in leaves
                for node in (leaf, leaf.parent)
                if node is not None
            ):
                yield GeoSighting(name, "its covering is repeated")


def _check_version(file: GeometryFile) -> Iterator[GeoSighting]:
    if file.version.startswith("1.0"):
        for name, _ in _list_coverings(file):
            yield GeoSighting(name, f"it has a covering, and the version is {file.version}")


def _list_coverings(file: GeometryFile) -> Iterator[tuple[str, Json]]:
    """The edges of each column that has a covering."""
    for column in file.columns:
        if column.about is not None and "covering" in column.about:
            covering = column.about["covering"]
            yield column.name, covering.get("bbox") if isinstance(covering, dict) else None


RULES: Final = (
    GeoRule(
        id="covering-shape",
        severity=WARNING,
        summary="A covering has a bbox with xmin, ymin, xmax and ymax",
        why="Readers fail at it, or leave out no row group.",
        fix="have GeoPandas write the file anew with write_covering_bbox=True",
        source=_SOURCE,
        check=_check_shape,
    ),
    GeoRule(
        id="covering-columns",
        severity=WARNING,
        summary="The edges of a covering are columns of one group at the top, all FLOAT or all DOUBLE",
        why="Readers fail where they look for them.",
        fix="have GeoPandas write the file anew with write_covering_bbox=True",
        source=_SOURCE,
        check=_check_columns,
    ),
    GeoRule(
        id="covering-version",
        severity=NOTE,
        summary="A covering comes with version 1.1 or later",
        why="Readers of 1.0 do not look for it.",
        fix="have a current writer write the file anew",
        source=_SOURCE,
        check=_check_version,
    ),
)
