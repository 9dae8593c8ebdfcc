"""Why a file was not changed, where it is neither damage nor the operating system."""

from __future__ import annotations

from inlay_runtime.errors import InlayError


class RewriteError(InlayError):
    """What was written is not what was meant; the source is as it was, or can be recovered."""


class RefusedError(InlayError):
    """Policy says no. `name` is the word for it, `override` the flag that says yes, if any does.

    `path` is the file, once it is known which one it is about.
    """

    def __init__(self, name: str, reason: str, override: str = "", path: str = "") -> None:
        super().__init__(name, reason, override, path)
        self.name = name
        self.reason = reason
        self.override = override
        self.path = path

    def __str__(self) -> str:
        place = f"{self.path}: " if self.path else ""
        hint = f"\n  override: {self.override}" if self.override else ""
        return f"{place}refused: {self.reason}{hint}"


class ChangedError(InlayError):
    """Somebody else changed the file, or is changing it: nothing was written. Trying again may do."""

    def __init__(self, path: str, what: str) -> None:
        super().__init__(path, what)
        self.path = path
        self.what = what

    def __str__(self) -> str:
        return f"{self.path}: {self.what}"
