"""Where a vector is to be read, and what has to hold before any of it is."""

from __future__ import annotations

from dataclasses import dataclass

from inlay.ground.wording import amounts
from inlay.pages.encodings.vectors.errors import VectorError


@dataclass(frozen=True, slots=True)
class VectorPlace:
    """Vector number `vector` of a page, `count` values, from byte `at` of `data` on.

    Each check raises VectorError.
    """

    data: memoryview
    at: int
    vector: int
    count: int

    @property
    def left(self) -> int:
        """Bytes up to the end of the page."""
        return len(self.data) - self.at

    def refuse(self, what: str, behind: int = 0) -> VectorError:
        """An error at the byte so far behind the start of the vector, to be raised."""
        return VectorError(what, self.at + behind, self.vector)

    def check_header(self, size: int) -> None:
        if self.left < size:
            what = (
                f"a vector needs {amounts.count(size, 'byte')} for its header, {self.left} are left"
            )
            raise self.refuse(what)

    def check_exceptions(self, exceptions: int, behind: int) -> None:
        if exceptions > self.count:
            what = f"{amounts.count(exceptions, 'exception')} among {amounts.count(self.count, 'number')}"
            raise self.refuse(what, behind)

    def check_width(self, width: int, largest: int, behind: int) -> None:
        if width > largest:
            what = f"integers of {amounts.count(width, 'bit')}, and 0 to {largest} are allowed"
            raise self.refuse(what, behind)

    def check_size(self, size: int) -> None:
        if size > self.left:
            raise self.refuse(
                f"the vector takes {amounts.count(size, 'byte')}, {self.left:,} are left"
            )
