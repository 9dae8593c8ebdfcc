"""Which bytes of a file its page has: all metadata, and of everything else the beginning."""

from __future__ import annotations

from array import array
from typing import Final, NamedTuple

from inlay.ground.files.source import Seekable, read_at
from inlay.verbs.layout.kinds import OwnerKind
from inlay.verbs.layout.ledger import Ledger

WHOLE: Final = 256 << 10
"""Bytes of a file that is in its page as a whole."""

_METADATA: Final = 32 << 20
"""Bytes of metadata in a page at most: the footer first."""

_HEADS: Final = 2 << 20
"""Bytes of what is not metadata in a page at most."""

_HEAD: Final = 64
"""Bytes of a body, where there are not too many bodies."""

_KEPT: Final = (
    OwnerKind.FOOTER,
    OwnerKind.MAGIC,
    OwnerKind.PAGE_HEADER,
    OwnerKind.COLUMN_INDEX,
    OwnerKind.OFFSET_INDEX,
    OwnerKind.BLOOM_HEADER,
    OwnerKind.STRUCT,
)


class KeptBytes(NamedTuple):
    """`data` has the bytes of all ranges, one behind the other."""

    starts: array[float]
    sizes: array[float]
    data: bytes


def keep_bytes(ledger: Ledger, file: Seekable) -> KeptBytes:
    """In the order of the file. Raises OSError."""
    if ledger.size <= WHOLE:
        ranges = [(0, ledger.size)] if ledger.size else []
    else:
        ranges = _joined(sorted(_metadata_of(ledger) + _heads_of(ledger)))
    parts = [read_at(file, start, end - start) for start, end in ranges]
    starts = array("d", [start for start, _ in ranges])
    return KeptBytes(starts, array("d", map(len, parts)), b"".join(parts))


def _metadata_of(ledger: Ledger) -> list[tuple[int, int]]:
    ranges: list[tuple[int, int]] = []
    left = _METADATA
    # The footer is the last of them in the file, and leads to all others.
    for row in reversed(range(len(ledger))):
        if ledger.kind[row] not in _KEPT or ledger.kind[ledger.parent[row]] in _INSIDE:
            continue
        start, size = ledger.start[row], ledger.length[row]
        if size > left:
            break
        left -= size
        ranges.append((start, start + size))
    return ranges


_INSIDE: Final = (OwnerKind.FOOTER, OwnerKind.STRUCT, OwnerKind.FIELD)


def _heads_of(ledger: Ledger) -> list[tuple[int, int]]:
    bodies = [
        row
        for row, (own, size, kind) in enumerate(
            zip(ledger.own, ledger.length, ledger.kind, strict=True)
        )
        if own == size and own and kind not in _KEPT and kind != OwnerKind.FIELD
    ]
    head = min(_HEADS // max(len(bodies), 1), _HEAD)
    return [
        (ledger.start[row], ledger.start[row] + min(ledger.length[row], head)) for row in bodies
    ]


def _joined(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those that touch are one."""
    joined: list[tuple[int, int]] = []
    for start, end in ranges:
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined
