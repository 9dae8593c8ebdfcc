"""A tree, line by line: rich lays out the whole of one before it prints the first line, and spends most of its time on lines that
need no table."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from inlay.cli.inspect.fitted_table import FittedTable, Line, cells_of
from inlay.cli.inspect.folding import fold_line
from inlay.cli.inspect.outline import Branch, Label
from inlay.cli.inspect.words import Words
from inlay.cli.terminal import lines_of, width_of

if TYPE_CHECKING:
    from rich.console import Console

_GUIDES: Final = ("    ", "│   ", "├── ", "└── ")
_ASCII_GUIDES: Final = ("    ", "|   ", "+-- ", "`-- ")


def print_tree(tree: Branch, console: Console | None) -> Iterator[str]:
    """The text of a few hundred lines after the other; None is not a terminal. There are no blanks at the ends of lines."""
    yield from lines_of(_Lines(console).of_tree(tree, "", ""), console)


class _Lines:
    """What a console knows of its terminal is asked for once: it looks it up every time."""

    def __init__(self, console: Console | None) -> None:
        self._width = width_of(console)
        encoding = console.encoding if console is not None else sys.stdout.encoding or "utf-8"
        self._guides = _GUIDES if encoding.lower().startswith("utf") else _ASCII_GUIDES

    def of_tree(self, tree: Branch, first: str, rest: str) -> Iterator[Line]:
        """`first` stands before the first line of its label, `rest` before all others. Guides have at most half of a
        line: of a deep tree only their ends are shown."""
        most = self._width // 2
        guide, below = first[-most:], rest[-most:]
        for line in self._of_label(tree.label, self._width - len(guide)):
            yield [(guide, "dim"), *line] if guide else line
            guide = below
        space, through, fork, end = self._guides
        for at, child in enumerate(tree.children, 1):
            before = (end, space) if at == len(tree.children) else (fork, through)
            yield from self.of_tree(child, rest + before[0], rest + before[1])

    def _of_label(self, label: Label, width: int) -> Iterable[Line]:
        match label:
            case FittedTable():
                yield from label.lines(width)
            case Words() if cells_of(label.plain) <= width and "\n" not in label.plain:
                yield label.parts
            case Words():
                yield from (line.parts for line in fold_line(label, width))
            case _:
                for part in label:
                    yield from self._of_label(part, width)
