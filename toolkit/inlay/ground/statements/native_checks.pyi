"""Whether a footer passes every check, natively."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

Described: TypeAlias = tuple[int | None, bool, tuple[int, ...], tuple[int, ...]]

def define(
    root: Mapping[int, int],
    element: Mapping[int, int],
    group: Mapping[int, int],
    chunk: Mapping[int, int],
    column: Mapping[int, int],
    statistics: Mapping[int, int],
    sizes: Mapping[int, int],
    sorting: Mapping[int, int],
) -> None:
    """The wire types of the fields of these structs, by id."""

def passes(
    data: bytes, footer: int, depth: int, describe: Callable[[int, int], Described | None]
) -> bool:
    """Whether no check finds anything in a footer that begins at `footer` in its file; False for what is left to them."""

class Leaves:
    """What is asked of the leaves of a schema: worked out once for all footers that have it."""

    def __init__(self, leaves: list[tuple[int, int, int, int]], kinds: list[Described], /) -> None:
        """Of each leaf its highest levels, its type, and the number of its kind."""

    def find_doubtful(self, data: bytes, depth: int) -> list[tuple[int, int]] | None:
        """The numbers of row group and leaf; None for a footer that has other columns, or none that is known here."""
