"""What the queries read, and how it is brought from the footers of files."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from inlay.ground.free_memory import give_back
from inlay.tables.scan.scan import scan_tables
from inlay.tables.scan.schemas import ColumnSelection, select_columns
from inlay.verbs.report.drift_table import NEEDED, PART_COLUMNS, build_drift
from inlay.verbs.report.slim_chunks import slim

if TYPE_CHECKING:
    from collections.abc import Iterable

    from inlay.ground.files.source import Source
    from inlay.ground.files.stores import AnyFileSystem
    from inlay.tables.scan.tally import Tally

COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "files": (
        "path",
        "file_size",
        "form",
        "footer_length",
        "num_rows",
        "num_row_groups",
        "num_columns",
        "created_by",
    ),
    "column_chunks": (
        "path",
        "row_group",
        "column_path",
        "physical_type",
        "logical_type",
        "codec",
        "encodings",
        "num_values",
        "total_compressed_size",
        "total_uncompressed_size",
        "null_count",
        "min_value",
        "min_deprecated",
        "column_index_offset",
        "offset_index_offset",
        "bloom_filter_offset",
        "encryption",
    ),
    "row_groups": ("path", "total_byte_size"),
    "schema": ("path", "element", *PART_COLUMNS),
    "key_values": ("key", "value"),
    "extensions": ("path", "struct", "header", "state", "name", "uuid", "uuid_guess", "length"),
    "problems": ("path", "error_id", "message", "is_readable"),
}
"""By table: the fewer, the larger a lake fits into memory."""


def read_tables(
    paths: Source | Iterable[Source],
    filesystem: AnyFileSystem,
    name: str,
    tally: Tally,
    tables: Collection[str],
) -> dict[str, pa.Table]:
    """Some of `COLUMNS`, and `drift`, which is made of them, from one pass over the files."""
    scanned = {*tables, *(NEEDED if "drift" in tables else ())}
    wanted = [select_columns(table, COLUMNS[table]) for table in COLUMNS if table in scanned]
    batches: dict[str, list[pa.RecordBatch]] = {it.table: [] for it in wanted}
    for table, batch in scan_tables(paths, filesystem, wanted=wanted, name=name, tally=tally):
        batches[table].append(slim(batch) if table == "column_chunks" else batch)
    scan = {it.table: _table_of(it, batches.pop(it.table)) for it in wanted}
    if "drift" in tables:
        scan["drift"] = build_drift(scan["files"], scan["schema"])
    give_back(sum(table.nbytes for table in scan.values()))
    return scan


def _table_of(wanted: ColumnSelection, batches: list[pa.RecordBatch]) -> pa.Table:
    return pa.Table.from_batches(batches, batches[0].schema if batches else wanted.schema)
