"""A table that keeps to the width of the terminal: the columns are measured once, and then each row is a string.

Rich's own tables narrow every column until all fit, and lay out every cell before they print the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import TypeAlias

from inlay.cli.inspect.fitting import GAP, Facet, Fitting, fit
from inlay.cli.inspect.folding import fold_line
from inlay.cli.inspect.words import Part, Words

Line: TypeAlias = list[Part]


class FittedTable:
    """`facets` are its columns, the first of which names the rows; `goes` are the titles of those that may be left out,
    in this order. Without titles it says nothing of what was left out."""

    def __init__(
        self,
        facets: Sequence[Facet],
        rows: int,
        goes: Sequence[str] = (),
        *,
        has_titles: bool = True,
        name_style: str = "bold",
    ) -> None:
        self._facets = facets
        self._rows = rows
        self._goes = goes
        self._has_titles = has_titles
        self._name_style = name_style

    def lines(self, width: int) -> Iterator[Line]:
        """Each as it is made; of at most `width` cells."""
        facets = self._facets
        titles = [facet.title if self._has_titles else "" for facet in facets]
        widest = [
            _widest([title, *facet.cells[: self._rows]])
            for title, facet in zip(titles, facets, strict=True)
        ]
        fitting = fit(facets, widest, width, self._goes)
        if self._has_titles:
            for line in self._of_row(titles, fitting, width):
                yield [("".join(text for text, _ in line), "dim")]
        if not fitting.is_name_apart and all(
            room >= widest[at] for at, room in zip(fitting.shown, fitting.widths, strict=True)
        ):
            yield from self._whole_rows(fitting)
        else:
            for cells in zip(*(facet.cells[: self._rows] for facet in facets), strict=True):
                yield from self._of_row(cells, fitting, width)
        left_out = [facets[at].title for at in fitting.left_out]
        if left_out and self._has_titles:
            said = f"no room for {', '.join(left_out)}"
            yield from ([(part, "dim")] for part in _wrapped(said, width))

    def _whole_rows(self, fitting: Fitting) -> Iterator[Line]:
        """The same as `_of_row` of each, column by column, where every cell fits: a line of each is all of it."""
        columns = [
            _column(self._facets[at], self._rows, room)
            for at, room in zip(fitting.shown, fitting.widths, strict=True)
        ]
        names = self._facets[fitting.shown[0]].cells[: self._rows]
        for first, parts in zip(names, zip(*columns, strict=True), strict=True):
            text, name = (" " * GAP).join(parts).rstrip(), len(first)
            yield [(text[:name], self._name_style), (text[name:], "")]

    def _of_row(self, cells: Sequence[str], fitting: Fitting, width: int) -> Iterable[Line]:
        before = ""
        if fitting.is_name_apart:
            for part in _wrapped(cells[0], width):
                yield [(part, self._name_style)]
            before = " " * GAP
        shown = [self._facets[at] for at in fitting.shown]
        columns = [
            _lines_of(facet, cells[at], room)
            for facet, at, room in zip(shown, fitting.shown, fitting.widths, strict=True)
        ]
        for parts in zip_longest(*columns, fillvalue=""):
            padded = map(_padded, parts, fitting.widths, (facet.numeric for facet in shown))
            text = (before + (" " * GAP).join(padded)).rstrip()
            name = 0 if fitting.is_name_apart else len(parts[0])
            if text or not fitting.is_name_apart:
                yield [(text[:name], self._name_style), (text[name:], "")]


def cut_text(text: str, width: int) -> str:
    """At most `width` cells; what was cut is marked with `...`, before the quote that ends the text."""
    if cells_of(text) <= width:
        return text
    end = '..."' if text.endswith('"') else "..."
    return _head(text, width - len(end)) + end if width >= len(end) else "." * width


def _head(text: str, width: int) -> str:
    from rich.cells import set_cell_size

    return set_cell_size(text, width).rstrip()


def _lines_of(facet: Facet, cell: str, width: int) -> Sequence[str]:
    if cells_of(cell) <= width:
        return (cell,)
    return (facet.cut(cell, width),) if facet.cut is not None else _wrapped(cell, width)


def _wrapped(text: str, width: int) -> Sequence[str]:
    """Between words if they are short enough."""
    if cells_of(text) <= width:
        return (text,)
    return [line.plain.rstrip() for line in fold_line(Words(text), max(width, 1))]


def cells_of(text: str) -> int:
    """Of its letters on the screen, some of which are two wide."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def _widest(texts: Sequence[str]) -> int:
    """The cells that the longest of them takes."""
    return max(map(len if "".join(texts).isascii() else cells_of, texts))


def _column(facet: Facet, rows: int, width: int) -> list[str]:
    """All cells of a facet at their width."""
    cells = facet.cells[:rows]
    if "".join(cells).isascii():
        pad = str.rjust if facet.numeric else str.ljust
        return [pad(cell, width) for cell in cells]
    return [_padded(cell, width, facet.numeric) for cell in cells]


def _padded(text: str, width: int, is_right: bool) -> str:
    if text.isascii():
        return text.rjust(width) if is_right else text.ljust(width)
    space = " " * (width - cells_of(text))
    return space + text if is_right else text + space
