"""What a writer is asked: one column, in an encoding. Imports of writers belong inside of methods: these run in a child."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Final, Literal

DEFAULTS: Final = "defaults"
SECOND: Final = "version 2"

Fixed = Literal["decimals", "bytes"]
"""What it stores as FIXED_LEN_BYTE_ARRAY."""


class AskedWriter(ABC):
    """`unasked` are the ways to write in which no encoding is named, with the options for each. `folder` is where it is installed; it is
    empty for those that lie in the environment of the tests, or beside it."""

    unasked: ClassVar[Mapping[str, str]] = {DEFAULTS: ""}
    fixed: ClassVar[Fixed] = "decimals"

    def __init__(self, folder: str = "") -> None:
        self.folder = folder

    @abstractmethod
    def version(self) -> str | None:
        """None where it is not installed."""

    def option(self, encoding: str) -> str | None:
        """How it is asked for an encoding, for people; None where it has no such option."""
        return None

    @abstractmethod
    def write(self, given: str, out: str, asked: str) -> None:
        """The column `c` of the file `given` into the file `out`, as one of `unasked` says or in an encoding."""
