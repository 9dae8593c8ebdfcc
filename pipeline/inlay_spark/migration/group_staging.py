"""The second phase of a compaction: a group of small files, finished as one file under a hidden name beside them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import sha256
from typing import Final

from inlay.changes.rewrite.attributes import copy_attributes
from inlay.changes.rewrite.errors import ChangedError
from inlay.changes.rewrite.open_file import open_file
from inlay.changes.rewrite.system import CHANGE, POSIX, READ
from inlay.ground.files.paths import is_url
from inlay.ground.refusals import RefusedError
from inlay.tables.scan.claims import claims_parquet
from inlay.verbs.parts.concat import plan_concat
from inlay.verbs.parts.making import WriteOptions, make_file
from inlay.verbs.parts.plan import PartsPlan
from inlay.verbs.parts.source import PartSources
from inlay.verbs.parts.writers import own_created_by
from inlay_spark.jobs.reasons import reason_of
from inlay_spark.migration.candidates import SmallFile, Surroundings, cluster_schemas, look_into
from inlay_spark.migration.file_state import choose_hidden_name, compute_crc32, state_of, tail_of
from inlay_spark.migration.members import member_of, name_kept, pack_members
from inlay_spark.migration.operations import Operation
from inlay_spark.migration.rows import DONE, OTHER, PROBLEM, REFUSED, SAME, FileGroup, StagedGroup
from inlay_spark.migration.staging import choose_new_path

SMALL_ROWS: Final = 100_000
"""Rows of a row group below which readers lose: DuckDB and Arrow write 122,880 and 1,048,576."""

_LATER: Final = re.compile(r"-inlay-[0-9a-f]{12}(?=\.[^.]*$|$)")
"""What an earlier compaction put behind a name."""

_MOST_LEFT_OUT: Final = 100
"""Files of a group that are left out one by one; each time, the others are planned again."""


def stage_group(
    group: FileGroup, operation: Operation, job: str, *, new_name: bool = False
) -> Iterator[StagedGroup]:
    """A row for each new file, and for each file that stays; old files are as they were. Nothing is raised.

    `new_name`: old files are to keep their names, for a table's catalog to drop.
    """
    yield from _stage(group, operation, _Writing(job, keeps_names=new_name))


def plan_group(group: FileGroup, operation: Operation) -> Iterator[StagedGroup]:
    """The same rows, and nothing is written."""
    yield from _stage(group, operation, None)


class _Writing:
    def __init__(self, job: str, *, keeps_names: bool) -> None:
        self.job = job
        self.keeps_names = keeps_names


def _stage(
    group: FileGroup, operation: Operation, writing: _Writing | None
) -> Iterator[StagedGroup]:
    paths: list[str] = json.loads(group.files)
    if group.error:
        yield StagedGroup(group.path, PROBLEM, group.error)
    elif len(paths) < 2 and not is_url(group.path):
        yield StagedGroup(group.path, SAME, size=group.size)
    else:
        with PartSources() as sources:
            candidates: list[SmallFile] = []
            around = Surroundings(frozenset(operation.allow))
            for path in paths:
                try:
                    candidates.append(look_into(path, sources, around))
                except Exception as error:
                    yield _left(path, error)
            for each in cluster_schemas(candidates):
                yield from _stage_members(each.members, each.reason, sources, writing)


def _stage_members(
    members: list[SmallFile], reason: str, sources: PartSources, writing: _Writing | None
) -> Iterator[StagedGroup]:
    left_out = 0
    while len(members) > 1:
        try:
            yield _become_one(members, sources, writing)
        except Exception as error:
            culprit = _culprit(error, members)
            if culprit is None or left_out == _MOST_LEFT_OUT:
                yield from (_left(member.path, error) for member in members)
                return
            left_out += 1
            yield _left(culprit.path, error)
            members = [member for member in members if member is not culprit]
        else:
            return
    for member in members:
        yield StagedGroup(member.path, SAME, reason, size=member.state.size)


def _become_one(
    members: list[SmallFile], sources: PartSources, writing: _Writing | None
) -> StagedGroup:
    plan = plan_concat([member.part.again() for member in members], ours=own_created_by())
    if writing is None:
        return _describe(members[0].path, members, plan, len(plan.build_tail()))
    path = choose_new_path(_LATER.sub("", members[0].path), writing.job)
    hidden = choose_hidden_name(path, writing.job)
    try:
        own = PartSources(sources.files, [member.reopened for member in members])
        make_file(plan, hidden, own, WriteOptions(allow=frozenset({"table"})))
        _take_attributes(members[0].path, hidden)
        for member in members:
            if state_of(member.path) != member.state:
                raise ChangedError(member.path, "the file changed while it was being staged")
        return _describe_staged(path, hidden, members, plan, writing)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(hidden)
        raise


def _take_attributes(path: str, hidden: str) -> None:
    with open_file(POSIX, path, READ) as old, open_file(POSIX, hidden, CHANGE) as new:
        copy_attributes(path, old, new)
        POSIX.sync(new.file)


def _describe(
    path: str, members: Iterable[SmallFile], plan: PartsPlan, tail_length: int
) -> StagedGroup:
    old = list(members)
    rows = plan.row_groups.rows
    return StagedGroup(
        path,
        DONE,
        size=sum(member.state.size for member in old),
        files=len(old),
        old_footers=sum(member.footer_size for member in old),
        new_size=plan.row_groups.copied + tail_length,
        tail_length=tail_length,
        rows=sum(rows),
        row_groups=len(rows),
        small_row_groups=sum(count < SMALL_ROWS for count in rows),
        notes=json.dumps(plan.notes),
    )


def _describe_staged(
    path: str, hidden: str, members: list[SmallFile], plan: PartsPlan, writing: _Writing
) -> StagedGroup:
    keep, tail = tail_of(hidden)
    described = _describe(path, members, plan, len(tail))
    old = [
        member_of(
            member.path,
            "" if writing.keeps_names else name_kept(member.path, writing.job),
            member.state,
        )
        for member in members
    ]
    return StagedGroup(
        path,
        DONE,
        hidden=hidden,
        size=described.size,
        members=pack_members(old),
        files=described.files,
        old_footers=described.old_footers,
        new_size=keep + len(tail),
        new_crc32=compute_crc32(hidden) if writing.keeps_names else 0,
        tail_length=len(tail),
        tail_sha256=sha256(tail).digest(),
        rows=described.rows,
        row_groups=described.row_groups,
        small_row_groups=described.small_row_groups,
        notes=described.notes,
    )


def _culprit(error: Exception, members: list[SmallFile]) -> SmallFile | None:
    """The file that the error is about: of two that do not fit, the later one."""
    files = getattr(error, "files", None)
    text = files[1] if files else f"{getattr(error, 'filename', '')} {error}"
    named = [member for member in members if member.path in text]
    return max(named, key=lambda member: len(member.path), default=None)


def _left(path: str, error: Exception) -> StagedGroup:
    if not claims_parquet(path):
        return StagedGroup(path, OTHER)
    state = REFUSED if isinstance(error, RefusedError) else PROBLEM
    return StagedGroup(path, state, reason_of(error, path))
