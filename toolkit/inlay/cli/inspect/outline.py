"""A tree of styled lines and tables, as a report is made of before anybody knows where it is shown.

Rich's own classes would do, but importing them takes longer than reading a footer, and a pipe needs nothing of rich.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from inlay.cli.inspect.fitted_table import FittedTable
from inlay.cli.inspect.words import Words

Label: TypeAlias = Words | FittedTable | Sequence[Words | FittedTable]


class Branch:
    """A label, and what hangs below it."""

    __slots__ = ("children", "label")

    def __init__(self, label: Label) -> None:
        self.label = label
        self.children: list[Branch] = []

    def add(self, label: Label) -> Branch:
        child = Branch(label)
        self.children.append(child)
        return child
