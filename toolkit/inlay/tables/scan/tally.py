"""How many files a scan has met, how many of them it could not read, and how many are not Parquet files."""

from __future__ import annotations

from collections.abc import Callable


class Tally:
    """Counts as a scan goes on; whole once its last batch was taken."""

    def __init__(self, watch: Callable[[int], None] = lambda _: None) -> None:
        """`watch` is told the number of files whenever it has grown."""
        self._watch = watch
        self.files = 0
        self.unreadable = 0
        self.others = 0

    def add(self, more: Tally) -> None:
        self.files += more.files
        self.unreadable += more.unreadable
        self.others += more.others
        self._watch(self.files)
