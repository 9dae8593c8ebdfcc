"""What is wrong with a file that should have a footer, where, and what to try."""

from __future__ import annotations

from inlay_runtime.errors import InlayError


class FooterError(InlayError):
    """A file whose footer cannot be read.

    `offset` counts bytes from the start of the file; `what` names the damage and `hint` what to try.
    `code` stays the same for ever.
    """

    def __init__(self, path: str, offset: int, what: str, hint: str, code: str = "footer") -> None:
        super().__init__(path, offset, what, hint, code)
        self.path = path
        self.offset = offset
        self.what = what
        self.hint = hint
        self.code = code

    def __str__(self) -> str:
        return f"{self.path}: {self.what}, at offset {self.offset}\n  try: {self.hint}"


class UnsupportedFooterError(FooterError):
    """A footer that is known by name and that this version does not read."""
