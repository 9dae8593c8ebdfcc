"""`inlay.register`: files that exist become files of a table, each with what its footer proves of it. `docs/registering.md`."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from dataclasses import replace as changed
from typing import Any

from inlay.ground.free_memory import give_back
from inlay.ground.keywords import check_keywords
from inlay.ground.mistakes import RequestError, refuse_string
from inlay.ground.refusals import RefusedError
from inlay.ground.wording.amounts import count
from inlay.ground.wording.told import format_html, join_lines
from inlay.tables.scan.problems import UnreadFile
from inlay.verbs.register.build_request import build_request
from inlay.verbs.register.lake_file import LakeFile, Paths, read_lake
from inlay.verbs.register.registration_text import list_lines
from inlay.verbs.register.schema.table_types import TableColumn
from inlay.verbs.register.schema.unite_columns import ColumnChange
from inlay.verbs.register.targets.target import (
    Loss,
    OpenTable,
    RegistrationPlan,
    TableWishes,
    TargetFormat,
    find_target,
)
from inlay.verbs.register.unbounded import Unbounded, list_unbounded
from inlay_runtime.public_home import public_in

EVOLVE = "evolve"
"""The name of `--allow` for a table that gets other columns than it has."""


@public_in("inlay")
@dataclass(frozen=True, slots=True, repr=False)
class Registration:
    """What was registered, or would be. `committed` is what the table calls the commit; None after a dry run, and where files could not
    be read. `lines` say what happens to the table. `entries` are what it is told of each file.
    """

    files: int
    rows: int
    bytes: int
    unread: tuple[UnreadFile, ...]
    lines: tuple[str, ...]
    losses: tuple[Loss, ...]
    unbounded: tuple[Unbounded, ...]
    committed: str | None
    plan: RegistrationPlan | None

    @property
    def is_whole(self) -> bool:
        """Whether all of it is registered, or would be, and not held back for a file that cannot be read."""
        return self.plan is not None or self.committed is not None

    def describe_entries(self) -> Sequence[Mapping[str, Any]]:
        """A document of JSON for each file."""
        return self.plan.describe() if self.plan is not None else ()

    def __repr__(self) -> str:
        files, rows = count(self.files, "file"), count(self.rows, "row")
        unread = f"; {count(len(self.unread), 'file')} not read" if self.unread else ""
        return f"<Registration of {files}, {rows}{unread}: {self.committed or 'nothing committed'}>"

    def __str__(self) -> str:
        """What `inlay register` prints."""
        return join_lines(list_lines(self))

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return format_html(list_lines(self))


@check_keywords
def register(
    paths: Paths,
    *,
    to: str,
    table: str = "",
    output: str | os.PathLike[str] = "",
    create: bool = False,
    catalog: str = "",
    properties: Mapping[str, str] | None = None,
    partition_by: Sequence[str] = (),
    replace: bool = False,
    overwrite: bool = False,
    skip_bad: bool = False,
    dry_run: bool = False,
    allow: Collection[str] = frozenset(),
    name: str = "*",
    progress: Callable[[int], None] = lambda _: None,
) -> Registration:
    """Registers the files at `paths` in a table, in one commit; not a byte of them is written or moved.

    `to` is the format: `records`, `iceberg`, `delta` or `ducklake`; `table` is its name or its folder, and `output` is the file of `records`.
    `create` makes the table, with the columns of all files. `catalog` and `properties` are those of the client library.
    `replace` takes files that are in the table already, which were rewritten where they lie. `allow` has the names of losses that are accepted.
    Without `skip_bad`, nothing is committed if any file cannot be read; `unread` has those. `progress` is told how many files were read.

    Raises RequestError, RefusedError, FileNotFoundError, OSError; ModuleNotFoundError for a client that is not installed.
    """
    refuse_string(allow, "allow")
    refuse_string(partition_by, "partition_by")
    target = find_target(to)
    require_known(target, allow)
    wishes = TableWishes(
        table=table,
        output=os.fspath(output),
        create=create,
        catalog=catalog,
        properties=dict(properties or {}),
        partition_by=tuple(partition_by),
        replace=replace,
        overwrite=overwrite,
    )
    with closing(target.open(wishes)) as opened:
        files, unread = _read_all(paths, name, progress)
        if not files or (unread and not skip_bad):
            return describe_files(files, unread)
        return commit_files(
            target, opened, files, unread, replace=replace, dry_run=dry_run, allow=allow
        )


def _read_all(
    paths: Paths, name: str, progress: Callable[[int], None]
) -> tuple[list[LakeFile], list[UnreadFile]]:
    """Files that are not Parquet, by name and content, are passed over, as everywhere."""
    files: list[LakeFile] = []
    unread: list[UnreadFile] = []
    for done, file in enumerate(read_lake(paths, name=name), 1):
        if isinstance(file, LakeFile):
            files.append(file)
        elif not file.is_other:
            unread.append(file)
        progress(done)
    return files, unread


def commit_files(
    target: TargetFormat,
    opened: OpenTable,
    files: list[LakeFile],
    unread: Sequence[UnreadFile],
    *,
    replace: bool,
    dry_run: bool,
    allow: Collection[str],
) -> Registration:
    """What is left once all files are read: all of them in one commit, or none. Raises RefusedError, RequestError.

    `files` are let go of before the commit: what is known of very many columns takes as much memory as what a client makes of them.
    """
    planned = _plan_files(target, opened, tuple(files), unread, replace=replace, allow=allow)
    if dry_run or planned.plan is None:
        return planned
    size = max(file.footer_size or 0 for file in files)
    files.clear()
    give_back(size)
    return changed(planned, committed=opened.commit(planned.plan))


def _plan_files(
    target: TargetFormat,
    opened: OpenTable,
    files: Sequence[LakeFile],
    unread: Sequence[UnreadFile],
    *,
    replace: bool,
    allow: Collection[str],
) -> Registration:
    """What would be registered."""
    _require_new(opened, files, replace=replace)
    request, changes = build_request(files, opened)
    if target.is_table and not request.columns:
        what = "no file has a column, and readers fail on a table without one"
        raise RefusedError("schema", what, path=files[0].path)
    lines = _say_changes(changes, opened.columns, allow)
    plan = opened.plan(request)
    _require_allowed(target, plan.losses, allow)
    return describe_files(files, unread, (*lines, *plan.lines), plan)


def _require_new(opened: OpenTable, files: Sequence[LakeFile], *, replace: bool) -> None:
    paths = [file.path for file in files]
    known = opened.find_known(paths)
    if replace:
        strangers = [path for path in paths if path not in known]
        if strangers:
            what = f"{count(len(strangers), 'file')} to replace, and the table does not have them"
            raise RefusedError("replace", what, "register them without --replace", strangers[0])
    elif known:
        first = next(path for path in paths if path in known)
        what = f"{count(len(known), 'file')} in the table already: twice would double their rows"
        raise RefusedError("known", what, "--replace, if they were rewritten", first)


def _say_changes(
    changes: Sequence[ColumnChange], known: tuple[TableColumn, ...] | None, allow: Collection[str]
) -> list[str]:
    """Of a table that is there, its columns change only if that is allowed."""
    lines = list(dict.fromkeys(map(_say_change, changes)))
    if lines and known is not None and EVOLVE not in allow:
        what = f"the table would get other columns: {lines[0]}"
        more = f" and {len(lines) - 1} more" if len(lines) > 1 else ""
        raise RefusedError(EVOLVE, what + more, f"--allow {EVOLVE}")
    return lines


def _say_change(change: ColumnChange) -> str:
    column = ".".join(change.path)
    if not change.before:
        return f"column {column}: added, {change.after}"
    return f"column {column}: {change.before} becomes {change.after}"


def require_known(target: TargetFormat, allow: Collection[str]) -> None:
    """Raises RequestError for a name of `allow` that the format does not have."""
    names = [EVOLVE, *target.losses]
    for name in allow:
        if name not in names:
            raise RequestError(f"allow {name!r}: {target.name} has {', '.join(sorted(names))}")


def _require_allowed(target: TargetFormat, losses: Sequence[Loss], allow: Collection[str]) -> None:
    refused = [loss for loss in losses if loss.name not in allow]
    if refused:
        first = refused[0]
        column = f"column {first.column}: " if first.column else ""
        more = f"; {len(refused) - 1} more of the kind" if len(refused) > 1 else ""
        what = f"{column}{first.reason}, in {count(first.files, 'file')}{more}"
        raise RefusedError(first.name, what, f"--allow {first.name}", first.first_path)


def describe_files(
    files: Sequence[LakeFile],
    unread: Sequence[UnreadFile],
    lines: Sequence[str] = (),
    plan: RegistrationPlan | None = None,
    committed: str | None = None,
) -> Registration:
    """By default files of which nothing is registered."""
    return Registration(
        len(files),
        sum(file.record.rows for file in files),
        sum(file.record.size for file in files),
        tuple(unread),
        tuple(lines),
        tuple(plan.losses) if plan is not None else (),
        tuple(list_unbounded([file.record for file in files])),
        committed,
        plan,
    )
