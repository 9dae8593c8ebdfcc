"""What a search may cost: in proportion to the bytes that are searched, whatever they are."""

from __future__ import annotations

from typing import Final

_PASSES: Final = 2
_FLOOR: Final = 4 << 20
_LEAST: Final = 8 << 10
_FAILED: Final = 8


class SearchBudget:
    """Two passes over the data, and never less than a floor. A try costs the bytes that it decodes; one that fails costs
    more, for only the slow reader can say where."""

    def __init__(self, size: int) -> None:
        self._left = _PASSES * size + _FLOOR

    @property
    def is_spent(self) -> bool:
        return self._left <= 0

    def charge(self, size: int) -> None:
        """For so many bytes that were decoded."""
        self._left -= size

    def charge_failure(self, size: int) -> None:
        """For a try that failed behind so many bytes."""
        self._left -= max(_LEAST, _FAILED * size)
