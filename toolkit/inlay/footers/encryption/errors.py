"""What is wrong where a key does not open a file."""

from __future__ import annotations

from inlay_runtime.errors import InlayError
from inlay_runtime.public_home import public_in


@public_in("inlay.errors")
class DecryptionError(InlayError):
    """A module that a key was given for, and that it does not open: another key or AAD prefix, or bytes that were changed.

    `path` is the file, `offset` counts bytes from its start, `what` and `hint` are for people. A key is in none of them.
    """

    def __init__(self, path: str, offset: int, what: str, hint: str) -> None:
        super().__init__(path, offset, what, hint)
        self.path = path
        self.offset = offset
        self.what = what
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.path}: {self.what}, at offset {self.offset:,}\n  try: {self.hint}"
