"""A check: the promise that a file keeps, and the function that says how one breaks it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, unique
from typing import Generic, Protocol, TypeVar

from inlay_runtime.finding import Finding


@unique
class Level(Enum):
    """How much is read: `footer` is the end of the file; `data` the headers of its pages and their
    indexes as well, and the bytes of pages that have a CRC; `values` all of that, and every value.
    """

    FOOTER = "footer"
    DATA = "data"
    VALUES = "values"


class Subject(Protocol):
    """What is checked; `place` is its path from the root of the footer, empty for the root."""

    @property
    def place(self) -> str: ...


S = TypeVar("S", bound=Subject)


@dataclass(frozen=True, slots=True)
class Check(Generic[S]):
    """`code` stays the same for ever. `promise` is what holds in a file without such a finding, as a clause.

    `wrong` gives None, or what is wrong and what would be right; `field` is the value that is meant, seen
    from the subject.
    """

    code: str
    field: str
    promise: str
    wrong: Callable[[S], str | None]

    @property
    def name(self) -> str:
        """What tells it apart: the code, and the field that is meant."""
        return f"{self.code} {self.field}".rstrip()

    def at(self, subject: S) -> str:
        """The path of what is meant."""
        return (
            f"{subject.place}.{self.field}"
            if subject.place and self.field
            else (subject.place or self.field)
        )


def findings_of(checks: Sequence[Check[S]], subject: S, offset: int) -> list[Finding]:
    """Every check that the subject does not pass; `offset` is that of what was read."""
    return [
        Finding(check.code, offset, wrong, check.at(subject))
        for check in checks
        if (wrong := check.wrong(subject)) is not None
    ]
