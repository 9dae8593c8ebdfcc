"""Walks over the bytes of a footer, natively."""

from collections.abc import Sequence
from typing import TypeAlias

Steps: TypeAlias = tuple[tuple[int, ...], ...]
"""From the footer to a struct: of each step a field id, its wire type, and indexes."""

Span: TypeAlias = tuple[int, int, int, int]
"""A field id, and where its header, its value, and what follows begin."""

def find_extensions(
    data: bytes, depth: int
) -> tuple[list[tuple[Steps, int, int, list[Span]]], int] | None:
    """The structs that carry an extension, with start and end, and where the outermost ends; None where Python has to tell."""

class TextPlan:
    """Where texts are in a struct."""

    def define(self, fields: Sequence[tuple[int, int, int, TextPlan | None]]) -> None:
        """Id, kind, wire type, and what is below."""

def has_utf8_texts(data: bytes, plan: TextPlan, depth: int) -> bool:
    """False where Python has to tell."""
