"""A tree of styled lines and tables, as a report is made of before anybody knows where it is shown.

Rich's own classes would do, but importing them takes longer than reading a footer, and a pipe needs nothing of rich.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from inlay.cli.report.fitted_table import FittedTable

Part: TypeAlias = tuple[str, str]
"""A text and its style in rich's words, which may be empty."""


class Words:
    """A line; one that is too long for the terminal goes on in the next."""

    __slots__ = ("parts",)

    def __init__(self, text: str, style: str = "") -> None:
        self.parts: list[Part] = [(text, style)]

    def append(self, text: str, style: str = "") -> None:
        self.parts.append((text, style))

    @property
    def plain(self) -> str:
        return "".join(text for text, _ in self.parts)


Label: TypeAlias = "Words | FittedTable | Sequence[Words | FittedTable]"


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
