"""Names that say nothing, in the place of those that a file or a lake has: for what is shown to strangers."""

from __future__ import annotations

import re
from typing import Final

_PARAMETERS: Final = re.compile(r"(GEOMETRY|GEOGRAPHY)\(.*\)")


class Aliases:
    """`c1`, `c2`, ... for one kind of name; the same name has the same alias."""

    def __init__(self, letter: str) -> None:
        self._letter = letter
        self._known: dict[str, str] = {}

    def alias(self, name: str) -> str:
        return self._known.setdefault(name, f"{self._letter}{len(self._known) + 1}")


def hide_parameters(type_: str) -> str:
    """A type without what a writer may put into it as text: the CRS of a geometry."""
    return _PARAMETERS.sub(r"\1", type_)
