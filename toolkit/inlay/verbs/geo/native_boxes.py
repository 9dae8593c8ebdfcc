"""The statements of the chunks of a native column: types and boxes where there are none, counts beside each, bounds nowhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from inlay.ground.geometries.geometry_columns import GeometryColumn, GeometryFile
from inlay.ground.wording.amounts import count
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.pages.engine.leaf import Leaf
from inlay.verbs.geo.chunk_statements import add_statistics, drop_bounds, drop_sorting
from inlay.verbs.geo.covering_boxes import EMPTY, CoveringReader, CoveringValues
from inlay.verbs.geo.coverings import find_covering
from parquet_format.parquet import GeographyType, GeospatialStatistics


def describe_chunks(
    geo: GeometryFile, column: GeometryColumn, values: CoveringValues
) -> tuple[bool, int, list[str]]:
    """Changes the chunks of a column that has its native type by now. Whether anything changed, how many row groups have a box, and
    what there is to say."""
    assert column.leaf is not None
    assert column.node is not None
    leaf = Leaf.of(column.node)
    kinds = sorted(column.described.kinds)
    notes: list[str] = []
    reasons: Counter[str] = Counter()
    changed = dropped = False
    boxes = 0
    reader = _choose_covering(geo, column, values, notes)
    for number, group in enumerate(geo.metadata.row_groups):
        chunk = group.columns[column.leaf]
        meta = metadata_of(chunk)
        dropped |= drop_bounds(chunk, meta)
        changed |= add_statistics(meta, leaf)
        said = meta.geospatial_statistics
        box = said.bbox if said is not None else None
        if box is None and reader is not None:
            read = reader.box_of(number)
            box = read.box
            if box is None and read.why != EMPTY:
                reasons[read.why] += 1
        boxes += box is not None
        types = said.geospatial_types if said is not None else None
        new = GeospatialStatistics(bbox=box, geospatial_types=types or kinds or None)
        if said is not None:
            new = said.replace(
                bbox=new.bbox,
                geospatial_types=types if types is not None else new.geospatial_types,
            )
        if new not in (said, GeospatialStatistics()):
            meta.geospatial_statistics = new
            changed = True
    notes += [
        f"column {column.name!r}: no box in {count(times, 'row group')}: {why}"
        for why, times in reasons.items()
    ]
    if dropped:
        notes.append(
            f"column {column.name!r}: bounds of its bytes are left out, for geometries have no order"
        )
    if drop_sorting(geo.metadata, column.leaf):
        notes.append(
            f"column {column.name!r}: the claim that rows are sorted by it is left out, for geometries have no order"
        )
        changed = True
    return changed or dropped, boxes, notes


def _choose_covering(
    geo: GeometryFile,
    column: GeometryColumn,
    values: CoveringValues,
    notes: list[str],
) -> CoveringReader | None:
    """None where boxes cannot come from a covering, with a note that says why."""
    if not any(_lacks_box(geo, column)):
        return None
    if isinstance(column.native, GeographyType):
        notes.append(
            f"column {column.name!r}: no boxes, for the edges of GEOGRAPHY may leave the box of their ends"
        )
        return None
    covering = find_covering(geo, column)
    if isinstance(covering, str):
        notes.append(
            f"column {column.name!r}: no boxes, as {covering}: `inlay geo boxes` works them out from values"
        )
        return None
    return CoveringReader(values, covering)


def _lacks_box(geo: GeometryFile, column: GeometryColumn) -> Iterator[bool]:
    for meta in geo.chunks_of(column):
        said = meta.geospatial_statistics if meta is not None else None
        yield said is None or said.bbox is None
