"""The fields of one struct by where they lie, natively."""

from collections.abc import Callable, Iterable
from typing import TypeVar

S = TypeVar("S")

def field_spans(
    buffer: bytes,
    position: int,
    depth: int,
    container: int,
    binary: int,
    span: Callable[[Iterable[int]], S],
) -> tuple[list[S], int] | None:
    """The spans and where the struct ends; None where Python has to tell."""
