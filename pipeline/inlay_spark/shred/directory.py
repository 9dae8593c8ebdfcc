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
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final, TypeVar

from inlay.refusals import RefusedError
from pyarrow import fs

from inlay.scan.listing import lists
from inlay_spark.catalog.place import STAGING, Place
from inlay_spark.shred.errors import ShredError
from inlay_spark.shred.fixed import Fixed
from inlay_spark.shred.log import (
    DONE,
    GONE,
    OURS,
    PROBLEM,
    PROBLEMS,
    SCHEMA,
    Log,
    Shredded,
    loaded,
)

AT_ONCE: Final = 16
"""Moves and deletions; in an object store each is a request or several."""

TRIES: Final = 5

One = TypeVar("One")


class Directory:
    def __init__(self, directory: str) -> None:
        self.place = Place(directory)
        self.log = Log(self.place)

    def fixed(self) -> Fixed | None:
        """None where there is nothing yet. Raises ShredError for what somebody else put there."""
        where = self.place.at(SCHEMA)
        try:
            with self.place.filesystem.open_input_stream(where) as file:
                found: dict[str, Any] = json.loads(file.read())
        except FileNotFoundError:
            selector = fs.FileSelector(self.place.at(), allow_not_found=True)
            names = {info.base_name for info in self.place.filesystem.get_file_info(selector)}
            if names - OURS:
                what = f"holds other things and no {SCHEMA}: name an empty directory, or a new one"
                raise ShredError(f"{self.place.directory} {what}") from None
            return None
        except ValueError as error:
            raise ShredError(f"{where} is damaged: {error}") from error
        return Fixed.from_json(found, where)

    def fix(self, fixed: Fixed) -> None:
        self.place.filesystem.create_dir(self.place.at(), recursive=True)
        self._write(SCHEMA, json.dumps(fixed.as_json(), indent=1))

    def outputs(self) -> dict[str, int]:
        """The files that readers see, by their path below the directory, and their sizes."""
        root = self.place.at()
        found: dict[str, int] = {}
        selector = fs.FileSelector(root, recursive=True, allow_not_found=True)
        for info in self.place.filesystem.get_file_info(selector):
            below = info.path[len(root) :].lstrip("/")
            if info.is_file and below.partition("/")[0] not in OURS:
                found[below] = info.size
        return found

    def recover(self) -> dict[str, Shredded]:
        """Ends what a run that was cut off had begun to publish; what its tasks had finished is given back, by path."""
        staged = self._staged()
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
            if name.endswith(".done"):
                for row in self._noted(name):
                    if row.state == DONE and staged.get(row.staged) == row.out_size:
                        left.setdefault(row.path, row)
        return left

    def publish(self, rows: list[Shredded]) -> None:
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
                self.place.remove_directory(STAGING)
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
        self._write(PROBLEMS, "".join(f"{json.dumps(_told(row))}\n" for row in rows))
        self.log.tidy()
        self.sweep()

    def refuse_in_lake(self, paths: Sequence[str]) -> None:
        """A directory that a listing of the lake would find would be shredded by the next run."""
        if lists(paths, self.place.directory):
            reason = "it lies in the lake, and would be listed with it: name another directory"
            raise RefusedError("out", reason, path=self.place.directory)

    def _noted(self, name: str) -> list[Shredded]:
        with self.place.filesystem.open_input_stream(self.place.at(name)) as file:
            try:
                return loaded(json.dumps(json.loads(file.read())["made"]))
            except (ValueError, KeyError, TypeError):
                return []  # it was being written

    def _staged(self) -> dict[str, int]:
        root = self.place.at()
        selector = fs.FileSelector(self.place.at(STAGING), recursive=True, allow_not_found=True)
        found = self.place.filesystem.get_file_info(selector)
        return {one.path[len(root) :].lstrip("/"): one.size for one in found if one.is_file}

    def _move(self, rows: Iterable[Shredded]) -> None:
        moves = list(rows)
        for folder in sorted({row.output.rpartition("/")[0] for row in moves}):
            self.place.filesystem.create_dir(self.place.at(folder), recursive=True)
        self._all(
            lambda row: self.place.filesystem.move(
                self.place.at(row.staged), self.place.at(row.output)
            ),
            moves,
        )

    def _delete(self, outputs: Iterable[str]) -> None:
        def delete(output: str) -> None:
            with suppress(FileNotFoundError):
                self.place.filesystem.delete_file(self.place.at(output))

        self._all(delete, (output for output in outputs if output))

    @staticmethod
    def _all(do: Callable[[One], None], to: Iterable[One]) -> None:
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for _ in pool.map(do, to):
                pass

    def _write(self, name: str, text: str) -> None:
        path = self.place.at(name)
        written = f"{path}.new" if self.place.is_local else path
        with self.place.filesystem.open_output_stream(written) as file:
            file.write(text.encode())
        if written != path:
            self.place.filesystem.move(written, path)


def _told(row: Shredded) -> dict[str, Any]:
    names = ("path", "error_id", "row", "message", "hint", "output")
    return {name: value for name, value in row.as_json().items() if name in names}
