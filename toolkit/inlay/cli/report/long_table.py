"""A table that is too long for rich, which lays out every cell before it prints the first: here the columns are measured once, and
then each row is a string. What it prints is what rich's table prints, unless the numbers alone need more room than there is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from inlay.cli.report.chunks import Facet

_GAP: Final = 2
_LEAST: Final = _GAP + 1
_TITLES: Final = Style.parse("dim")
_NAMES: Final = Style.parse("bold")


class LongTable:
    """`facets` are its columns, the first of which names the rows."""

    def __init__(self, facets: Sequence[Facet], rows: int) -> None:
        self._facets = facets
        self._rows = rows

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self.lines(console, options.max_width):
            yield from (*line, Segment.line())

    def lines(self, console: Console, width: int) -> Iterator[list[Segment]]:
        """Each as it is made; of at most `width` cells, if that is enough for what is not folded."""
        widths = self._widths(width)
        titles = self._folded(console, [facet.title for facet in self._facets], widths, last=True)
        for line in titles:
            yield [Segment(self._joined(line, widths), _TITLES)]
        for cells in zip(*(facet.cells[: self._rows] for facet in self._facets), strict=True):
            for line in self._folded(console, cells, widths):
                text = self._joined(line, widths)
                name = len(line[0]) if line[0] else 0
                yield [Segment(text[:name], _NAMES), Segment(text[name:])]

    def _widths(self, width: int) -> list[int]:
        """Those of the longest cells; the widest that may be folded are narrowed to the next widest, until all fit."""
        gaps = [_GAP] * (len(self._facets) - 1) + [0]
        widths = [
            max(map(cell_len, (facet.title, *facet.cells[: self._rows]))) + gap
            for facet, gap in zip(self._facets, gaps, strict=True)
        ]
        excess = sum(widths) - width
        foldable = [at for at, facet in enumerate(self._facets) if not facet.numeric]
        while excess > 0:
            widest = max(widths[at] for at in foldable)
            among = [at for at in foldable if widths[at] == widest]
            narrower = max((widths[at] for at in foldable if widths[at] < widest), default=_LEAST)
            if widest <= _LEAST:
                break
            step = min(widest - narrower, -(-excess // len(among)))
            for at in among:
                widths[at] -= step
            excess -= step * len(among)
        return [width - gap for width, gap in zip(widths, gaps, strict=True)]

    def _folded(
        self,
        console: Console,
        cells: Sequence[str],
        widths: Sequence[int],
        *,
        last: bool = False,
    ) -> Iterator[Sequence[str]]:
        """The lines of a row; `last`: what has fewer lines than others stands in the last."""
        if all(cell_len(cell) <= width for cell, width in zip(cells, widths, strict=True)):
            yield cells
            return
        columns = [
            [line.plain.rstrip() for line in Text(cell).wrap(console, width, overflow="fold")]
            for cell, width in zip(cells, widths, strict=True)
        ]
        most = max(map(len, columns))
        for column in columns:
            blank = [""] * (most - len(column))
            column[:] = blank + column if last else column + blank
        yield from zip(*columns, strict=True)

    def _joined(self, line: Sequence[str], widths: Sequence[int]) -> str:
        parts = [
            (
                " " * (width - cell_len(cell)) + cell
                if facet.numeric
                else cell + " " * (width - cell_len(cell))
            )
            for cell, width, facet in zip(line, widths, self._facets, strict=True)
        ]
        return (" " * _GAP).join(parts).rstrip()
