"""The list of changed files that a table format's catalog commits."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from typing import IO, TYPE_CHECKING, TypeAlias

from inlay.changes.rewrite.new_file import NewFile
from inlay_spark.migration.members import unpack_members
from inlay_spark.migration.rows import DONE

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


@dataclass(frozen=True, slots=True)
class Changed:
    """Sizes in bytes; `footer_length` is what the table has to know to read the footer at once: with
    the length and the magic behind it. `crc32` is over the whole new file; None for an object."""

    old_path: str
    new_path: str
    old_size: int
    size: int
    footer_length: int
    crc32: int | None


@dataclass(frozen=True, slots=True)
class Compacted:
    """The same of several files that a table is to drop for one; `old_size` is that of all."""

    old_paths: list[str]
    new_path: str
    old_size: int
    size: int
    footer_length: int
    crc32: int


def compacted_of(staged: DataFrame, published: DataFrame) -> Iterator[Compacted]:
    done = published.where(f"state = '{DONE}'").select("path")
    columns = ["path", "members", "size", "new_size", "tail_length", "new_crc32"]
    for row in staged.select(*columns).join(done, "path").orderBy("path").toLocalIterator():
        yield Compacted(
            [member.path for member in unpack_members(row["members"])],
            row["path"],
            row["size"],
            row["new_size"],
            row["tail_length"],
            row["new_crc32"],
        )


def changes_of(staged: DataFrame, published: DataFrame) -> Iterator[Changed]:
    """Of what was published; in the order of paths."""
    done = published.where(f"state = '{DONE}'").select("path")
    columns = ["path", "publish_as", "size", "new_size", "tail_length", "new_crc32", "hidden"]
    for row in staged.select(*columns).join(done, "path").orderBy("path").toLocalIterator():
        yield Changed(
            row["path"],
            row["publish_as"],
            row["size"],
            row["new_size"],
            row["tail_length"],
            row["new_crc32"] if row["hidden"] else None,
        )


Write: TypeAlias = Callable[[Iterable[Changed] | Iterable[Compacted]], None]
"""Writes the list."""


@contextmanager
def writer_of(target: str) -> Generator[Write]:
    """What writes the list to `target`, as lines of JSON; OSError now where nothing can be written there. A file is
    there when the list was written, and whole; a pipe or a terminal is written to as it is."""
    if os.path.exists(target) and not os.path.isfile(target):
        with open(target, "wb") as file:
            yield partial(_write, file)
        return
    new = NewFile(target, overwrite=True)

    def publish(listed: Iterable[Changed] | Iterable[Compacted]) -> None:
        _write(new.file, listed)
        new.close()

    try:
        yield publish
    finally:
        new.abandon()


def _write(file: IO[bytes], listed: Iterable[Changed] | Iterable[Compacted]) -> None:
    file.writelines(f"{json.dumps(asdict(changed))}\n".encode() for changed in listed)
    file.flush()
