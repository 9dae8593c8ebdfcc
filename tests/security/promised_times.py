"""What SECURITY.md promises of time: microseconds a byte, by kind of hostile input."""

from __future__ import annotations

from typing import Final

from tests.security.hostile_kinds import (
    KINDS,
    Read,
    parse_fbs,
    parse_macros,
    parse_thrift,
    resolve_fbs,
    resolve_thrift,
)

NATIVE: Final = 1.0
PURE: Final = 2.0
WORD: Final = 27.0
"""Of an IDL whose grammar is right; a word has two bytes at least."""
IDLS: Final[dict[Read, float]] = {
    parse_thrift: 1.0,
    parse_fbs: 1.0,
    parse_macros: 2.0,
    resolve_thrift: WORD / 2,
    resolve_fbs: WORD / 2,
}
"""By what reads them: the same on both cores, because no native code does."""


def promised_time(name: str, *, pure: bool) -> float:
    return IDLS.get(KINDS[name].read, PURE if pure else NATIVE)
