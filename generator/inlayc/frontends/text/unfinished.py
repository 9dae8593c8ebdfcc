"""A text of which some definitions are not syntax: what is left of it, and which mistakes in that are mistakes all the same."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from typing import Final

from inlayc.base.diagnostics import CompileError, Diagnostic

_NAMED: Final = re.compile(r"\s*(?:struct|union|exception|enum|service|table|rpc_service)\s+(\w+)")
_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_NOT_ALONE: Final = re.compile(r"\b(?:namespace|include|native_include)\b")
_OF_ONE: Final = frozenset(
    "array-in-table array-length base-type-name dotted-name duplicate-id duplicate-key duplicate-name enum-value-out-of-range "
    "extension-field id-out-of-range missing-field not-a-type unknown-constant unknown-enum-value unknown-field unknown-type "
    "value-out-of-range wrong-type".split()
)
"""Mistakes that stay what they are when other definitions are there."""


class UnfinishedError(CompileError):
    """Mistakes of syntax, and `rest`, the document of the definitions without one; None where these do not stand alone.

    `names` are those that the others may define.
    """

    def __init__(
        self, diagnostics: Sequence[Diagnostic], rest: object, left_out: Sequence[str]
    ) -> None:
        super().__init__(diagnostics)
        stands_alone = not any(_NOT_ALONE.search(text) for text in left_out)
        self.rest = rest if stands_alone else None
        self.names = {name for text in left_out for name in _list_names(text)}


def _list_names(text: str) -> Sequence[str]:
    """A typedef or a constant has its name behind a type: each word may be the name."""
    named = _NAMED.match(text)
    return [named[1]] if named else _WORD.findall(text)


def choose_certain(diagnostics: Sequence[Diagnostic], names: Set[str]) -> list[Diagnostic]:
    """Those that are mistakes whatever the definitions of these names are."""
    return [
        each
        for each in diagnostics
        if each.code in _OF_ONE
        and names.isdisjoint(_WORD.findall(each.span.source.text[each.span.start : each.span.end]))
    ]
