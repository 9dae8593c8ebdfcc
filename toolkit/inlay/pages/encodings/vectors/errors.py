"""What the readers of vectors refuse."""

from __future__ import annotations

from inlay_runtime.errors import InlayError


class VectorError(InlayError):
    """A page that breaks a rule of its encoding; says in which vector, and at which byte of the page's values."""

    def __init__(self, what: str, offset: int, vector: int | None = None) -> None:
        super().__init__(what, offset, vector)
        self.what = what
        self.offset = offset
        self.vector = vector

    def __str__(self) -> str:
        place = "" if self.vector is None else f"vector {self.vector}, "
        return f"{self.what} ({place}byte {self.offset:,} of the values)"
