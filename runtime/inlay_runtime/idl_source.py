"""Where the definition of a generated class stands in its IDL: `cls.__source__`, the file and the line (from 1).

A module says it once, at its end: a line more in an IDL changes that block, and no class.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_ATTRIBUTE: Final = "__source__"


def note_source(file: str, lines: Mapping[type, int]) -> None:
    """Gives each class its `__source__`. `file` is relative to the project, with `/` between folders."""
    for cls, line in lines.items():
        setattr(cls, _ATTRIBUTE, (file, line))
