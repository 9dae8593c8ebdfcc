"""A styled line, before anybody knows where it is shown."""

from __future__ import annotations

from typing import TypeAlias

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


class Listing(Words):
    """Items behind commas: a line that is too long is broken between them, so that a word stays beside its number."""

    __slots__ = ()
