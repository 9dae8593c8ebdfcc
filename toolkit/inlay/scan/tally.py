"""How many files a scan has met, how many of them it could not read, and how many are no Parquet files."""

from __future__ import annotations


class Tally:
    """Counts as a scan goes on; whole once its last batch was taken."""

    def __init__(self) -> None:
        self.files = 0
        self.unreadable = 0
        self.others = 0
