"""What is wrong with a store of footers."""

from __future__ import annotations

from inlay_runtime.errors import InlayError
from inlay_runtime.public_home import public_in


@public_in("inlay.errors")
class StoreError(InlayError):
    """A file of a store is not what a store has: `path` is the file, `reason` what is wrong with it. The files of the lake are not meant."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}\n  try: inlay store build --overwrite"
