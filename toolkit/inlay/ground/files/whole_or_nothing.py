"""What is complete at the end of a `with` block, or was never there."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self


class WholeOrNothing(ABC):
    """A block that ends well closes it. One that fails abandons it, and so does a `close` that fails."""

    @abstractmethod
    def close(self) -> None:
        """Completes it and gives it its name."""

    @abstractmethod
    def abandon(self) -> None:
        """Leaves nothing behind. Raises nothing: something else has failed already."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None
    ) -> None:
        if kind is not None:
            self.abandon()
            return
        try:
            self.close()
        except BaseException:
            self.abandon()
            raise
