"""A file as a bar of cells, each of the purpose that has most of its bytes."""

from __future__ import annotations

from inlay.look.ledger import Ledger
from inlay.look.purposes import Purpose


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
    rows = zip(ledger.start, ledger.length, ledger.own, ledger.purposes, strict=True)
    position, last = 0, int(Purpose.FOOTER)
    for start, size, own, purpose in rows:
        if not own:
            continue
        if start > position:  # what an owner has behind the things inside of it
            stretches.append((position, start, last))
        end = start + size if own == size else start
        if end > start:
            stretches.append((start, end, purpose))
        position, last = max(end, start), purpose
    if position < ledger.size:
        stretches.append((position, ledger.size, last))
    return stretches
