"""The directory of shredded files, wherever it lies; tasks and the driver see the same one.

DIR/day=2026-11-20/part.parquet    a file for each file of the lake, at the same place below
DIR/_shred.json                    what they are shredded by
DIR/_shred/                        what became of each file: `Log`
DIR/_problems.jsonl                the files that are not there, or old, and why
DIR/_staging/<run>/                work of a run that is not over

Readers leave out what begins with `_` or `.`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final, TypeVar

from inlay.ground.files.aside import is_aside
from inlay_spark.jobs.directory import STAGING, JobDirectory
from inlay_spark.jobs.notes import SUFFIX
from inlay_spark.shredding.errors import ShredError
from inlay_spark.shredding.log import (
    DONE,
    GONE,
    OURS,
    PROBLEM,
    PROBLEMS,
    SCHEMA,
    Log,
    Shredded,
    load_rows,
)
from inlay_spark.shredding.shred_schema import ShredSchema

AT_ONCE: Final = 16
"""Moves and deletions; in an object store each is a request or several."""

TRIES: Final = 5

T = TypeVar("T")


class ShredDirectory(JobDirectory):
    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.log = Log(self)

    def schema(self) -> ShredSchema | None:
        """None where there is nothing yet. Raises ShredError for what somebody else put there."""
        where = self.at(SCHEMA)
        try:
            document: dict[str, Any] = json.loads(self.read(SCHEMA))
        except FileNotFoundError:
            if self.names() - OURS:
                what = f"holds other files and no {SCHEMA}: name an empty directory, or a new one"
                raise ShredError(f"{self.path} {what}") from None
            return None
        except ValueError as error:
            raise ShredError(f"{where} is damaged: {error}") from error
        return ShredSchema.from_json(document, where)

    def write_schema(self, schema: ShredSchema) -> None:
        self.make()
        self.publish(json.dumps(schema.as_json(), indent=1).encode(), SCHEMA)

    def outputs(self) -> dict[str, int]:
        """The files that readers see, by their path below the directory, and their sizes."""
        files = self.files_below()
        return {
            path: size
            for path, size in files.items()
            if (top := path.partition("/")[0]) not in OURS and not is_aside(top)
        }

    def recover(self) -> dict[str, Shredded]:
        """Ends what a run that was cut off had begun to publish; what its tasks had finished is given back, by path."""
        staged = self.files_below(STAGING)
        if not staged:
            return {}
        known = self.log.read()
        self._move(row for row in known.values() if row.staged in staged)
        used = {row.output for row in known.values()}
        self._delete(
            row.output for row in self.log.last() if row.state == GONE and row.output not in used
        )
        left: dict[str, Shredded] = {}
        for name in staged:
            if name.endswith(SUFFIX):
                for row in self._read_noted(name):
                    if row.state == DONE and staged.get(row.staged) == row.out_size:
                        left.setdefault(row.path, row)
        return left

    def publish_rows(self, rows: list[Shredded]) -> None:
        """Says what became of these files, then puts them in their places, then removes what is gone."""
        if not rows:
            return
        self.log.add(rows)
        self._move(row for row in rows if row.state == DONE)
        used = {row.output for row in rows if row.state != GONE}
        self._delete(row.output for row in rows if row.state == GONE and row.output not in used)

    def sweep(self) -> None:
        for left in reversed(range(TRIES)):
            try:
                self.remove(STAGING)
            except OSError:
                # A task of a run that was cut off has put something there meanwhile.
                if not left:
                    raise
                time.sleep(1)
            else:
                return

    def end(self, known: Mapping[str, Shredded]) -> None:
        """Lists the problems, and tidies up."""
        rows = (row for _, row in sorted(known.items()) if row.state == PROBLEM)
        lines = "".join(f"{json.dumps(_as_problem(row))}\n" for row in rows)
        self.publish(lines.encode(), PROBLEMS)
        self.log.tidy()
        self.sweep()

    def _read_noted(self, name: str) -> list[Shredded]:
        try:
            return load_rows(json.dumps(json.loads(self.read(name))["made"]))
        except (ValueError, KeyError, TypeError):
            return []  # it was being written

    def _move(self, rows: Iterable[Shredded]) -> None:
        moves = list(rows)
        for folder in sorted({row.output.rpartition("/")[0] for row in moves}):
            self.filesystem.create_dir(self.at(folder), recursive=True)
        self._all(lambda row: self.filesystem.move(self.at(row.staged), self.at(row.output)), moves)

    def _delete(self, outputs: Iterable[str]) -> None:
        def delete(output: str) -> None:
            with suppress(FileNotFoundError):
                self.filesystem.delete_file(self.at(output))

        self._all(delete, (output for output in outputs if output))

    @staticmethod
    def _all(do: Callable[[T], None], to: Iterable[T]) -> None:
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for _ in pool.map(do, to):
                pass


def _as_problem(row: Shredded) -> dict[str, Any]:
    names = ("path", "error_id", "row", "message", "hint", "output")
    return {name: value for name, value in row.as_json().items() if name in names}
