"""A footer that may be that of a file, and how credible that is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, unique

from inlay.footers.footer.form import Form
from inlay.verbs.verify.offsets import check_offsets
from parquet_format.parquet import FileMetaData


@unique
class Confidence(IntEnum):
    LOW = 0
    MEDIUM = 1
    HIGH = 2


@dataclass(frozen=True, slots=True)
class Candidate:
    """A footer of `length` bytes at `offset`, and the form of a file that ends in it.

    `new_tail` was made for it; empty for one that is taken as it lies there. `alone_in` names the
    design of a footer that has no other beside it and is not plain Thrift.
    """

    offset: int
    length: int
    confidence: Confidence
    rows: int
    columns: int
    row_groups: int
    reasons: tuple[str, ...]
    form: Form = Form.THRIFT
    new_tail: bytes = b""
    alone_in: str = ""

    @property
    def design(self) -> str:
        """What people and JSON call the form."""
        return self.alone_in or self.form.value

    @property
    def end(self) -> int:
        return self.offset + self.length


def count_columns(metadata: FileMetaData) -> int:
    """Columns that hold values."""
    return sum(1 for element in metadata.schema if not element.num_children)


def check_fit(metadata: FileMetaData, place: int) -> tuple[bool, str]:
    """Whether something does not fit before a footer there, and how to say so."""
    misfits = check_offsets(metadata, place)
    return bool(misfits), (
        str(misfits[0]) if misfits else "everything that it points to is before it"
    )
