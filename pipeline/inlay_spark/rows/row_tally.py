"""What the filters of a query left out of the files of a task, for the log that Spark keeps of its workers."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from inlay.ground.wording.amounts import count
from inlay.rows.filtering.filter_tally import FilterTally

if TYPE_CHECKING:
    import pyarrow as pa
    from pyarrow.parquet import FileMetaData

    from inlay.rows.variants.chosen_rows import ChosenRows

LOGGER: Final = logging.getLogger("inlay_spark.filters")


class RowTally:
    """Of `row_groups` and `rows` of a task, statistics left `left_row_groups` and `left_rows`. Of these the option `filters`
    chose `matching_row_groups` and `matching_rows`; without it, all of them."""

    def __init__(self) -> None:
        self.files = 0
        self.row_groups = 0
        self.rows = 0
        self.left_row_groups = 0
        self.left_rows = 0
        self.matching_row_groups = 0
        self.matching_rows = 0

    def add_file(self, metadata: FileMetaData, groups: Sequence[int]) -> None:
        """These row groups of it."""
        self.files += 1
        self.row_groups += len(groups)
        self.rows += _count_rows(metadata, groups)

    def add_left(self, metadata: FileMetaData, groups: Sequence[int]) -> None:
        """What is read of a file whose rows are not chosen one by one."""
        rows = _count_rows(metadata, groups)
        self.left_row_groups += len(groups)
        self.left_rows += rows
        self.matching_row_groups += len(groups)
        self.matching_rows += rows

    def add_chosen(self, tested: FilterTally, chosen: Sequence[ChosenRows]) -> None:
        """Of a file: what the option `filters` tested, and chose. All that is chosen without a test, since the file lacks a column,
        may match."""
        num_rows = sum(rows.num_chosen for rows in chosen)
        self.left_row_groups += max(tested.tested_row_groups, len(chosen))
        self.left_rows += max(tested.tested_rows, num_rows)
        self.matching_row_groups += len(chosen)
        self.matching_rows += num_rows

    def log_after(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """The same batches, and after the last one, or the last that is taken, a line in the log, with each count in `context`.

        With `spark.sql.pyspark.worker.logging.enabled`, Spark 4.1 and newer keeps it for `python_worker_logs()`. In a process of a worker
        nobody else could set the level; without that setting, nothing is shown of it.
        """
        try:
            yield from batches
        finally:  # also where nobody wants more of them
            LOGGER.setLevel(logging.INFO)
            LOGGER.info(str(self), extra={"context": vars(self)})

    def __str__(self) -> str:
        files, groups, rows = (
            count(self.files, "file"),
            count(self.row_groups, "row group"),
            count(self.rows, "row"),
        )
        return (
            f"{files}, {groups}, {rows}: {self.left_row_groups:,} and {self.left_rows:,} may match, "
            f"{self.matching_row_groups:,} and {self.matching_rows:,} are read"
        )


def _count_rows(metadata: FileMetaData, groups: Sequence[int]) -> int:
    return sum(metadata.row_group(group).num_rows for group in groups)
