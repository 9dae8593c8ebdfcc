"""Why a file was not changed, where it is neither damage nor the operating system."""

from __future__ import annotations

from inlay_runtime.errors import InlayError
from inlay_runtime.public_home import public_in


@public_in("inlay.errors")
class RewriteError(InlayError):
    """What was written is not what was meant; the source is as it was, or can be recovered."""


@public_in("inlay.errors")
class ChangedError(InlayError):
    """Somebody else changed the file, or is changing it: nothing was written. Trying again may do."""

    def __init__(self, path: str, what: str) -> None:
        super().__init__(path, what)
        self.path = path
        self.what = what

    def __str__(self) -> str:
        return f"{self.path}: {self.what}"
