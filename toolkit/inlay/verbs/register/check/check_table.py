"""`inlay register check`: does what a table says of its files hold by their footers, and what was left out?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import NamedTuple

from inlay.ground.files.paths import normalize
from inlay.ground.keywords import check_keywords
from inlay.ground.wording.amounts import count
from inlay.tables.scan.problems import UnreadFile
from inlay.verbs.register.build_request import build_request
from inlay.verbs.register.check.differences import TableDifference, Weight, list_differences
from inlay.verbs.register.check.held_file import HeldFile
from inlay.verbs.register.lake_file import LakeFile, read_named
from inlay.verbs.register.record import LeafRecord
from inlay.verbs.register.schema.table_leaves import list_leaves, place_leaves
from inlay.verbs.register.schema.table_types import TableColumn
from inlay.verbs.register.schema.unite_columns import Path
from inlay.verbs.register.targets.target import (
    OpenTable,
    Request,
    TableWishes,
    find_target,
)


class CheckedFile(NamedTuple):
    """`created_by` is who wrote the file. `differences` are none where the table is right and has all that the footer gives."""

    path: str
    created_by: str
    differences: tuple[TableDifference, ...]


@dataclass(frozen=True, slots=True)
class TableCheck:
    """`files` are those with a difference, of `all_files`. `fixed` is what the table calls the commit that corrected them."""

    all_files: int
    files: tuple[CheckedFile, ...]
    unread: tuple[UnreadFile, ...]
    fixed: str | None = None

    @property
    def is_right(self) -> bool:
        """Whether nothing that the table says is wrong or unproved, and all files could be read."""
        weights = {it.weight for file in self.files for it in file.differences}
        return not self.unread and weights <= {Weight.ABSENT}

    def count(self, weight: Weight) -> int:
        return sum(it.weight is weight for file in self.files for it in file.differences)

    def __repr__(self) -> str:
        words = ", ".join(f"{self.count(weight):,} {weight.value}" for weight in Weight)
        unread = f", {len(self.unread):,} could not be read" if self.unread else ""
        return f"<TableCheck of {count(self.all_files, 'file')}: {words}{unread}>"


@check_keywords
def check_table(
    *,
    to: str,
    table: str = "",
    catalog: str = "",
    properties: Mapping[str, str] | None = None,
    fix: bool = False,
    progress: Callable[[int], None] = lambda _: None,
) -> TableCheck:
    """Holds what a table says of its files against their footers. `to`, `table`, `catalog` and `properties` are those of `inlay.register`.

    With `fix`, all files with a difference get new entries in one commit. Raises what `inlay.register` raises.
    """
    target = find_target(to)
    wishes = TableWishes(
        table=table, catalog=catalog, properties=dict(properties or {}), replace=fix
    )
    with closing(target.open(wishes)) as opened:
        held = {normalize(file.path): file for file in opened.list_held()}
        files, unread = _read(opened, [*held], progress)
        checked = [*_check_all(opened, held, files)] if files else []
        wrong = [it for it in checked if it.differences]
        fixed = None
        if fix and wrong:
            paths = {it.path for it in wrong}
            again = [file for file in files if file.path in paths]
            fixed = opened.commit(opened.plan(_build_request(again, opened)))
    return TableCheck(len(held), tuple(wrong), tuple(unread), fixed)


def _read(
    opened: OpenTable, paths: Sequence[str], progress: Callable[[int], None]
) -> tuple[list[LakeFile], list[UnreadFile]]:
    """Folders count where the table has a column of their name."""
    known = {column.name for column in opened.columns or ()}
    files: list[LakeFile] = []
    unread: list[UnreadFile] = []
    for file in read_named(paths) if paths else ():
        if isinstance(file, LakeFile):
            partition = {key: value for key, value in file.partition.items() if key in known}
            files.append(file._replace(partition=partition))
        else:
            unread.append(file)
        progress(len(files) + len(unread))
    return files, unread


def _check_all(
    opened: OpenTable, held: Mapping[str, HeldFile], files: Sequence[LakeFile]
) -> Iterator[CheckedFile]:
    request = _build_request(files, opened)
    places: dict[int, dict[Path, int | None]] = {}
    for file, own in zip(files, opened.plan(request).list_held(), strict=True):
        if id(file.columns) not in places:
            places[id(file.columns)] = _place(request, file.columns)
        leaves: dict[Path, LeafRecord | None] = {
            path: None if at is None else file.record.leaves[at]
            for path, at in places[id(file.columns)].items()
        }
        differences = list_differences(held[file.path], own, file.record, leaves)
        yield CheckedFile(file.path, file.created_by, tuple(differences))


def _build_request(files: Sequence[LakeFile], opened: OpenTable) -> Request:
    """With the columns that the table has: a check, and a fix, change none."""
    request, _ = build_request(files, opened)
    return request._replace(columns=opened.columns or ())


def _place(request: Request, columns: Sequence[TableColumn]) -> dict[Path, int | None]:
    """Leaves of the table that have one value in each row, without the keys of folders."""
    leaves = [
        leaf
        for leaf in list_leaves(request.columns)
        if not leaf.is_repeated and leaf.path[0] not in request.partition_keys
    ]
    places = place_leaves(leaves, request.columns, columns, by_id=request.are_by_id)
    return dict(zip((leaf.path for leaf in leaves), places, strict=True))


def group_by_writer(files: Sequence[CheckedFile]) -> dict[str, list[CheckedFile]]:
    """Most files first."""
    groups: defaultdict[str, list[CheckedFile]] = defaultdict(list)
    for file in files:
        groups[file.created_by].append(file)
    return dict(sorted(groups.items(), key=lambda it: -len(it[1])))
