"""Why a column, or a file, cannot have a second encoding, or cannot be read in it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from inlay.footer.errors import FooterError
from inlay.rewrite.errors import RefusedError
from inlay_runtime.errors import InlayError


class EncodingError(InlayError):
    """`place` is the file, or the column of it, once it is known which one it is about."""

    place: str = ""

    def _placed(self, what: str) -> str:
        return f"{self.place}: {what}" if self.place else what


class ChunkError(EncodingError):
    """A column chunk that is not read here: damaged, or of a kind that is left alone.

    `offset` counts from the start of the file; `what` is a clause without the column's name.
    """

    def __init__(self, what: str, offset: int) -> None:
        super().__init__(what, offset)
        self.what = what
        self.offset = offset

    def __str__(self) -> str:
        return self._placed(f"{self.what}, at offset {self.offset:,}")


class PluginFailedError(EncodingError):
    """A plug-in has raised, or returned what it may not. `what` is a clause about the encoding."""

    def __init__(self, encoding: str, what: str) -> None:
        super().__init__(encoding, what)
        self.encoding = encoding
        self.what = what

    def __str__(self) -> str:
        return self._placed(f"the encoding {self.encoding} {self.what}")


class BothDamagedError(EncodingError):
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
    except EncodingError as error:
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
