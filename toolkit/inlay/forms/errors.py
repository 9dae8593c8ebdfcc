"""Steps between the forms of a file that are refused."""

from __future__ import annotations

from inlay.refusals import RefusedError


class FormError(RefusedError):
    """A step that the form of the file does not allow, or that would not be reversible."""

    def __init__(self, reason: str) -> None:
        super().__init__("form", reason)
