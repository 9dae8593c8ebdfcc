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
