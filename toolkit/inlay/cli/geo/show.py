"""`inlay geo show PATHS`: what files say of their geometries."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_files import many_files, run_each
from inlay.cli.printing import show_json, show_line
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from inlay.ground.documents.values import Json
    from inlay.ground.geometries.crs import Crs
    from inlay.verbs.geo.show import ShownGeoFile, ShownGeometries
    from parquet_format.parquet import BoundingBox

_MOST_BOXES: Final = 12
_MOST_TYPES: Final = 16


@click.command("show", short_help="Show what a file says about its geometries.")
@many_files
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json", "svg", "html"]),
    default="text",
    show_default=True,
    help="Text for people, everything as JSON, or one picture of all boxes, alone or in a page.",
)
def command(paths: tuple[str, ...], jobs: int, format_: str) -> ExitCode:
    """Show what the files at PATHS say about their geometries: the key geo, native types, reference systems, boxes of row groups.

    Reads only the footer. A picture has the boxes of all PATHS over a graticule, and shows how many of them cover a place: does this layout prune?
    """
    if format_ in ("svg", "html"):
        from inlay.cli.geo.draw import draw_paths

        return draw_paths(paths, jobs, is_page=format_ == "html")
    is_json = format_ == "json"
    job = partial(_show, is_json=is_json)
    return run_each(paths, jobs, job, document="geo show" if is_json else None)


def _show(path: str, alone: bool, *, is_json: bool) -> ExitCode:
    from inlay.verbs.geo.show import show_geometries

    file = show_geometries(path)
    if is_json:
        show_json(document_of("geo show", _content(path, file)), in_line=not alone)
        return ExitCode.OK
    show_line(f"{path}: {_summarize(file)}")
    for column in file.columns:
        show_line(f"  {column.name}")
        for title, text in _list_lines(column, file.row_groups):
            show_line(f"    {title:<10}{text}")
    return ExitCode.OK


def _summarize(file: ShownGeoFile) -> str:
    words = [count(len(file.columns), "column") + " of geometries"]
    if file.problem:
        words.append(f"a key geo that cannot be read: {file.problem}")
    elif file.version is None:
        words.append("no key geo")
    else:
        words.append(f"GeoParquet {file.version or 'without a version'}")
        words.append(f"primary column {file.primary or 'missing'}")
    return ", ".join([*words, count(file.row_groups, "row group")])


def _list_lines(column: ShownGeometries, row_groups: int) -> Iterator[tuple[str, str]]:
    """A title and a text for each. What is said once is not said twice."""
    from inlay.verbs.geo.drawn_boxes import list_row_groups, measure_depth

    yield "type", f"{column.native or 'no native type'}, {_tell_encoding(column)}"
    key = column.key_crs.shown if column.key_crs is not None else None
    said = column.type_crs.shown if column.type_crs is not None else None
    yield "crs", _put_beside(key, said)
    yield "edges", _put_beside(column.key_edges, column.type_edges)
    yield "types", _put_beside(_join(column, is_key=True), _join(column, is_key=False))
    if column.bbox is not None:
        yield "bbox", ", ".join(map(repr, column.bbox))
    if column.covering:
        yield "covering", ", ".join(".".join(path) for path in column.covering.values())
    if column.native is not None:
        boxes = sum(box is not None for box in column.boxes)
        yield (
            "boxes",
            f"{boxes:,} of {count(row_groups, 'row group')}, {column.statistics:,} with statistics beside them",
        )
        depth = measure_depth(list_row_groups(column))
        if depth is not None:
            yield "", f"a place lies in {depth:,.2f} of them on average"
        yield from _list_boxes(column)


def _tell_encoding(column: ShownGeometries) -> str:
    return f"{column.encoding} by the key" if column.encoding is not None else "not in the key"


def _put_beside(key: str | None, said: str | None) -> str:
    if key == said or said is None:
        return key or "not known"
    return said if key is None else f"{key} by the key, {said} by the type"


def _join(column: ShownGeometries, *, is_key: bool) -> str | None:
    if (column.key_crs if is_key else column.type_crs) is None:
        return None
    names = column.key_types if is_key else column.type_types
    more = f", and {len(names) - _MOST_TYPES:,} more" if len(names) > _MOST_TYPES else ""
    return (", ".join(names[:_MOST_TYPES]) + more) or "not known"


def _list_boxes(column: ShownGeometries) -> Iterator[tuple[str, str]]:
    from inlay.cli.inspect.geometries import format_box

    for number, box in enumerate(column.boxes[:_MOST_BOXES]):
        yield "", f"row group {number}: {format_box(box) if box is not None else 'none'}"
    if len(column.boxes) > _MOST_BOXES:
        yield "", f"{len(column.boxes) - _MOST_BOXES:,} more (--format json has all)"


def _content(path: str, file: ShownGeoFile) -> dict[str, Json]:
    columns: list[Json] = [_document(column) for column in file.columns]
    return {
        "path": path,
        "geo_version": file.version,
        "problem": file.problem or None,
        "primary_column": file.primary,
        "row_groups": file.row_groups,
        "columns": columns,
    }


def _document(column: ShownGeometries) -> Json:
    covering: Json = {edge: list(path) for edge, path in column.covering.items()}
    return {
        "name": column.name,
        "encoding": column.encoding,
        "native": column.native,
        "crs": {"key": _document_crs(column.key_crs), "type": _document_crs(column.type_crs)},
        "edges": {"key": column.key_edges, "type": column.type_edges},
        "geometry_types": {"key": list(column.key_types), "row_groups": list(column.type_types)},
        "bbox": None if column.bbox is None else list(column.bbox),
        "covering": covering or None,
        "boxes": [_document_box(box) for box in column.boxes],
        "boxes_with_statistics": column.statistics,
    }


def _document_crs(crs: Crs | None) -> Json:
    if crs is None:
        return None
    return {
        "kind": crs.kind.value,
        "code": crs.code or None,
        "text": crs.text or None,
        "projjson": crs.projjson,
    }


def _document_box(box: BoundingBox | None) -> Json:
    if box is None:
        return None
    edges = ("xmin", "xmax", "ymin", "ymax", "zmin", "zmax", "mmin", "mmax")
    return {edge: value for edge in edges if (value := getattr(box, edge)) is not None}
