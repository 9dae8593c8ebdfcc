"""The layouts that there are: classes that entry points of the group `inlay.footer_layouts` name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from inlay.layouts.layout import FooterLayout
from inlay_runtime.errors import RequestError

GROUP: Final = "inlay.footer_layouts"


@cache
def find_layouts() -> Mapping[str, type[FooterLayout]]:
    """By name, the walk first, then as their names go. Raises RequestError for an entry point that names no layout of its
    name."""
    points = entry_points(group=GROUP)
    in_order = sorted(points, key=lambda point: (point.name != "thrift", point.name))
    return {point.name: _load(point) for point in in_order}


@cache
def find_layout(name: str) -> type[FooterLayout] | None:
    """The layout of this name, and no other is imported; None where none is installed. Raises RequestError as `find_layouts`."""
    return next(map(_load, entry_points(group=GROUP, name=name)), None)


def _load(point: EntryPoint) -> type[FooterLayout]:
    cls = point.load()
    if not (isinstance(cls, type) and issubclass(cls, FooterLayout)):
        raise RequestError(f"{GROUP}: {point.name} = {point.value} is no FooterLayout")
    if cls.name != point.name:
        raise RequestError(
            f"{GROUP}: {point.name} = {point.value} is called {cls.name!r}: use one name"
        )
    return cls
