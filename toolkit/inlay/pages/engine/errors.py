"""What is wrong with a column chunk, or with the way in which chunks lie."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from inlay.footers.encryption.errors import DecryptionError
from inlay.footers.footer.errors import FooterError
from inlay.ground.refusals import RefusedError
from inlay_runtime.errors import InlayError
from inlay_runtime.public_home import public_in


@public_in("inlay.errors")
class PlacedError(InlayError):
    """`place` is the file, or the column of it, once it is known which one it is about."""

    place: str = ""

    def _place(self, what: str) -> str:
        return f"{self.place}: {what}" if self.place else what


@public_in("inlay.errors")
class ChunkError(PlacedError):
    """A column chunk that is not read here: damaged, or of a kind that is left alone.

    `offset` counts from the start of the file; `what` is a clause without the column's name.
    """

    def __init__(self, what: str, offset: int) -> None:
        super().__init__(what, offset)
        self.what = what
        self.offset = offset

    def __str__(self) -> str:
        return self._place(f"{self.what}, at offset {self.offset:,}")


class UndecodedError(InlayError):
    """Values that nothing here decodes, sound or not; the text is a clause about the chunk."""


@public_in("inlay.errors")
class SealedModuleError(ChunkError, DecryptionError):
    """A module of a column chunk that does not open with the key that was given for it. `path` is the file."""

    def __init__(self, path: str, what: str, offset: int) -> None:
        InlayError.__init__(self, path, what, offset)
        self.path = path
        self.what = what
        self.offset = offset
        self.hint = "is it the key of this column? `inlay crypt verify` says which modules open"

    def __str__(self) -> str:
        return DecryptionError.__str__(self)


@public_in("inlay.errors")
class PlacementRefusedError(RefusedError):
    """A file whose chunks lie in a way in which they cannot be moved, or not be put back."""

    def __init__(self, reason: str) -> None:
        super().__init__("placement", reason)


@contextmanager
def place_errors(place: str) -> Generator[None]:
    """Errors say where it was: what is inside of the block knows only pages. The innermost place comes last."""
    try:
        yield
    except PlacedError as error:
        error.place = f"{place}: {error.place}" if error.place else place
        raise


@contextmanager
def name_file_in_errors(path: str) -> Generator[None]:
    """Errors name the file as the caller does, and not what was written beside it."""
    try:
        with place_errors(path):
            yield
    except RefusedError as error:
        error.path = error.path or path
        raise
    except FooterError as error:
        error.path = path
        raise
