"""What a deviation is: an edit of the text of the good file (`base.txt`), and what it asks of a reader; and places in that text."""

from __future__ import annotations

from enum import Enum, unique
from typing import Final, NamedTuple


@unique
class Must(Enum):
    """What a reader of all values has to do. It may never crash, hang, or take memory that the file does not justify."""

    REFUSE = "refuse"
    """Nobody can know the values, or the file says two things: an error."""

    READ = "read"
    """What deviates does not concern the values: they are those of the good file."""

    CHOOSE = "choose"
    """An error, or values; the format does not say which."""


class Edit(NamedTuple):
    """`old` becomes `new` where it is found first behind all of `after`, one behind the other."""

    old: str
    new: str
    after: tuple[str, ...] = ()


class Deviation:
    """`what` is true of the file in the place of what is true of the good one. A longer text takes more than one edit."""

    def __init__(self, must: Must, what: str, *edits: Edit) -> None:
        self.must = must
        self.what = what
        self.edits = edits


FOOTER: Final = "{ FileMetaData"
GROUPS: Final = (FOOTER, "4 row_groups")
ID: Final = (*GROUPS, "{ ColumnChunk")
NAME: Final = (*ID, "{ ColumnChunk")
ID_AGAIN: Final = (*GROUPS, "{ RowGroup", "{ RowGroup", "{ ColumnChunk")
SCHEMA: Final = (FOOTER, "2 schema")
ID_PAGE: Final = ("@g0.c0.p0",)
NAME_PAGE: Final = ("@g0.c1.p0",)
DICTIONARY: Final = ("@g0.c1.dictionary",)
TAGS_PAGE: Final = ("@g0.c3.p0",)
LAST: Final = (FOOTER, "7 column_orders", "]")
"""Behind the last field of the footer."""
LAST_OF_CHUNK: Final = (*ID, "16 size_statistics", "}")
LAST_OF_PAGE: Final = (*ID_PAGE, "5 data_page_header", "}")
LENGTH: Final = "uint32 &footer.end - &footer"
END: Final = (LENGTH,)
REFUSE, READ, CHOOSE = Must
