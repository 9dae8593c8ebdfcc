"""The rows of a phase as the driver reads them, column by column, batch by batch.

A query of Spark takes a third of a second, however few the rows; ten of them took longer than putting 1,000 files together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from inlay.changes.rewrite.names import folder_of
from inlay.footers.designs.build import array_from
from inlay_spark.jobs.progress import Load
from inlay_spark.migration.journal import MigrationJournal
from inlay_spark.migration.rows import DONE, REMOVE, Row, batches_of, build_arrow_schema, rows_of

STAGED: Final = frozenset({DONE, REMOVE})
"""States of a row of `Staged` for which there is something to publish."""

COLUMNS: Final = ("path", "state", "reason")


def read_columns(
    journal: MigrationJournal, phase: str, columns: Sequence[str]
) -> Iterator[pa.RecordBatch]:
    """Of all rows of a phase that is over."""
    directory = journal.directory
    for name in sorted(directory.sizes(phase)):
        with directory.filesystem.open_input_file(directory.at(phase, name)) as file:
            yield from pq.ParquetFile(file).iter_batches(columns=list(columns))


def load_of(journal: MigrationJournal, phase: str, states: Set[str] | None = None) -> Load:
    """How many rows there are, and the bytes of their files; of these states only."""
    columns = ["size"] if states is None else ["size", "state"]
    files = size = 0
    for batch in read_columns(journal, phase, columns):
        wanted = batch if states is None else batch.filter(is_in(batch, states))
        files += wanted.num_rows
        size += pc.sum(wanted.column("size")).as_py() or 0
    return Load(files, size)


def list_folders(journal: MigrationJournal) -> Iterable[str]:
    """Of the files that the plan could list. They are all that is collected: there are far fewer of them than files."""
    folders: dict[str, None] = {}
    for batch in read_columns(journal, "plan", ("path", "error")):
        rows = batch.to_pylist()
        folders.update((folder_of(row["path"]), None) for row in rows if not row["error"])
    return folders


def read_ends(journal: MigrationJournal, source: str, target: str) -> Iterator[pa.RecordBatch]:
    """Path, state and reason of each file, whether it was to be published or not."""
    for batch in read_columns(journal, source, COLUMNS):
        yield batch.filter(pc.invert(is_in(batch, STAGED)))
    yield from read_columns(journal, target, COLUMNS)


def write_rows(
    journal: MigrationJournal, phase: str, kind: type[Row], rows: Iterable[Row]
) -> Iterator[list[Row]]:
    """Writes them as one part, and gives those of each batch when they are on their way to the disk."""
    directory = journal.directory
    directory.remove(phase)
    directory.make(phase)
    target = directory.at(phase, "part-00000.parquet")
    schema = build_arrow_schema(kind)
    with pq.ParquetWriter(target, schema, filesystem=directory.filesystem) as writer:
        for batch in batches_of(kind, rows):
            writer.write_batch(batch)
            yield list(rows_of(kind, [batch]))


def is_in(batch: pa.RecordBatch, states: Set[str]) -> Any:
    return pc.is_in(batch.column("state"), value_set=array_from(sorted(states), pa.string()))
