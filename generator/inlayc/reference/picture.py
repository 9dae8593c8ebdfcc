"""Who uses whom, as one SVG: layers by dependency, what nothing uses on the left."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import Final

from inlayc.model.schema import Named
from inlayc.reference.entries import Entry, anchor_of

_COLUMN: Final = 260
_ROW: Final = 26
_WIDTH: Final = 200
_MOST_SIGNS: Final = 28


def draw_uses(entries: Sequence[Entry]) -> str:
    """Boxes that link to sections, and a line from each definition to those that it uses."""
    linked = [entry for entry in entries if entry.uses or entry.used_by]
    drawn = {entry.name for entry in linked}
    depths = _depths({e.name: [user for user in e.used_by if user in drawn] for e in linked})
    deepest = max(depths.values(), default=0)
    places: dict[Named, tuple[int, int]] = {}
    filled = [0] * (deepest + 1)
    for entry in linked:
        column = depths[entry.name]
        places[entry.name] = (column * _COLUMN + 4, filled[column] * _ROW + 4)
        filled[column] += 1
    width, height = (deepest + 1) * _COLUMN, max(filled) * _ROW + 8
    lines = [
        _curve(places[entry.name], places[used])
        for entry in linked
        for used in entry.uses
        if used in places
    ]
    boxes = [_box(name, *place) for name, place in places.items()]
    head = f'<svg role="img" aria-label="who uses whom" width="{width}" height="{height}">'
    return "\n".join([head, *lines, *boxes, "</svg>"])


def _depths(users: Mapping[Named, Sequence[Named]]) -> dict[Named, int]:
    """How far each is below what nothing uses; a use that closes a circle does not count.

    It keeps its own stack: an IDL may nest deeper than Python calls.
    """
    depths: dict[Named, int] = {}
    begun: set[Named] = set()
    for first in users:
        stack = [first]
        while stack:
            name = stack[-1]
            begun.add(name)
            waiting = next((user for user in users.get(name, ()) if user not in begun), None)
            if waiting is not None:
                stack.append(waiting)
                continue
            stack.pop()
            above = [depths[user] + 1 for user in users.get(name, ()) if user in depths]
            depths.setdefault(name, max(above, default=0))
    return depths


def _curve(start: tuple[int, int], end: tuple[int, int]) -> str:
    x, y, to_x, to_y = start[0] + _WIDTH, start[1] + 11, end[0], end[1] + 11
    middle = (x + to_x) // 2
    return f'<path d="M{x} {y}C{middle} {y} {middle} {to_y} {to_x} {to_y}"/>'


def _box(name: Named, x: int, y: int) -> str:
    shown = name.name if len(name.name) <= _MOST_SIGNS else f"{name.name[: _MOST_SIGNS - 1]}…"
    return (
        f'<a href="#{anchor_of(name)}"><title>{html.escape(name.name)}</title>'
        f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="22" rx="4"/>'
        f'<text x="{x + 8}" y="{y + 15}">{html.escape(shown)}</text></a>'
    )
