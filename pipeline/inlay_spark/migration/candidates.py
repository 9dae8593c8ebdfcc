"""Small files that were looked into, and which of them can become one."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from inlay.changes.rewrite import Target
from inlay.changes.rewrite.local_folders import LocalFolders
from inlay.changes.rewrite.names import folder_of
from inlay.changes.rewrite.publish import require_permission
from inlay.changes.rewrite.system import POSIX
from inlay.changes.rewrite.table_formats import Tables
from inlay.footers.footer.trailer import TRAILER
from inlay.ground.files.paths import is_url
from inlay.ground.files.reopened import Reopened
from inlay.ground.refusals import RefusedError
from inlay.verbs.parts.matching import Named, SchemaError, match_leaves
from inlay.verbs.parts.source import PartSource, PartSources
from inlay_spark.migration.file_state import State, read_state
from inlay_spark.migration.permission import require_replaceable

_SUMMARY: Final = "_metadata"


@dataclass(frozen=True)
class SmallFile:
    """`reopened` is how the file is read, `owner` its mode, user and group: a new file has only one of each."""

    path: str
    state: State
    owner: tuple[int, int, int]
    part: PartSource
    reopened: Reopened

    @property
    def named(self) -> Named:
        return Named(self.path, self.part.tree)

    @property
    def footer_size(self) -> int:
        return self.state.size - self.part.file.footer


class Surroundings:
    """What is asked about the folders of files that may become one: each folder once, for they share it."""

    def __init__(self, allow: frozenset[str]) -> None:
        self._target = Target(allow=allow)
        self._tables = Tables(LocalFolders(POSIX))
        self._summaries: dict[str, str] = {}
        self._real: dict[str, str] = {}

    def require_replaceable(self, path: str) -> None:
        """RefusedError and PermissionError for a file that may not be replaced."""
        require_replaceable(path)
        folder, name = os.path.split(path)
        if folder not in self._real:
            self._real[folder] = os.path.realpath(folder)
            self._summaries[folder] = _find_summary(folder)
        real = os.path.join(self._real[folder], name)
        require_permission(real, self._target, POSIX, self._tables)
        if summary := self._summaries[folder]:
            raise RefusedError(
                "summary", f"{summary} names the file and leads into it: remove it first"
            )


def look_into(path: str, sources: PartSources, around: Surroundings) -> SmallFile:
    """Raises what `PartSources.open` and `Surroundings.require_replaceable` raise, and RefusedError for an object."""
    if is_url(path):
        raise RefusedError("store", "every byte of the file would move: local files only")
    around.require_replaceable(path)
    status = os.lstat(path)  # a link was refused
    state = read_state(status)
    part = sources.open(path)
    if part.file.footer + TRAILER > state.size:
        raise FileNotFoundError(2, "the file changed while it was being read", path)
    return SmallFile(
        path,
        state,
        (stat.S_IMODE(status.st_mode), status.st_uid, status.st_gid),
        part,
        sources.opened[-1],
    )


def _find_summary(folder: str) -> str:
    """Partitions lie below the folder of the summary. Empty if there is none."""
    while True:
        summary = os.path.join(folder, _SUMMARY)
        if os.path.isfile(summary):
            return summary
        if "=" not in os.path.basename(folder):
            return ""
        folder = folder_of(folder)


@dataclass
class Cluster:
    """Candidates that can become one file, in the order of names. `reason` says why they are not in the one before."""

    members: list[SmallFile]
    reason: str = ""


def cluster_schemas(candidates: Sequence[SmallFile]) -> list[Cluster]:
    clusters: list[Cluster] = []
    for candidate in candidates:
        reason = ""
        for known in clusters:
            refusal = _why_apart(known, candidate)
            if not refusal:
                known.members.append(candidate)
                break
            reason = reason or refusal
        else:
            clusters.append(Cluster([candidate], reason))
    return clusters


def _why_apart(known: Cluster, candidate: SmallFile) -> str:
    """Empty where the file can be one with the others."""
    first = known.members[0]
    if first.owner != candidate.owner:
        return f"its mode or owner is not that of {first.path}"
    if first.part.metadata.schema == candidate.part.metadata.schema:
        return ""
    try:
        match_leaves(first.named, candidate.named, may_lack=False)
    except SchemaError as error:
        return error.reason
    return ""
