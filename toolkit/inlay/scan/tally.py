"""How many files a scan has met, and how many of them it could not read."""

from __future__ import annotations


class Tally:
    """Counts as a scan goes on; whole once its last batch was taken."""

    def __init__(self) -> None:
        self.files = 0
        self.unreadable = 0
