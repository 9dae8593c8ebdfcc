"""Which row groups go into one task.

Small files are packed together, as Spark does. Only of a file that is larger than a task the footer is read here,
to cut it between row groups.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from pyspark.sql.datasource import InputPartition

from inlay.ground.files.entries import FileEntry
from inlay.ground.files.store import Store
from inlay.tables.columnar import row_group_table
from inlay.tables.scan.problems import UnreadFile, finding_of
from inlay.tables.scan.scanned_footer import read_scanned
from inlay_spark.rows.errors import UnreadableError, is_passed_over, unreadable
from inlay_spark.rows.files import files_with_rows
from inlay_spark.sources.options import SourceOptions

MOST_BYTES: Final = 128 << 20
OPENING: Final = 4 << 20
"""What opening a file counts for, in bytes: as `spark.sql.files.openCostInBytes`."""


class FilePart(NamedTuple):
    """Some row groups of a file; None for all of them."""

    entry: FileEntry
    row_groups: tuple[int, ...] | None


class RowTask(InputPartition):
    def __init__(self, pieces: list[FilePart]) -> None:
        super().__init__(None)
        self.pieces = pieces


def plan_tasks(
    options: SourceOptions, keeps: Callable[[FileEntry], bool] = lambda _: True
) -> Iterator[RowTask]:
    """Of the files that `keeps` keeps. UnreadableError for one that cannot be read, unless the options say to pass it over."""
    most = options.number("maxPartitionBytes") or MOST_BYTES
    store = options.store()
    pieces: list[FilePart] = []
    size = 0
    for entry in filter(keeps, files_with_rows(options)):
        try:
            its_pieces = list(_pieces(store, entry, most))
        except UnreadableError as error:
            if not is_passed_over(error, options):
                raise
            continue
        for piece, its_size in its_pieces:
            if pieces and size + its_size > most:
                yield RowTask(pieces)
                pieces, size = [], 0
            pieces.append(piece)
            size += its_size
    if pieces:
        yield RowTask(pieces)


def _pieces(store: Store, entry: FileEntry, most: int) -> Iterator[tuple[FilePart, int]]:
    if entry.error is not None:
        raise unreadable(entry, UnreadFile(entry, finding_of(entry.error)))
    if entry.size <= most:
        yield FilePart(entry, None), entry.size + OPENING
        return
    scanned = read_scanned(store, entry)
    if isinstance(scanned, UnreadFile) or scanned.footer.is_encrypted:
        raise unreadable(entry, scanned)
    group: list[int] = []
    size = OPENING
    columns = ["total_compressed_size", "total_byte_size"]
    for at, row_group in enumerate(row_group_table(scanned.footer, columns).to_pylist()):
        its_size = row_group["total_compressed_size"] or row_group["total_byte_size"]
        if group and size + its_size > most:
            yield FilePart(entry, tuple(group)), size
            group, size = [], OPENING
        group.append(at)
        size += its_size
    if group:
        yield FilePart(entry, tuple(group)), size
