"""A file as a bar of cells, each of the purpose that has most of its bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from inlay.verbs.layout.ledger import Ledger
from inlay.verbs.layout.native_walk import native_owners
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


def _stretches(ledger: Ledger) -> Iterable[tuple[int, int, int]]:
    """The file from its first to its last byte: where a purpose begins, where it ends, which one that is."""
    # What an owner has behind the things inside of it is of the purpose of the last of these.
    first = int(Purpose.FOOTER)
    if native_owners is None:
        return _list_purely(ledger, first)
    columns = native_owners.list_stretches(
        ledger.start, ledger.own, ledger.purposes, first, ledger.size
    )
    return zip(*columns, strict=True)


def _list_purely(ledger: Ledger, first: int) -> Iterator[tuple[int, int, int]]:
    begin, last = 0, first
    for start, own, purpose in zip(ledger.start, ledger.own, ledger.purposes, strict=True):
        if own and purpose != last:
            if start > begin:
                yield begin, start, last
            begin, last = start, purpose
    if begin < ledger.size:
        yield begin, ledger.size, last
