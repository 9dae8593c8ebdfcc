"""What a byte is for, in ten words: the purposes that pictures and totals tell apart."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from enum import IntEnum, unique
from typing import TYPE_CHECKING, Final

from inlay.verbs.layout.kinds import OwnerKind
from inlay.verbs.layout.native_walk import native_owners

if TYPE_CHECKING:
    from inlay.verbs.layout.ledger import Ledger


@unique
class Purpose(IntEnum):
    """Numbers are those of the colours."""

    VALUES = 0
    DICTIONARIES = 1
    LEVELS = 2
    HEADERS = 3
    INDEXES = 4
    BLOOM_FILTERS = 5
    FOOTER = 6
    SECOND_ENCODINGS = 7
    ENCRYPTED = 8
    OTHER = 9

    @property
    def label(self) -> str:
        return _LABELS.get(self, self.name.lower().replace("_", " "))


_LABELS: Final = {
    Purpose.HEADERS: "page headers",
    Purpose.BLOOM_FILTERS: "Bloom filters",
    Purpose.OTHER: "unknown, padding",
}

PURPOSES: Final = [purpose.label for purpose in Purpose]

_OF_KIND: Final = {
    OwnerKind.VALUES: Purpose.VALUES,
    OwnerKind.LEVELS_AND_VALUES: Purpose.VALUES,
    OwnerKind.CONTENT: Purpose.VALUES,
    OwnerKind.ENCRYPTED: Purpose.ENCRYPTED,
    OwnerKind.LENGTH: Purpose.ENCRYPTED,
    OwnerKind.NONCE: Purpose.ENCRYPTED,
    OwnerKind.CIPHERTEXT: Purpose.ENCRYPTED,
    OwnerKind.TAG: Purpose.ENCRYPTED,
    OwnerKind.DICTIONARY: Purpose.DICTIONARIES,
    OwnerKind.LEVELS: Purpose.LEVELS,
    OwnerKind.REPETITION_LEVELS: Purpose.LEVELS,
    OwnerKind.DEFINITION_LEVELS: Purpose.LEVELS,
    OwnerKind.PAGE_HEADER: Purpose.HEADERS,
    OwnerKind.COLUMN_INDEX: Purpose.INDEXES,
    OwnerKind.OFFSET_INDEX: Purpose.INDEXES,
    OwnerKind.BLOOM_FILTER: Purpose.BLOOM_FILTERS,
    OwnerKind.BLOOM_HEADER: Purpose.BLOOM_FILTERS,
    OwnerKind.BLOOM_BITS: Purpose.BLOOM_FILTERS,
    OwnerKind.UNKNOWN: Purpose.OTHER,
    OwnerKind.UNREAD: Purpose.OTHER,
    OwnerKind.PADDING: Purpose.OTHER,
}
"""Of the rest, the purpose is the footer."""

_WHOLES: Final = {
    OwnerKind.FOOTER: Purpose.FOOTER,
    OwnerKind.SECOND_ENCODING: Purpose.SECOND_ENCODINGS,
    OwnerKind.PAGE_HEADER: Purpose.HEADERS,
    OwnerKind.COLUMN_INDEX: Purpose.INDEXES,
    OwnerKind.OFFSET_INDEX: Purpose.INDEXES,
    OwnerKind.BLOOM_FILTER: Purpose.BLOOM_FILTERS,
}
"""All inside of these is of one purpose, but for what is unknown."""


def purposes_of(ledger: Ledger) -> array[int]:
    """The purpose of each row."""
    by_kind = [_OF_KIND.get(kind, Purpose.FOOTER) for kind in OwnerKind]
    if native_owners is None:
        return _find_purely(ledger, by_kind)
    wholes = [_WHOLES.get(kind, -1) for kind in OwnerKind]
    purposes: array[int] = native_owners.find_purposes(
        ledger.start, ledger.length, ledger.kind, by_kind, wholes, Purpose.OTHER
    )
    return purposes


def _find_purely(ledger: Ledger, by_kind: Sequence[Purpose]) -> array[int]:
    purposes = array("b")
    until, whole = 0, Purpose.OTHER
    for start, size, kind in zip(ledger.start, ledger.length, ledger.kind, strict=True):
        if start >= until and kind in _WHOLES:
            until, whole = start + size, _WHOLES[OwnerKind(kind)]
        purpose = by_kind[kind]
        purposes.append(whole if start < until and purpose is not Purpose.OTHER else purpose)
    return purposes
