"""Why a file is left without new encodings, or has none that can be read."""

from __future__ import annotations

from inlay.ground.refusals import RefusedError
from inlay.pages.engine.errors import PlacedError
from inlay_runtime.errors import InlayError
from inlay_runtime.public_home import public_in


@public_in("inlay.errors")
class PluginFailedError(PlacedError):
    """A plug-in has raised, or returned what it may not. `what` is a clause about the encoding."""

    def __init__(self, encoding: str, what: str) -> None:
        super().__init__(encoding, what)
        self.encoding = encoding
        self.what = what

    def __str__(self) -> str:
        return self._place(f"the encoding {self.encoding} {self.what}")


class DeclinedError(InlayError):
    """For plug-ins to raise: the encoding would not pay for a column chunk, and says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@public_in("inlay.errors")
class BothDamagedError(PlacedError):
    """Neither encoding of a column chunk can be read."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what

    def __str__(self) -> str:
        return self._place(self.what)


@public_in("inlay.errors")
class ColumnRefusedError(RefusedError):
    """A column that cannot have the encoding."""

    def __init__(self, column: str, reason: str) -> None:
        super().__init__("column", f"column {column}: {reason}")
        self.column = column
