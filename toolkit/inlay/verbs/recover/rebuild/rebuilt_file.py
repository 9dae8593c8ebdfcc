"""What became of a file whose footer was rebuilt, and what of its rows is lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from inlay.changes.rewrite.change import Outcome
from inlay.ground.wording.amounts import count
from inlay_runtime.public_home import public_in


class DamagedGroup(NamedTuple):
    """A row group of the pages, by number, that is left out, and why, as a clause."""

    number: int
    reason: str


class LostStretch(NamedTuple):
    """Bytes from `start` to `end`, in front of the row group `number` of the pages, that are in none, and why, as a clause."""

    start: int
    end: int
    number: int
    reason: str


class CutColumn(NamedTuple):
    """What is there of a column in the row group in which the pages end: all its rows, or fewer."""

    name: str
    rows: int
    is_whole: bool


class PartialColumns(NamedTuple):
    """A file of the columns that are whole of the row group in which the pages end: fields below the root, each with all of its `rows`.
    `damaged` are those that do not decode, and are left out."""

    path: str
    rows: int
    columns: tuple[str, ...]
    damaged: tuple[str, ...] = ()


class OldFooter(NamedTuple):
    """What the footer behind the pages says, as far as it can be read: `rows` and `row_groups` are None, and `created_by` too, where that is lost.
    `keys` are those that the new footer has not. `is_whole` says that all of it decodes."""

    offset: int
    is_whole: bool
    rows: int | None
    row_groups: int | None
    created_by: str | None
    keys: tuple[str, ...]


@public_in("inlay")
@dataclass(frozen=True, slots=True, repr=False)
class RebuiltFile:
    """`rows` and `row_groups` are back. `pages_end` is the offset at which the walk over the pages ended, `reason` why it did before
    the end of the file, as a clause, or empty.

    `cut` are the columns of the row group that is not whole; `cut_rows` how many rows it had, None where nobody knows. `damaged` are row
    groups that are left out. `undecoded` are columns that were not proved, with the reason. `footers` counts footers between pages: the
    file is several in one. `partial_columns` is the file of whole columns, if one was asked for and there are some. `gaps` are
    damaged stretches before and between row groups. `old_footer` is there where one begins behind the pages, and they are of one file.
    `is_cut_unclear` says that pages of the row group that is not whole fit the columns in
    more than one way, so nobody knows what is there of it.
    """

    outcome: Outcome
    rows: int
    row_groups: int
    columns: int
    pages_end: int
    reason: str
    cut: tuple[CutColumn, ...] = ()
    cut_rows: int | None = None
    damaged: tuple[DamagedGroup, ...] = ()
    undecoded: tuple[tuple[str, str], ...] = ()
    footers: int = 0
    is_proved: bool = True
    notes: tuple[str, ...] = ()
    partial_columns: PartialColumns | None = None
    gaps: tuple[LostStretch, ...] = ()
    old_footer: OldFooter | None = None
    is_cut_unclear: bool = False

    def __repr__(self) -> str:
        back = f"{count(self.rows, 'row')} in {count(self.row_groups, 'row group')}"
        lost = "" if self.is_whole else ", and not all of its pages"
        return f"<RebuiltFile {self.outcome.path!r}: {back}{lost}>"

    @property
    def is_whole(self) -> bool:
        """Whether nothing that pages hold is missing."""
        return not (self.cut or self.damaged or self.reason or self.gaps)
