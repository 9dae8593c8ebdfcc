"""The symbols of a column chunk, from a sample of its strings.

The FSST paper (VLDB 2020, 4.2): what the table of the last round splits the sample into is counted, single symbols and
pairs of neighbours, and those that stand for most bytes are the table of the next round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from inlay.pages.encodings.fsst.symbols import ESCAPE, LONGEST, MOST, SymbolTable

ROUNDS: Final = 5
SAMPLE: Final = 16 * 1024
"""Bytes of strings, about."""
PAGES: Final = 8
"""From which the strings come."""


def train(texts: Sequence[bytes]) -> SymbolTable:
    """The symbols that suit these strings. The same strings give the same table."""
    table = SymbolTable(())
    for _ in range(ROUNDS):
        table = SymbolTable(_rank(_count(texts, table)))
    return table


def _count(texts: Sequence[bytes], table: SymbolTable) -> Counter[bytes]:
    """How often each symbol, each pair that is short enough, and each byte without a symbol come in the sample.

    A symbol's first byte counts as well, so that it is there when no longer one fits.
    """
    counts = Counter[bytes]()
    for text in texts:
        before = b""
        for piece, code in table.split(text):
            counts[piece] += 1
            if len(piece) > 1:
                counts[piece[:1]] += 1
            if before and len(before) + len(piece) <= LONGEST:
                counts[before + piece] += 1
            before = piece
            if code == ESCAPE:
                counts[piece] += 1  # an escape costs twice
    return counts


def _rank(counts: Counter[bytes]) -> list[bytes]:
    """Those that stand for most bytes; of equals the longer, then the one that sorts first."""
    worth = [symbol for symbol, many in counts.items() if many > 1]
    worth.sort(key=lambda symbol: (-counts[symbol] * len(symbol), -len(symbol), symbol))
    return worth[:MOST]
