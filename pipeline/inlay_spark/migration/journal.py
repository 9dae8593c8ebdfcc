"""The directory that knows what a job was asked for, what it did, and how to get back."""

from __future__ import annotations

import json
import os
import posixpath
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import asdict, dataclass
from typing import Any, Final

import fsspec
from fsspec.core import url_to_fs

from inlay.rewrite.errors import RefusedError
from inlay.rewrite.urls import is_url
from inlay.scan.entries import is_hidden
from inlay.scan.stores import normalized
from inlay_runtime.errors import InlayError
from inlay_spark.migration.operations import Operation

_JOB: Final = "job.json"
_UNDO: Final = "rollback.json"
_LOCK: Final = ".lock"
_LAYOUT: Final = 2
_UNDOING: Final = ("undo_staged", "undone")
PHASES: Final = ("plan", "staged", "published", *_UNDOING)
_BEFORE: Final = {
    "staged": "plan",
    "published": "staged",
    "undo_staged": "staged",
    "undone": "undo_staged",
}


class JournalError(InlayError):
    """A journal that is not there, or that says something else than what is asked for."""

    def __init__(self, path: str, what: str) -> None:
        super().__init__(path, what)
        self.path = path
        self.what = what

    def __str__(self) -> str:
        return f"{self.path}: {self.what}"


@dataclass(frozen=True, slots=True)
class Job:
    """What was asked for: an operation on the files at `paths` whose names match `pattern`. `new_names`: beside
    the old files, for a table's catalogue to commit."""

    name: str
    paths: tuple[str, ...]
    operation: Operation
    new_names: bool = False
    pattern: str = "*"


class Journal:
    """A folder on any file system that both fsspec and Spark know by the same name."""

    def __init__(self, path: str, job: Job) -> None:
        self.path = path
        self.job = job

    @classmethod
    @contextmanager
    def begun(cls, path: str, job: Job) -> Generator[Journal]:
        """A new journal, or the one of the same job that was cut off; locked. RefusedError for another job's."""
        path = normalized(path)
        if not _exists(path, _JOB):
            _require_empty(path)  # before anything is put there
        if not is_url(path):
            _make_folder(path)
        with _locked(path):
            yield cls._begin(path, job)

    @classmethod
    def _begin(cls, path: str, job: Job) -> Journal:
        if _exists(path, _JOB):
            found = cls.open(path)
            other = _difference(found.job, job)
            if other is None:
                return found
            if found.is_undone or found.is_over("plan"):
                reason = f"it is the journal of another job: {other}"
                raise RefusedError("journal", reason, path=path)
            # Of that job nothing was done, be it for a path that led to nothing.
        journal = cls(path, job)
        said = {"journal": _LAYOUT, "job": job.name, "paths": job.paths, "pattern": job.pattern}
        said |= {"operation": asdict(job.operation), "new_names": job.new_names}
        journal._put(_JOB, said)
        return journal

    @classmethod
    def open(cls, path: str) -> Journal:
        """JournalError if there is none, or a part of it is missing or cut off."""
        path = normalized(path)
        fs, root = filesystem_of(path)
        try:
            said: dict[str, Any] = json.loads(fs.cat_file(posixpath.join(root, _JOB)))
            if said["journal"] != _LAYOUT:
                what = f"it has layout {said['journal']}, and this inlay knows {_LAYOUT}"
                raise JournalError(path, f"{what}: use the version that wrote it")
            asked: dict[str, Any] = said["operation"]
            operation = Operation(
                asked["name"], tuple(asked["columns"]), asked["encoding"], tuple(asked["allow"])
            )
            paths = tuple(said["paths"])
            job = Job(said["job"], paths, operation, said["new_names"], said["pattern"])
        except (FileNotFoundError, NotADirectoryError):
            raise JournalError(path, "there is no journal here (no job.json)") from None
        except (ValueError, KeyError, TypeError) as error:
            raise JournalError(path, f"job.json is damaged: {error}") from None
        journal = cls(path, job)
        for name, before in _BEFORE.items():
            if journal.has_begun(name) and not journal.is_over(before):
                what = f"{name} has begun, and {before}.json is not there: part of it was removed"
                raise JournalError(path, what)
        for name in filter(journal.is_over, PHASES):
            journal._require_whole(name)
        return journal

    def phase(self, name: str) -> str:
        """The folder with the rows of a phase, as Spark is told it."""
        folder = posixpath.join(self.path, name)
        return folder if is_url(folder) else f"file://{folder}"

    def has_begun(self, name: str) -> bool:
        """Whether tasks of the phase may have run."""
        return _exists(self.path, name)

    def is_over(self, name: str) -> bool:
        """Whether all rows of the phase are there for good. Not by `_SUCCESS`, which a setting turns off."""
        return _exists(self.path, f"{name}.json")

    def finish(self, name: str) -> None:
        """The rows of the phase are there, and will be after a power cut: the next may rely on them."""
        if not is_url(self.path):
            _sync_below(os.path.join(self.path, name))
        self._put(f"{name}.json", {"parts": self._parts(name)})

    def _require_whole(self, name: str) -> None:
        """JournalError if a file with rows of the phase is not what it was when that was over: Spark would pass over
        one that is empty, and never miss one that is gone."""
        fs, root = filesystem_of(self.path)
        try:
            said: dict[str, Any] = json.loads(fs.cat_file(posixpath.join(root, f"{name}.json")))
            expected: dict[str, int] = dict(said["parts"].items())
            found = self._parts(name)
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise JournalError(self.path, f"{name} is damaged: {error}") from None
        for part in sorted(expected.keys() | found.keys()):
            there, wanted = found.get(part), expected.get(part)
            if there != wanted:
                has = "is not there" if there is None else f"has {there:,} bytes"
                where = "is no part of it" if wanted is None else f"had {wanted:,} bytes"
                raise JournalError(self.path, f"{name}/{part} {has}, and {where}")

    def _parts(self, name: str) -> dict[str, int]:
        """The sizes of the files with rows, by their names."""
        fs, root = filesystem_of(self.path)
        fs.invalidate_cache()
        found = fs.ls(posixpath.join(root, name), detail=True)
        sizes = {posixpath.basename(one["name"]): one["size"] for one in found}
        return {part: size for part, size in sizes.items() if not is_hidden(part)}

    @property
    def is_undone(self) -> bool:
        """Whether somebody began to take the job back: then it does not go on."""
        return _exists(self.path, _UNDO)

    def begin_undo(self) -> None:
        if not self.is_undone:
            self._put(_UNDO, {"begun": True})

    def wants(self, name: str) -> bool:
        """Whether a task of the phase may still begin a file: an attempt that Spark has given up, or that of a
        driver that was killed, comes to know it here."""
        try:
            return not self.is_over(name) and (name in _UNDOING or not self.is_undone)
        except OSError:
            return True  # workers need not see the journal, only Spark

    def locked(self) -> AbstractContextManager[None]:
        return _locked(self.path)

    def _put(self, name: str, said: dict[str, Any]) -> None:
        """At once or not at all."""
        data = json.dumps(said, indent=2).encode() + b"\n"
        fs, root = filesystem_of(self.path)
        if is_url(self.path):
            with fs.open(posixpath.join(root, name), "wb") as file:
                file.write(data)
            return
        target = os.path.join(root, name)
        with open(f"{target}.new", "wb") as made:
            made.write(data)
            made.flush()
            os.fsync(made.fileno())
        os.replace(f"{target}.new", target)
        _sync(root)


@contextmanager
def _locked(path: str) -> Generator[None]:
    """One run at a time; the lock of one that was killed is gone with it. Object stores have none."""
    if is_url(path):
        yield
        return
    import fcntl

    with open(os.path.join(path, _LOCK), "w", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise JournalError(path, "another run is at work on this job") from None
        yield


def _require_empty(path: str) -> None:
    fs, root = filesystem_of(path)
    there = fs.ls(root, detail=False) if fs.exists(root) else []
    if {posixpath.basename(name) for name in there} - {_LOCK, f"{_JOB}.new"}:
        raise RefusedError("journal", "the folder is not empty, and no journal", path=path)


def _make_folder(path: str) -> None:
    """For good: each new folder is synced into the one above it."""
    if os.path.isdir(path):
        return
    above = os.path.dirname(path)
    _make_folder(above)
    with suppress(FileExistsError):
        os.mkdir(path)
    _sync(above)


def filesystem_of(path: str) -> tuple[Any, str]:
    """fsspec's, and the path there. A local path is not shown to fsspec, for which `::` in it is a chain."""
    if not is_url(path):
        return fsspec.filesystem("file"), path
    fs, root = url_to_fs(path)
    return fs, root


def _difference(found: Job, asked: Job) -> str | None:
    """What it was asked for, where that is something else."""
    if found.paths != asked.paths or found.pattern != asked.pattern:
        return f"of {', '.join(found.paths)} ({found.pattern})"
    if (found.operation, found.new_names) != (asked.operation, asked.new_names):
        new = ", under new names" if found.new_names else ""
        return f"to {found.operation.name}{new}, or with other options"
    return None


def _exists(path: str, name: str) -> bool:
    if not is_url(path):
        return os.path.exists(os.path.join(path, name))
    fs, root = filesystem_of(path)
    fs.invalidate_cache()
    return bool(fs.exists(posixpath.join(root, name)))


def _sync_below(folder: str) -> None:
    for here, _, names in os.walk(folder):
        for name in names:
            _sync(os.path.join(here, name))
        _sync(here)


def _sync(path: str) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
