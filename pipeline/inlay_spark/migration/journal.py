"""The directory that knows what a job was asked for, what it did, and how to get back."""

from __future__ import annotations

import json
import posixpath
from dataclasses import asdict, dataclass
from typing import Any, Final

from fsspec.core import url_to_fs

from inlay.rewrite.errors import RefusedError
from inlay_runtime.errors import InlayError
from inlay_spark.migration.operations import Operation

_JOB: Final = "job.json"
_LAYOUT: Final = 1
PHASES: Final = ("plan", "staged", "published", "undo_staged", "undone")


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
    """What was asked for. `new_names`: beside the old files, for a table's catalogue to commit."""

    name: str
    operation: Operation
    new_names: bool = False


class Journal:
    """A folder on any file system that both fsspec and Spark know by the same name."""

    def __init__(self, path: str, job: Job) -> None:
        self.path = path
        self.job = job

    @classmethod
    def begin(cls, path: str, job: Job) -> Journal:
        """A new journal, or the one of the same job that was cut off. RefusedError for another job's."""
        try:
            found = cls.open(path)
        except JournalError:
            fs, root = url_to_fs(path)
            if fs.exists(root) and fs.ls(root, detail=False):
                raise RefusedError(
                    "journal", "the folder is not empty, and no journal", path=path
                ) from None
            journal = cls(path, job)
            journal._write()
            return journal
        if (found.job.operation, found.job.new_names) != (job.operation, job.new_names):
            was = found.job.operation.name
            raise RefusedError("journal", f"it is the journal of another job (to {was})", path=path)
        return found

    @classmethod
    def open(cls, path: str) -> Journal:
        """JournalError if there is none."""
        try:
            fs, root = url_to_fs(path)
            said: dict[str, Any] = json.loads(fs.cat_file(posixpath.join(root, _JOB)))
            if said["journal"] != _LAYOUT:
                raise JournalError(path, f"it has layout {said['journal']}, and {_LAYOUT} is known")
            asked: dict[str, Any] = said["operation"]
            operation = Operation(
                asked["name"], tuple(asked["columns"]), asked["encoding"], tuple(asked["allow"])
            )
            return cls(path, Job(said["job"], operation, said["new_names"]))
        except FileNotFoundError:
            raise JournalError(path, "there is no journal here (no job.json)") from None
        except (ValueError, KeyError, TypeError) as error:
            raise JournalError(path, f"job.json is damaged: {error}") from None

    def phase(self, name: str) -> str:
        return posixpath.join(self.path, name)

    def is_over(self, name: str) -> bool:
        """Whether all of the phase's rows are there: Spark writes `_SUCCESS` last."""
        fs, root = url_to_fs(posixpath.join(self.phase(name), "_SUCCESS"))
        return bool(fs.exists(root))

    def forget(self, name: str) -> None:
        """The phase will be done anew."""
        fs, root = url_to_fs(self.phase(name))
        if fs.exists(root):
            fs.rm(root, recursive=True)

    def _write(self) -> None:
        said = {
            "journal": _LAYOUT,
            "job": self.job.name,
            "operation": asdict(self.job.operation),
            "new_names": self.job.new_names,
        }
        fs, root = url_to_fs(self.path)
        fs.makedirs(root, exist_ok=True)
        with fs.open(posixpath.join(root, _JOB), "wb") as file:
            file.write(json.dumps(said, indent=2).encode() + b"\n")
