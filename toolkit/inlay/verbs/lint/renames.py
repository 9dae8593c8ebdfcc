"""Files of a table in which a column may only have another name: one is missing, and one of its type was added in its place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from inlay.ground.drift.find import DriftDifference

_PLAIN: Final = re.compile(r"[\w.]+")


class Rename(NamedTuple):
    """Paths of the column as it is, and as the other files have it."""

    old: str
    new: str

    @property
    def name(self) -> str:
        """The last part of `new`: both are in one group."""
        return self.new.rpartition(".")[2]


def find_rename(differences: Sequence[DriftDifference]) -> Rename | None:
    """Where one column is missing and one added, of one type and in one group: nobody but the user knows whether they are one."""
    missing = [each for each in differences if each.kind == "missing column"]
    added = [each for each in differences if each.kind == "added column"]
    if len(missing) != 1 or len(added) != 1 or missing[0].expected != added[0].actual:
        return None
    rename = Rename(added[0].column, missing[0].column)
    if not all(map(_PLAIN.fullmatch, rename)):
        return None
    return rename if rename.old.rpartition(".")[0] == rename.new.rpartition(".")[0] else None
