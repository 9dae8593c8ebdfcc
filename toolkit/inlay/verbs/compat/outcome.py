"""What a reader does with a column, or with a file."""

from __future__ import annotations

from enum import Enum, unique


@unique
class ReaderOutcome(Enum):
    """From the gravest to the least; the names are those of JSON and of the record."""

    REFUSES_FILE = "refuses file"
    REFUSES_COLUMN = "refuses column"
    MISREADS = "misreads"
    LOSES_ROWS = "loses rows"
    IGNORES_TYPE = "ignores type"

    @property
    def is_note(self) -> bool:
        """The values are there, in another type than the file gives them."""
        return self is ReaderOutcome.IGNORES_TYPE

    @property
    def rank(self) -> int:
        return [*ReaderOutcome].index(self)
