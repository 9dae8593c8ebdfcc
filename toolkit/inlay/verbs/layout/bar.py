"""A file as a bar of cells, each of the purpose that has most of its bytes."""

from __future__ import annotations

from inlay.verbs.layout.ledger import Ledger
from inlay.verbs.layout.purposes import Purpose


def cut_into_cells(ledger: Ledger, cells: int) -> list[list[int]]:
    """The bytes of each purpose in each of so many equal pieces of the file; fewer for a file of fewer bytes."""
    size = ledger.size
    cells = min(cells, size)
    counts = [[0] * len(Purpose) for _ in range(cells)]
    for start, end, purpose in _stretches(ledger):
        first, last = start * cells // size, (end - 1) * cells // size
        for cell in range(first, last + 1):
            begin, stop = -(-cell * size // cells), -(-(cell + 1) * size // cells)
            counts[cell][purpose] += min(end, stop) - max(start, begin)
    return counts


def _stretches(ledger: Ledger) -> list[tuple[int, int, int]]:
    """The file from its first to its last byte: where a purpose begins, where it ends, which one that is."""
    stretches: list[tuple[int, int, int]] = []
    begin, last = 0, int(Purpose.FOOTER)
    for start, own, purpose in zip(ledger.start, ledger.own, ledger.purposes, strict=True):
        # What an owner has behind the things inside of it is of the purpose of the last of these.
        if own and purpose != last:
            if start > begin:
                stretches.append((begin, start, last))
            begin, last = start, purpose
    if begin < ledger.size:
        stretches.append((begin, ledger.size, last))
    return stretches
