"""What CI systems are told: a rule once in each file, and what the rules are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, TypeAlias

if TYPE_CHECKING:
    from inlay.ground.documents.values import Json

CiLevel: TypeAlias = Literal["error", "warning", "note"]
"""A note fails nothing."""


class CiRule(NamedTuple):
    """`summary` is a sentence without its full stop; `help` says where it is from."""

    id: str
    level: CiLevel
    summary: str
    why: str
    help: str


class CiEntry(NamedTuple):
    """What a rule says of a file: `short` in a line, `whole` with all that there is to say. `column` and `place` are empty where
    the whole file is meant."""

    rule: str
    level: CiLevel
    path: str
    short: str
    whole: str
    column: str = ""
    place: str = ""
    properties: Mapping[str, Json] = {}


class CiSink(Protocol):
    """Something that prints for a CI system. It keeps little of each file: there may be many thousands."""

    def add(self, path: str, entries: Sequence[CiEntry]) -> None:
        """Takes a file, with or without entries."""

    def add_unread(self, path: str, said: str) -> None:
        """Takes a file that could not be read, which is on standard error already."""

    def finish(self) -> None:
        """Prints what was kept."""
