"""Whether a group can be taken back, and what is left of it afterwards."""

from __future__ import annotations

import os
from dataclasses import replace

from inlay_spark.jobs.reasons import reason_of
from inlay_spark.migration.group_publishing import is_published
from inlay_spark.migration.members import unpack_members
from inlay_spark.migration.rows import DONE, PROBLEM, REMOVE, SAME, StagedGroup, VerifiedFile


def stage_group_back(row: StagedGroup) -> StagedGroup:
    """What `publish_group` is to do for the way back: nothing is written, since the old files are there. Nothing is
    raised."""
    members = unpack_members(row.members)
    try:
        is_there = os.path.lexists(row.path)
        if is_there and not is_published(row):
            return StagedGroup(row.path, PROBLEM, "the file changed since it was published")
        if not is_there and all(member.lies_at(member.path) for member in members):
            return StagedGroup(row.path, SAME, "the old files are there", size=row.size)
        for member in members:
            _ = member.place
    except Exception as error:
        return StagedGroup(row.path, PROBLEM, reason_of(error, row.path))
    return replace(row, state=REMOVE)


def verify_group_undone(row: StagedGroup) -> VerifiedFile:
    """Every old file is the same inode as before, with the same size and times; the new one is gone."""
    if row.state != DONE:
        return VerifiedFile(row.path, row.state, row.reason)
    for member in unpack_members(row.members):
        if not member.lies_at(member.path):
            return VerifiedFile(row.path, PROBLEM, f"{member.path} is not the original file")
    if os.path.lexists(row.path):
        return VerifiedFile(row.path, PROBLEM, "the new file is still there")
    return VerifiedFile(row.path, DONE)
