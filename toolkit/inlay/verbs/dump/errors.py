"""What is wrong with a text that is to become a file."""

from __future__ import annotations

from inlay_runtime.errors import InlayError
from inlay_runtime.public_home import public_in


@public_in("inlay.errors")
class AssemblyError(InlayError):
    """A line that stands for no bytes, or a number that nothing settles. `line` and `column` count from 1; `path` is the file
    that holds the text, where that is known."""

    def __init__(self, reason: str, line: int, column: int = 1, path: str = "") -> None:
        super().__init__(reason, line, column, path)
        self.reason = reason
        self.line = line
        self.column = column
        self.path = path

    def __str__(self) -> str:
        place = f"{self.path}, " if self.path else ""
        return f"{place}line {self.line}, column {self.column}: {self.reason}"
