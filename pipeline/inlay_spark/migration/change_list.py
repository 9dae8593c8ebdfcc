"""The list of changed files that a table format's catalogue commits."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

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


@contextmanager
def writer_of(target: str) -> Generator[Callable[[Iterable[Changed]], None]]:
    """What writes the list to `target`, as lines of JSON; OSError now where nothing can be written there. A file is
    there when the list was written, and whole; a pipe or a terminal is written to as it is."""
    target = os.path.realpath(target)
    is_file = os.path.isfile(target) or not os.path.exists(target)
    folder, name = os.path.split(target)
    part = os.path.join(folder, f".{name}.part") if is_file else target

    def write(listed: Iterable[Changed]) -> None:
        file.writelines(f"{json.dumps(asdict(one))}\n" for one in listed)
        file.close()
        if is_file:
            os.replace(part, target)

    try:
        with open(part, "w", encoding="utf-8") as file:
            yield write
    finally:
        if is_file:
            with suppress(FileNotFoundError):
                os.unlink(part)
