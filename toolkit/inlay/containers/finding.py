"""What a check found to be wrong: a value, since a reader goes on after it and a report collects them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """`code` stays the same for ever, `what` is for people; `offset` counts from the start of what was
    checked. `at` names what that is where there are several, such as the struct that carries a payload.
    """

    code: str
    offset: int
    what: str
    at: str = ""

    def placed(self, at: str, base: int = 0) -> Finding:
        """The same, as part of something larger."""
        return Finding(self.code, self.offset + base, self.what, at)

    def __str__(self) -> str:
        place = f"{self.at}: " if self.at else ""
        return f"{place}{self.what}, at offset {self.offset:,} [{self.code}]"
