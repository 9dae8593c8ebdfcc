"""Why a column, or a file, cannot have a second encoding, or cannot be read in it."""

from __future__ import annotations

from inlay.pages.errors import ChunkError
from inlay.rewrite.errors import RefusedError
from inlay_runtime.errors import InlayError


class LayoutRefusedError(RefusedError):
    """A file whose chunks lie in a way that could not be taken back byte for byte."""

    def __init__(self, reason: str) -> None:
        super().__init__("layout", reason)


class ColumnRefusedError(RefusedError):
    """A column that cannot have the encoding."""

    def __init__(self, column: str, reason: str) -> None:
        super().__init__("column", f"column {column}: {reason}")
        self.column = column


class BothDamagedError(InlayError):
    """Neither encoding of a column chunk can be read."""


__all__ = ["BothDamagedError", "ChunkError", "ColumnRefusedError", "LayoutRefusedError"]
