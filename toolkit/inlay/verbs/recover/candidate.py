"""A footer that may be that of a file, and how credible that is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, unique
from typing import Final

from inlay.footers.footer.form import Form
from inlay.verbs.verify.fitting_places import find_fitting_end
from inlay.verbs.verify.offsets import check_offsets, find_data_end
from parquet_format.parquet import FileMetaData

_ANYWHERE: Final = 1 << 61
"""Beyond it, ends are no numbers of 64 bits."""


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


def check_fit(metadata: FileMetaData, place: int, thrift: bytes | None = None) -> tuple[bool, str]:
    """Whether something does not fit before a footer there, and how to say so. `thrift` are its bytes, if somebody has them."""
    does_fit = find_fitting_end(thrift or metadata.encode(), place) is not None
    misfits = () if does_fit else check_offsets(metadata, place)
    return bool(misfits), (
        str(misfits[0]) if misfits else "everything that it points to is before it"
    )


def find_end(metadata: FileMetaData, thrift: bytes | None = None) -> int:
    """Where the last thing ends that it tells of."""
    end = find_fitting_end(thrift or metadata.encode(), _ANYWHERE)
    return find_data_end(metadata) if end is None else end
