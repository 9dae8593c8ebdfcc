"""A tree of rich, line by line: rich itself lays out the whole of it before it prints the first line, and spends most of its time
on lines that need no layout."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from rich.tree import Tree

from inlay.cli.report.fitted_table import FittedTable, Line
from inlay.cli.terminal import lines_of

_GUIDES: Final = Style.parse("dim")


def print_tree(tree: Tree, console: Console) -> Iterator[str]:
    """The text of a few hundred lines after the other. There are no blanks at the ends of lines."""
    yield from lines_of(_Lines(console).of_tree(tree, "", ""), console)


class _Lines:
    """What a console knows of its terminal is asked for once: it looks it up every time."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._options = console.options
        self._is_styled = console.is_terminal
        self._guides = Tree.ASCII_GUIDES if self._options.ascii_only else Tree.TREE_GUIDES[0]

    def of_tree(self, tree: Tree, first: str, rest: str) -> Iterator[Line]:
        """`first` stands before the first line of its label, `rest` before all others. Guides have at most half of a
        line: of a deep tree only their ends are shown."""
        most = self._options.max_width // 2
        guide, below = first[-most:], rest[-most:]
        for line in self._of_label(tree.label, self._options.max_width - len(guide)):
            yield [Segment(guide, _GUIDES), *line] if guide else line
            guide = below
        space, through, fork, end = self._guides
        for at, child in enumerate(tree.children, 1):
            before = (end, space) if at == len(tree.children) else (fork, through)
            yield from self.of_tree(child, rest + before[0], rest + before[1])

    def _of_label(self, label: RenderableType, width: int) -> Iterable[Line]:
        match label:
            case Group():
                for part in label.renderables:
                    yield from self._of_label(part, width)
            case FittedTable():
                yield from label.lines(self._console, width)
            case Text() if cell_len(label.plain) <= width and "\n" not in label.plain:
                styled = label.render(self._console) if self._is_styled else [Segment(label.plain)]
                yield list(styled)
            case _:
                options = self._options.update(width=width)
                yield from self._console.render_lines(label, options, pad=False)
