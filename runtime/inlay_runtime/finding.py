"""What is wrong with a file: a value, since a reader goes on after it and a report collects them."""

from __future__ import annotations

from inlay_runtime.frozen import Frozen


class Finding(Frozen):
    """`code` is its kind and stays the same for ever; `what` is for people: what is wrong, and what would be right.

    `offset` counts bytes from the start of what was checked, and is None where no bytes are meant. `at` names what is
    meant, such as the path of a field or a column; empty for the whole. `hint` is what to do about it, where that is known.
    """

    code: str
    offset: int | None
    what: str
    at: str = ""
    hint: str = ""

    def placed(self, at: str, base: int = 0) -> Finding:
        """The same, as part of something larger."""
        offset = None if self.offset is None else self.offset + base
        return Finding(self.code, offset, self.what, at, self.hint)

    @property
    def sentence(self) -> str:
        """What is meant, and what is wrong with it."""
        return f"{self.at}: {self.what}" if self.at else self.what

    def __str__(self) -> str:
        place = "" if self.offset is None else f", at offset {self.offset:,}"
        return f"{self.sentence}{place} [{self.code}]"
