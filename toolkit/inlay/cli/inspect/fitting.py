"""What of a table fits into the width of a terminal: the rule of docs/inspect.md, "Width"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from inlay_runtime.frozen import Frozen

GAP: Final = 2
"""Blanks between two columns, and before the second line of a row whose name has the first."""

Cut: TypeAlias = Callable[[str, int], str]


class Facet(Frozen):
    """One thing that is said about every row; `numeric` ones are flush right.

    `together` is how it is said where it is the same for all rows; empty if it is never so.
    `least` is the width, in cells of the terminal, down to which it may be narrowed; 0 if it is shown whole or not at all.
    What is too long for the width is given to `cut`, or else goes on in the next line.
    """

    title: str
    cells: Sequence[str]
    numeric: bool = False
    together: str = "{}"
    least: int = 0
    cut: Cut | None = None

    @property
    def is_empty(self) -> bool:
        return not any(self.cells)

    @property
    def is_shared(self) -> bool:
        return bool(self.together) and len(self.cells) > 1 and len(set(self.cells)) == 1

    @property
    def sentence(self) -> str:
        return self.together.format(self.cells[0])


class Fitting(Frozen):
    """`shown` are the places of the facets that are left, `widths` theirs. `is_name_apart`: the first facet, which names
    the rows, has lines of its own, and is not among them."""

    shown: Sequence[int]
    widths: Sequence[int]
    left_out: Sequence[int]
    is_name_apart: bool = False


def fit(facets: Sequence[Facet], widest: Sequence[int], width: int, goes: Sequence[str]) -> Fitting:
    """`widest` are the widths of the longest cells. The facets with the titles `goes` may be left out, in this order."""
    least = [
        min(whole, facet.least) if facet.least else whole
        for facet, whole in zip(facets, widest, strict=True)
    ]
    titles = [facet.title for facet in facets]
    leaving = [titles.index(title) for title in goes if title in titles]
    everything = list(range(len(facets)))
    shown = _without(everything, leaving, least, width)
    is_apart = len(facets) > 1 and _needed(shown, least) > width
    if is_apart:
        width = max(width - GAP, 1)
        others = [at for at in everything[1:-1] if at not in leaving]
        shown = _without(everything[1:], [*leaving, *others], least, width)
    left_out = [at for at in leaving + everything if at not in shown and (at or not is_apart)]
    widths = _grown(shown, least, widest, width)
    return Fitting(shown, widths, list(dict.fromkeys(left_out)), is_apart)


def _without(
    shown: Sequence[int], leaving: Sequence[int], least: Sequence[int], width: int
) -> list[int]:
    """Those that are left when just enough of the others have gone; the last one stays."""
    left = list(shown)
    for at in leaving:
        if _needed(left, least) <= width or len(left) == 1:
            break
        left.remove(at)
    return left


def _needed(shown: Sequence[int], widths: Sequence[int]) -> int:
    return sum(widths[at] for at in shown) + GAP * (len(shown) - 1)


def _grown(
    shown: Sequence[int], least: Sequence[int], widest: Sequence[int], width: int
) -> list[int]:
    """What room is left goes to the last that has been narrowed, then to the one before."""
    if len(shown) == 1:
        return [max(min(widest[shown[0]], width), 1)]
    room = width - _needed(shown, least)
    widths = {at: least[at] for at in shown}
    for at in reversed(shown):
        more = max(min(widest[at] - least[at], room), 0)
        widths[at] += more
        room -= more
    return [max(widths[at], 1) for at in shown]
