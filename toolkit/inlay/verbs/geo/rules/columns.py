"""What the key `geo` says of a column: GeoParquet, Column metadata."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isfinite
from typing import Final

from inlay.ground.geometries.crs import CrsKind
from inlay.ground.geometries.geometry_columns import GeometryColumn, GeometryFile
from inlay.ground.schema_copies.json_text import Json
from inlay.ground.values.geometry_kinds import KINDS
from inlay.ground.wording.printable import shorten
from inlay.verbs.geo.rule import WARNING, GeoRule, GeoSighting
from parquet_format.parquet import Type

_SOURCE: Final = "GeoParquet 1.1.0, Column metadata"
_REWRITE: Final = "have a current writer write the file anew"
_OF_ARROW: Final = (
    "point",
    "linestring",
    "polygon",
    "multipoint",
    "multilinestring",
    "multipolygon",
)
_EDGES: Final = ("planar", "spherical")
_EDGES_OF_2: Final = (*_EDGES, "vincenty", "thomas", "andoyer", "karney")
_NAMES: Final = frozenset(name + z for name in KINDS for z in ("", " Z"))
_NAMES_OF_2: Final = _NAMES | frozenset(name + axes for name in KINDS for axes in (" M", " ZM"))
_LENGTHS: Final = (4, 6)
_LENGTHS_OF_2: Final = (4, 6, 8)

Explain = Callable[[GeometryFile, GeometryColumn], Iterator[str]]


def _each(explain: Explain) -> Callable[[GeometryFile], Iterator[GeoSighting]]:
    """The rule for every column that the key describes and the file has."""

    def check(file: GeometryFile) -> Iterator[GeoSighting]:
        for column in file.columns:
            if column.about is not None and column.node is not None:
                for seen in explain(file, column):
                    yield GeoSighting(column.name, seen)

    return check


def is_second(file: GeometryFile) -> bool:
    """Whether the key is that of GeoParquet 2.0."""
    return file.version.startswith("2.")


def _check_there(file: GeometryFile) -> Iterator[GeoSighting]:
    for column in file.columns:
        if column.node is None:
            yield GeoSighting(column.name, "the key describes it, and the file does not have it")


def _explain_repeated(_file: GeometryFile, column: GeometryColumn) -> Iterator[str]:
    if not column.is_at_root:
        yield "it is repeated"


def _explain_encoding(file: GeometryFile, column: GeometryColumn) -> Iterator[str]:
    encoding = column.encoding
    if encoding == "WKB":
        return
    if encoding not in _OF_ARROW:
        yield f"its encoding is {_show(encoding)}"
    elif is_second(file) or file.version.startswith("1.0"):
        yield f"its encoding is {encoding}, which GeoParquet {file.version[:3]} does not have"


def _explain_type(_file: GeometryFile, column: GeometryColumn) -> Iterator[str]:
    assert column.node is not None
    element = column.node.element
    if column.encoding == "WKB" and element.type != Type.BYTE_ARRAY:
        yield "its encoding is WKB, and its type is not BYTE_ARRAY"
    elif column.encoding == "WKB" and column.native is None:
        if element.logicalType is not None or element.converted_type is not None:
            yield "its encoding is WKB, and its type says that it is something else"
    elif column.encoding in _OF_ARROW and column.node.is_leaf:
        yield f"its encoding is {column.encoding}, but it has no coordinates in columns"


def _explain_types(file: GeometryFile, column: GeometryColumn) -> Iterator[str]:
    assert column.about is not None
    names = column.about.get("geometry_types")
    if not isinstance(names, list):
        yield "it has no list geometry_types"
        return
    allowed = _NAMES_OF_2 if is_second(file) else _NAMES
    for name in names:
        if not isinstance(name, str) or name not in allowed:
            yield f"geometry_types has {_show(name)}"
            return
    if len(set(map(str, names))) < len(names):
        yield "geometry_types has a name twice"


def _explain_crs(_file: GeometryFile, column: GeometryColumn) -> Iterator[str]:
    crs = column.key_crs
    if crs is not None and crs.kind is CrsKind.OTHER:
        yield f"its crs is {shorten(crs.text, 60)!r}, and not null or PROJJSON"


def _explain_edges(file: GeometryFile, column: GeometryColumn) -> Iterator[str]:
    assert column.about is not None
    edges = column.about.get("edges", "planar")
    allowed = _EDGES_OF_2 if is_second(file) else _EDGES
    if edges not in allowed:
        yield f"its edges are {_show(edges)}, not one of {', '.join(allowed)}"


def _explain_orientation(_file: GeometryFile, column: GeometryColumn) -> Iterator[str]:
    assert column.about is not None
    orientation = column.about.get("orientation", "counterclockwise")
    if orientation != "counterclockwise":
        yield f"its orientation is {_show(orientation)}"


def _explain_epoch(_file: GeometryFile, column: GeometryColumn) -> Iterator[str]:
    assert column.about is not None
    epoch = column.about.get("epoch", 0.0)
    if isinstance(epoch, bool) or not isinstance(epoch, int | float):
        yield f"its epoch is {_show(epoch)}"


def _explain_bbox(file: GeometryFile, column: GeometryColumn) -> Iterator[str]:
    assert column.about is not None
    if "bbox" not in column.about:
        return
    box = column.about["bbox"]
    lengths = _LENGTHS_OF_2 if is_second(file) else _LENGTHS
    if not isinstance(box, list) or len(box) not in lengths:
        yield f"its bbox is not a list of {', '.join(map(str, lengths))} numbers"
        return
    numbers = [it for it in box if isinstance(it, int | float) and not isinstance(it, bool)]
    if len(numbers) < len(box) or not all(isinstance(it, int) or isfinite(it) for it in numbers):
        yield "its bbox has what is not a finite number"
        return
    half = len(box) // 2
    for axis in range(1, half):  # that of x goes over the antimeridian
        if numbers[axis] > numbers[half + axis]:
            yield f"its bbox has {numbers[axis]} as a minimum and {numbers[half + axis]} as its maximum"


def _show(value: Json) -> str:
    """What is nested may be nested too deeply to be shown."""
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    return shorten(repr(value), 60)


def _rule(id_: str, summary: str, why: str, member: str, explain: Explain) -> GeoRule:
    return GeoRule(
        id=id_,
        severity=WARNING,
        summary=summary,
        why=why,
        fix=_REWRITE,
        source=f"{_SOURCE}, {member}",
        check=_each(explain),
    )


RULES: Final = (
    GeoRule(
        id="column-there",
        severity=WARNING,
        summary="Every column that the key describes is in the file, at the top",
        why="Readers fail where they look for it.",
        fix="`inlay select` and `inlay drop` leave such a column out of the key",
        source=_SOURCE,
        check=_check_there,
    ),
    _rule(
        "column-repeated",
        "A row has one geometry, or none",
        "Readers take one geometry for each row.",
        "Geometry columns",
        _explain_repeated,
    ),
    _rule(
        "encoding",
        "The encoding is WKB, or since 1.1 one of GeoArrow's; 2.0 has WKB alone",
        "Readers that do not know it refuse the file.",
        "encoding",
        _explain_encoding,
    ),
    _rule(
        "encoding-type",
        "The type of a column is that of its encoding: BYTE_ARRAY of WKB, a group of GeoArrow",
        "Readers fail at its values, or take them for text.",
        "encoding",
        _explain_type,
    ),
    _rule(
        "geometry-types",
        "A list geometry_types names types of geometries, each once",
        "Readers choose a type for the column by it.",
        "geometry_types",
        _explain_types,
    ),
    _rule(
        "crs",
        "A crs is absent, null or PROJJSON",
        "Readers take coordinates for longitude and latitude, or refuse the file.",
        "crs",
        _explain_crs,
    ),
    _rule(
        "edges",
        "Edges are planar or spherical; in 2.0 also vincenty, thomas, andoyer, karney",
        "Lengths and areas come out otherwise.",
        "edges",
        _explain_edges,
    ),
    _rule(
        "orientation",
        "An orientation is counterclockwise, or absent",
        "Readers on a sphere take a polygon for what is outside of it.",
        "orientation",
        _explain_orientation,
    ),
    _rule("epoch", "An epoch is a number", "Readers fail at it.", "epoch", _explain_epoch),
    _rule(
        "bbox",
        "A bbox has 4 numbers, or 6 with z, minima before maxima",
        "Readers leave out files by it.",
        "bbox",
        _explain_bbox,
    ),
)
