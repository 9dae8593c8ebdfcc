"""What owns bytes of a file. The names are those of the table and of every picture."""

from __future__ import annotations

from enum import IntEnum, unique


@unique
class OwnerKind(IntEnum):
    """Numbers are those of the ledger's array; `label` is the name for people."""

    FILE = 0
    MAGIC = 1
    ROW_GROUP = 2
    COLUMN_CHUNK = 3
    DICTIONARY_PAGE = 4
    DATA_PAGE = 5
    INDEX_PAGE = 6
    OTHER_PAGE = 7
    PAGE_HEADER = 8
    REPETITION_LEVELS = 9
    DEFINITION_LEVELS = 10
    LEVELS_AND_VALUES = 11
    LEVELS = 12
    VALUES = 13
    DICTIONARY = 14
    SECOND_ENCODING = 15
    COLUMN_INDEX = 16
    OFFSET_INDEX = 17
    BLOOM_FILTER = 18
    BLOOM_HEADER = 19
    BLOOM_BITS = 20
    FOOTER = 21
    STRUCT = 22
    FIELD = 23
    EXTENSION = 24
    CONTENT = 25
    FLATBUFFER = 26
    MODULE = 27
    TRAILER = 28
    SIGNATURE = 29
    ENCRYPTED = 30
    PADDING = 31
    UNREAD = 32
    UNKNOWN = 33
    LENGTH = 34
    NONCE = 35
    CIPHERTEXT = 36
    TAG = 37

    @property
    def label(self) -> str:
        return _LABELS.get(self, self.name.lower().replace("_", " "))


_LABELS = {
    OwnerKind.BLOOM_FILTER: "Bloom filter",
    OwnerKind.BLOOM_HEADER: "Bloom filter header",
    OwnerKind.BLOOM_BITS: "Bloom filter bits",
    OwnerKind.FLATBUFFER: "FlatBuffer",
}

LABELS = [kind.label for kind in OwnerKind]
"""By number."""

MODULE_PARTS = (OwnerKind.LENGTH, OwnerKind.NONCE, OwnerKind.CIPHERTEXT, OwnerKind.TAG)
"""What encrypted modules consist of."""
