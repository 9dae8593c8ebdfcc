"""What has to be true after a job, whatever was done to the lake meanwhile. Each function gives what is not, in a few words."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Any, Final

import pyarrow as pa

from inlay_spark.migration import Operation
from inlay_spark.migration.journal import MigrationJournal
from inlay_spark.migration.journal_rows import read_columns
from inlay_spark.migration.members import unpack_members
from inlay_spark.migration.rows import DONE, OTHER, PROBLEM, REFUSED, SAME
from tests.pipeline.changing.expected import Trials
from tests.pipeline.changing.history import FOLDER, LINK, History, is_hidden, name_version

Lake = Mapping[str, str]

_CHANGED: Final = (
    "changed",
    "removed",
    "No such file",
    "gone",
    "somebody",
    "not a regular file",
    "directory",
    "is not the file",
)
"""One of these is in every reason that is somebody's change."""


def untouched(history: History, after: Lake) -> Iterator[str]:
    """A job that only reads."""
    for path in history.versions:
        if after.get(path) != history.last(path):
            yield f"{path}: is not what somebody left there, after a job that only reads"
    yield from unknown(history, after)


def unknown(history: History, after: Lake) -> Iterator[str]:
    """Nothing appears that nobody put there, and what a job hides is gone when it ends."""
    for path in after:
        if is_hidden(path):
            if path not in history.before:
                yield f"{path}: was left behind"
        elif path not in history.versions:
            yield f"{path}: nobody put it there"


def migrated(history: History, after: Lake, trials: Trials, operation: Operation) -> Iterator[str]:
    """Of each file either the last version, or what the operation makes of it; what was removed stays removed."""
    for path, versions in list(history.versions.items()):
        last = history.last(path)
        allowed = {last, trials.product(path, last, operation) or last}
        if (
            path in history.overtaken
        ):  # a write that went nowhere, for another file had got the name
            allowed |= {
                None,
                *versions,
                *(trials.product(path, each, operation) for each in versions),
            }
        if after.get(path) not in allowed:
            had = ", ".join(map(name_version, versions))
            yield f"{path}: somebody's file is lost: it had {had}, and has {name_version(after.get(path))}"
    yield from unknown(history, after)


def told_of_migration(
    history: History, journal: MigrationJournal, trials: Trials, operation: Operation
) -> Iterator[str]:
    """What the journal says of each file is true of one of its versions."""
    for row in rows_of(journal, "staged", ["path", "state", "reason", "old_sha256"]):
        path, state = row["path"], row["state"]
        versions = [each for each in history.during(path) if each not in (None, FOLDER)]
        if yield_reason := _bug(path, row["reason"]):
            yield yield_reason
        elif state == DONE:
            if row["old_sha256"].hex() not in versions:
                yield f"{path}: what was staged is not a version of it"
        elif state == PROBLEM and _is_of_change(row["reason"]):
            if path not in history.touched and LINK not in versions:
                yield f"{path}: nobody changed it, and it is called {row['reason']!r}"
        elif LINK in versions and (row["reason"].startswith("link:") or state == OTHER):
            continue  # of what a link leads to, nothing is known
        elif state in (SAME, REFUSED, OTHER, PROBLEM):
            said = {
                (e.action, e.reason)
                for e in (trials.expect(path, v, operation) for v in versions if v)
            }
            wanted = state, "" if state == SAME else row["reason"]
            if (
                wanted not in {(a, "" if a == SAME else r) for a, r in said}
                and path not in history.overtaken
            ):
                yield f"{path}: called {wanted}, which is true of no version: {said}"
    for row in rows_of(journal, "published", ["path", "state", "reason"]):
        yield from _told_after(history, row)


def told_of_plan(
    history: History, said: Mapping[str, Any], trials: Trials, operation: Operation
) -> Iterator[str]:
    """What a dry run says of each file that it names."""
    for path, reason in said["reasons"]:
        versions = {each for each in history.during(path) if each not in (None, FOLDER)}
        true = {trials.expect(path, each, operation).reason for each in versions if each}
        if bug := _bug(path, reason):
            yield bug
        elif _is_of_change(reason) and (path in history.touched or LINK in versions):
            continue
        elif (
            reason not in true
            and not (reason.startswith("link:") and LINK in versions)
            and path not in history.overtaken
        ):
            yield f"{path}: said to be {reason!r}, which is true of no version: {true}"


def told_of_verify(
    history: History, said: Mapping[str, Any], published: Container[str]
) -> Iterator[str]:
    """What was published and nobody has changed is as it should be."""
    for path, reason in said["reasons"]:
        if bug := _bug(path, reason):
            yield bug
        if (
            path in published
            and path not in history.touched
            and LINK not in history.during(path)
            and _is_of_change(reason)
        ):
            yield f"{path}: nobody changed it, and verify says {reason!r}"


def _told_after(history: History, row: Mapping[str, Any]) -> Iterator[str]:
    if bug := _bug(row["path"], row["reason"]):
        yield bug
    elif row["state"] == PROBLEM and row["path"] not in history.touched:
        yield f"{row['path']}: nobody touched it, and it is a problem: {row['reason']}"


def rolled_back(
    history: History,
    after: Lake,
    journal: MigrationJournal,
    old: Mapping[str, str],
    trials: Trials,
    operation: Operation,
) -> Iterator[str]:
    """`old` are the versions, by SHA-256, that the job put its own in the place of."""
    states: dict[str, str] = {}
    for phase in ("undo_staged", "undone"):
        for row in rows_of(journal, phase, ["path", "state", "reason"]):
            states[row["path"]] = row["state"]
            if bug := _bug(row["path"], row["reason"]):
                yield bug
    for path in list(history.versions):
        last, there = history.last(path), after.get(path)
        source = history.of(path)
        is_ours = source in old and last == trials.product(path, old[source], operation)
        allowed = {last, old[source]} if is_ours else {last}
        if path in history.overtaken:
            allowed |= {None, *history.during(path), old.get(path)}
        if there not in allowed:
            had = ", ".join(map(name_version, [*history.versions[path], old.get(source)]))
            yield f"{path}: neither what somebody left nor what it was: {had}; and has {name_version(there)}"
        if path not in old:
            continue
        if path not in history.touched and is_ours and there != old[path]:
            yield f"{path}: nobody touched it, and it was not given back"
        if (
            path not in history.touched
            and not is_ours
            and last != old[path]
            and states.get(path) != PROBLEM
        ):
            yield f"{path}: it was not given back, and is called {states.get(path)}"
        if (
            states.get(path) == PROBLEM
            and there == old[path]
            and path not in history.touched
            and history.before.get(path) != old[path]
        ):
            yield f"{path}: it was given back, and is called a problem"
    yield from unknown(history, after)


def compacted(history: History, after: Lake, journal: MigrationJournal) -> Iterator[str]:
    """Every old file is where it was, or is kept, or somebody changed it; and every published group is whole."""
    groups = {
        row["path"]: row
        for row in rows_of(journal, "staged", ["path", "state", "reason", "members"])
    }
    results = {
        row["path"]: row for row in rows_of(journal, "published", ["path", "state", "reason"])
    }
    kept = {
        m.path: m.kept
        for row in groups.values()
        if row["state"] == DONE
        for m in unpack_members(row["members"])
    }
    for path in list(history.versions):
        last = history.last(path)
        places = {after.get(path), after.get(kept.get(path, "")) if path not in after else None}
        if last is not None and last not in places and path not in history.overtaken:
            yield f"{path}: somebody's file is lost"
        if last is None and path in after:
            yield f"{path}: somebody removed it, and it is there"
    for path, row in groups.items():
        if bug := _bug(path, row["reason"]):
            yield bug
        members = unpack_members(row["members"])
        if row["state"] != DONE:
            continue
        is_published = results[path]["state"] == DONE
        if is_published != (path in after):
            yield f"{path}: called {results[path]['state']}, and is {'' if path in after else 'not '}there: {results[path]['reason']}"
        touched = {m.path for m in members} & history.touched
        if not is_published and not touched:
            yield f"{path}: nobody touched its files, and it is a problem: {results[path]['reason']}"
        for member in members:
            if (
                is_published
                and after.get(member.path) == history.before.get(member.path)
                and member.path not in history.touched
            ):
                yield f"{member.path}: its rows are there twice"
            if (
                not is_published
                and member.kept in after
                and member.path not in after
                and member.path not in history.touched
            ):
                yield f"{member.path}: its group was not published, and it is away"
    mine = {*kept.values(), *(path for path, row in results.items() if row["state"] == DONE)}
    yield from unknown(
        history, {path: digest for path, digest in after.items() if path not in mine}
    )


def uncompacted(
    history: History, after: Lake, journal: MigrationJournal, before: Lake
) -> Iterator[str]:
    """`before` is the lake that the rollback found, with what is kept. Each kept file is given back, or kept on."""
    states = {
        row["path"]: row
        for phase in ("undo_staged", "undone")
        for row in rows_of(journal, phase, ["path", "state", "reason"])
    }
    ours: set[str] = set()
    kept: dict[str, str | None] = {}
    for row in rows_of(journal, "staged", ["path", "state", "members"]):
        path = row["path"]
        if row["state"] != DONE:
            continue
        members = unpack_members(row["members"])
        ours |= {path, *(m.kept for m in members)}
        kept |= {m.path: before.get(m.kept) for m in members}
        touched = {path, *(m.path for m in members)} & history.touched
        if bug := _bug(path, states[path]["reason"]):
            yield bug
        for member in members:
            digest = before.get(member.kept)
            if digest is None:
                continue
            if (
                digest not in (after.get(member.path), after.get(member.kept))
                and member.path not in history.touched
            ):
                yield f"{member.path}: somebody's file is lost"
            is_free = path in before and all(
                m.path not in before for m in members if m.kept in before
            )
            if not touched and is_free and after.get(member.path) != digest:
                yield f"{member.path}: nobody touched its group, and it was not given back"
        if (
            states[path]["state"] == PROBLEM
            and path in after
            and path not in history.touched
            and after[path] != before.get(path)
        ):
            yield f"{path}: a problem, and changed"
    for path in list(history.versions):
        if path in ours:
            continue
        last = history.last(path)
        if (
            after.get(path) not in (last, kept.get(path, last))
            and path not in history.overtaken
            and not (last is None and path not in history.touched)
        ):
            yield f"{path}: is not what somebody left there"


def rows_of(journal: MigrationJournal, phase: str, columns: list[str]) -> Iterator[dict[str, Any]]:
    if not journal.is_over(phase):
        return
    for batch in read_columns(journal, phase, columns):
        yield from pa.Table.from_batches([batch]).to_pylist()


def _bug(path: str, reason: str) -> str:
    return f"{path}: {reason}" if "a bug in inlay" in reason else ""


def _is_of_change(reason: str) -> bool:
    return any(word in reason for word in _CHANGED)
