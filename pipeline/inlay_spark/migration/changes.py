"""The list of changed files that a table format's catalogue commits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from inlay_spark.migration.rows import DONE

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


@dataclass(frozen=True, slots=True)
class Changed:
    """Sizes in bytes; `footer_length` is what the table has to know to read the footer at once: with
    the length and the magic behind it. `crc32` is over the whole new file."""

    old_path: str
    new_path: str
    old_size: int
    size: int
    footer_length: int
    crc32: int


def changes_of(staged: DataFrame) -> list[Changed]:
    rows = staged.where(f"state = '{DONE}'").orderBy("path").toLocalIterator()
    return [
        Changed(
            row["path"],
            row["publish_as"],
            row["size"],
            row["new_size"],
            row["tail_length"],
            row["new_crc32"],
        )
        for row in rows
    ]
