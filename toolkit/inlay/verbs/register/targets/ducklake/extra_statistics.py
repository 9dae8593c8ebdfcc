"""What DuckLake is told of geometries beside counts: the box around them and their types, as JSON in `extra_stats`.

DuckLake writes six digits behind the point, which may be within the box; here all are written.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import isfinite
from typing import Any, Final

from inlay.ground.values.geometry_kinds import name_kind
from inlay.verbs.register.record import GeoRecord

_AXES: Final = ("x", "y", "z", "m")
_LOWS: Final = tuple(f"{axis}min" for axis in _AXES)
_HIGHS: Final = tuple(f"{axis}max" for axis in _AXES)


def write_geometries(geo: GeoRecord | None) -> str | None:
    """None where x, y or the types are not known, or an end is infinite."""
    if geo is None or geo.x is None or geo.y is None or geo.kinds is None:
        return None
    box: dict[str, float | None] = {}
    for axis, ends in zip(_AXES, geo[: len(_AXES)], strict=True):
        if ends is not None and not all(map(isfinite, ends)):
            return None
        box[f"{axis}min"], box[f"{axis}max"] = (None, None) if ends is None else ends
    return _write(box, [name_kind(kind).lower().replace(" ", "_") for kind in geo.kinds])


def unite_geometries(texts: Sequence[str | None]) -> str | None:
    """Of all files of a table; None where one is not known, or there are none."""
    read = [None if text is None else _read(text) for text in texts]
    known = [it for it in read if it is not None]
    if not known or len(known) < len(read):
        return None
    boxes = [box for box, _ in known]
    united = {
        **{edge: min(_list(boxes, edge), default=None) for edge in _LOWS},
        **{edge: max(_list(boxes, edge), default=None) for edge in _HIGHS},
    }
    return _write(united, sorted({kind for _, kinds in known for kind in kinds}))


def _list(boxes: Sequence[dict[str, float | None]], edge: str) -> list[float]:
    """Of an axis that a file lacks, no geometry of it has a coordinate."""
    return [value for box in boxes if (value := box[edge]) is not None]


def _read(text: str) -> tuple[dict[str, float | None], list[str]] | None:
    """None for what is not written so."""
    try:
        said: Any = json.loads(text)
        box = {
            edge: None if said["bbox"][edge] is None else float(said["bbox"][edge])
            for edge in (*_LOWS, *_HIGHS)
        }
        kinds = [str(kind) for kind in said["types"]]
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        return None
    return None if box["xmin"] is None or box["ymin"] is None else (box, kinds)


def _write(box: dict[str, float | None], kinds: Sequence[str]) -> str:
    ordered = {edge: box[edge] for axis in _AXES for edge in (f"{axis}min", f"{axis}max")}
    return json.dumps({"bbox": ordered, "types": list(kinds)})
