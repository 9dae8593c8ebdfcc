"""Why a file is left without new encodings, or has none that can be read."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from inlay.footer.errors import FooterError
from inlay.pages.errors import ChunkError, PlacedError
from inlay.refusals import RefusedError


class PluginFailedError(PlacedError):
    """A plug-in has raised, or returned what it may not. `what` is a clause about the encoding."""

    def __init__(self, encoding: str, what: str) -> None:
        super().__init__(encoding, what)
        self.encoding = encoding
        self.what = what

    def __str__(self) -> str:
        return self._placed(f"the encoding {self.encoding} {self.what}")


class BothDamagedError(PlacedError):
    """Neither encoding of a column chunk can be read."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what

    def __str__(self) -> str:
        return self._placed(self.what)


class LayoutRefusedError(RefusedError):
    """A file whose chunks lie in a way that could not be taken back byte for byte."""

    def __init__(self, reason: str) -> None:
        super().__init__("layout", reason)


class ColumnRefusedError(RefusedError):
    """A column that cannot have the encoding."""

    def __init__(self, column: str, reason: str) -> None:
        super().__init__("column", f"column {column}: {reason}")
        self.column = column


@contextmanager
def about(place: str) -> Generator[None]:
    """Errors say where it was: what is inside of the block knows only pages. The innermost place comes last."""
    try:
        yield
    except PlacedError as error:
        error.place = f"{place}: {error.place}" if error.place else place
        raise


@contextmanager
def about_file(path: str) -> Generator[None]:
    """Errors name the file as the caller does, and not what was written beside it."""
    try:
        with about(path):
            yield
    except RefusedError as error:
        error.path = error.path or path
        raise
    except FooterError as error:
        error.path = path
        raise


__all__ = [
    "BothDamagedError",
    "ChunkError",
    "ColumnRefusedError",
    "LayoutRefusedError",
    "PlacedError",
    "PluginFailedError",
    "about",
    "about_file",
]
