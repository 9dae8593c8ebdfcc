"""What GeoParquet's key `geo` says of a column of geometries. Of a shape that is not known it says nothing: `inlay lint` tells of that."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import Final, NamedTuple

from inlay.ground.schema_copies.errors import CannotAgreeError
from inlay.ground.schema_copies.json_text import (
    Json,
    Object,
    as_list,
    as_object,
    as_text,
    parse_object,
)
from inlay.ground.values.geometry_box import EVERYWHERE, Box
from inlay.ground.values.geometry_kinds import NUMBERS

_LONGEST: Final = 64 << 20
_LARGEST: Final = sys.float_info.max


class Described(NamedTuple):
    """`kinds` is empty where they are not known; `covering` has the path of each edge (`xmin`)."""

    box: Box | None
    kinds: frozenset[int]
    covering: dict[str, tuple[str, ...]]
    is_on_sphere: bool
    may_be_extended: bool
    """Before 1.0, geometries with z could be EWKB."""


@lru_cache(maxsize=4)
def describe_geometries(text: str) -> dict[str, Described]:
    """By the name of the column, of those in WKB."""
    version, columns = _parse(text)
    is_early = not isinstance(version, str) or version.startswith("0.")
    return {
        name: describe_column(about, may_be_extended=is_early)
        for name, about in columns.items()
        if about.get("encoding") == "WKB"
    }


def list_other_encodings(text: str) -> dict[str, str]:
    """By the name of the column, of those whose geometries are not WKB, and of which the key says something: those of GeoArrow have their
    coordinates in columns of numbers."""
    return {
        name: encoding
        for name, about in _parse(text)[1].items()
        if isinstance(encoding := about.get("encoding"), str) and encoding != "WKB"
        if any(about.get(said) for said in ("bbox", "geometry_types", "covering"))
    }


def _parse(text: str) -> tuple[Json, dict[str, Object]]:
    """The version, and what is said of each column."""
    if not text or len(text) > _LONGEST:
        return None, {}
    try:
        document = parse_object(text)
        columns = as_object(document.get("columns"))
    except CannotAgreeError:
        return None, {}
    described = {name: about for name, about in columns.items() if isinstance(about, dict)}
    return document.get("version"), described


def describe_column(about: Object, *, may_be_extended: bool = False) -> Described:
    """What the key says of a column, whatever its encoding."""
    return Described(
        _read_box(about.get("bbox")),
        _read_kinds(about.get("geometry_types")),
        _read_covering(about.get("covering")),
        about.get("edges") == "spherical",
        may_be_extended,
    )


def _read_box(box: Json) -> Box | None:
    if not isinstance(box, list) or len(box) not in (4, 6, 8):
        return None
    numbers = [float(it) for it in box if isinstance(it, int | float) and abs(it) <= _LARGEST]
    if len(numbers) < len(box):
        return None
    half = len(box) // 2
    return Box(
        (*numbers[:half], *EVERYWHERE.lows[half:]), (*numbers[half:], *EVERYWHERE.highs[half:])
    )


def _read_kinds(names: Json) -> frozenset[int]:
    try:
        return frozenset(NUMBERS[as_text(name)] for name in as_list(names))
    except (CannotAgreeError, KeyError):
        return frozenset()


def _read_covering(covering: Json) -> dict[str, tuple[str, ...]]:
    try:
        edges = as_object(as_object(covering).get("bbox"))
        return {edge: tuple(map(as_text, as_list(path))) for edge, path in edges.items()}
    except CannotAgreeError:
        return {}
