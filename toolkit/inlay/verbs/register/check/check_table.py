"""`inlay register check`: does what a table says of its files hold by their footers, and what was left out?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from inlay.ground.files.entries import FileEntry
from inlay.ground.files.paths import normalize
from inlay.ground.keywords import check_keywords
from inlay.ground.wording.amounts import count
from inlay.ground.wording.told import format_html, join_lines
from inlay.tables.scan.problems import UnreadFile, finding_of
from inlay.verbs.register.build_request import build_request
from inlay.verbs.register.check.check_text import list_lines
from inlay.verbs.register.check.differences import (
    BY_VALUES,
    TableDifference,
    Weight,
    list_differences,
)
from inlay.verbs.register.check.held_file import HeldFile
from inlay.verbs.register.lake_file import LakeFile, read_named
from inlay.verbs.register.record import FileRecord, LeafRecord
from inlay.verbs.register.schema.table_leaves import list_leaves, place_leaves
from inlay.verbs.register.schema.table_types import TableColumn
from inlay.verbs.register.schema.unite_columns import Path
from inlay.verbs.register.targets.target import (
    OpenTable,
    Request,
    TableWishes,
    find_target,
)
from inlay_runtime.errors import InlayError
from inlay_runtime.finding import Finding
from inlay_runtime.public_home import public_in

_FOOTER_TOO: Final = "its footer says so, too, and readers pass over row groups by it: `inlay rewrite` writes the file anew"


class CheckedFile(NamedTuple):
    """`created_by` is who wrote the file. `differences` are none where the table is right and has all that the footer gives."""

    path: str
    created_by: str
    differences: tuple[TableDifference, ...]


@public_in("inlay")
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

    def __str__(self) -> str:
        """What `inlay register check` prints."""
        return join_lines(list_lines(self))

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return format_html(list_lines(self))

    def by_writer(self) -> dict[str, list[CheckedFile]]:
        """The files with a difference, those of the writer with most of them first."""
        groups: defaultdict[str, list[CheckedFile]] = defaultdict(list)
        for file in self.files:
            groups[file.created_by].append(file)
        return dict(sorted(groups.items(), key=lambda it: -len(it[1])))


@check_keywords
def check_table(
    *,
    to: str,
    table: str = "",
    catalog: str = "",
    properties: Mapping[str, str] | None = None,
    values: bool = False,
    fix: bool = False,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> TableCheck:
    """Holds what a table says of its files against their footers, and with `values` against all values, which are decoded. `to`, `table`,
    `catalog` and `properties` are those of `inlay.register`.

    With `fix`, all files with a difference get new entries in one commit, with `values` those of the values. Raises what `inlay.register`
    raises.
    """
    target = find_target(to, tables=True)
    wishes = TableWishes(
        table=table,
        catalog=catalog,
        properties=dict(properties or {}),
        replace=fix,
        is_check=not fix,
        is_of_check=True,
    )
    with closing(target.open(wishes)) as opened:
        held = {normalize(file.path): file for file in opened.list_held()}
        files, unread = _read(opened, [*held], progress)
        records = {file.path: file.record for file in files}
        if values:
            files, more = _measure_all(files, progress)
            unread += more
        checked: list[CheckedFile] = []
        of_table: tuple[TableDifference, ...] = ()
        if files:
            request = _build_request(files, opened)
            plan = opened.plan(request)
            checked = [*_check_all(request, plan.list_held(), held, records)]
            of_table = tuple(opened.check_whole(plan))
        wrong = [it for it in checked if it.differences]
        fixed = None
        if fix and (wrong or of_table):
            paths = {it.path for it in wrong}
            again = [file for file in files if of_table or file.path in paths]
            fixed = opened.commit(opened.plan(_build_request(again, opened)))
    if of_table:
        wrong.append(CheckedFile(f"{table}, the whole table", "", of_table))
    return TableCheck(len(held), tuple(wrong), tuple(unread), fixed)


def _read(
    opened: OpenTable, paths: Sequence[str], progress: Callable[[int, int], None]
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
        progress(len(files) + len(unread), len(paths))
    return files, unread


def _measure_all(
    files: Sequence[LakeFile], progress: Callable[[int, int], None]
) -> tuple[list[LakeFile], list[UnreadFile]]:
    """Each with the record of its values."""
    from inlay.verbs.register.check.measured_record import measure_record

    measured: list[LakeFile] = []
    unread: list[UnreadFile] = []
    for file in files:
        try:
            measured.append(file._replace(record=measure_record(file.record)))
        except (InlayError, OSError) as error:
            entry = FileEntry(file.path, file.record.size, file.mtime)
            unread.append(UnreadFile(entry, finding_of(error)))
        progress(len(measured) + len(unread), len(files))
    return measured, unread


def _check_all(
    request: Request,
    planned: Iterator[HeldFile],
    held: Mapping[str, HeldFile],
    records: Mapping[str, FileRecord],
) -> Iterator[CheckedFile]:
    """`planned` is what we would write. `records` are those of the footers: of other files, it is the values that are known."""
    places: dict[int, dict[Path, int | None]] = {}
    shown = {".".join(it.path): ".".join(it.shown) for it in list_leaves(request.columns)}
    for file, own in zip(request.files, planned, strict=True):
        if id(file.columns) not in places:
            places[id(file.columns)] = _place(request, file.columns)
        by_footer = records[file.path]
        paths = places[id(file.columns)]
        entry = held[file.path]
        differences = list_differences(entry, own, by_footer, _choose(by_footer, paths))
        if file.record is not by_footer:
            known = {it.finding for it in differences}
            by_values = list_differences(
                entry, own, file.record, _choose(file.record, paths), BY_VALUES
            )
            differences = (_blame_footer(it, known) for it in by_values)
        named = tuple(it.rename(shown) for it in differences)
        yield CheckedFile(file.path, file.created_by, named)


def _choose(record: FileRecord, places: Mapping[Path, int | None]) -> dict[Path, LeafRecord | None]:
    return {path: None if at is None else record.leaves[at] for path, at in places.items()}


def _blame_footer(difference: TableDifference, by_footer: Collection[Finding]) -> TableDifference:
    """The table may have a false bound from the footer, where readers meet it again."""
    finding = difference.finding
    is_known = any(it.code != "no-bound" and it.at == finding.at for it in by_footer)
    if finding.code != "false-bound" or is_known:
        return difference
    return difference._replace(finding=replace(finding, hint=_FOOTER_TOO))


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
