"""The tables of a scan that need more of each file than its footer: pages, page indexes, Bloom filters.

They are made file by file and in pieces, since a lake has far more pages than footers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

import pyarrow as pa

from inlay.footers.designs.build import array_from
from inlay.pages.engine.open_parts import open_parts
from inlay.pages.engine.range_reader import RangeReader
from inlay.tables.page_tables.tables import read_tables
from inlay.tables.scan.file_columns import build_file_columns, join_columns
from inlay.tables.scan.problems import UnreadFile, finding_of, mark_unused
from inlay.tables.scan.scanned_footer import ScannedFooter
from inlay.tables.scan.schemas import RENAMED, ColumnSelection
from inlay.tables.scan.tail_file import TailFile
from inlay_runtime.errors import InlayError
from inlay_runtime.finding import Finding

if TYPE_CHECKING:
    from inlay.footers.encryption.keys import EncryptionKeys
    from inlay.ground.files.entries import FileEntry
    from inlay.ground.files.store import Store


def build_page_tables(
    store: Store,
    read: Sequence[ScannedFooter | UnreadFile],
    wanted: Sequence[ColumnSelection],
    damage: list[tuple[FileEntry, Finding]],
    keys: EncryptionKeys | None = None,
) -> Iterator[tuple[ColumnSelection, pa.Table]]:
    """Each table that is wanted, of each file whose footer can be read. `damage` gets what cannot be read of its pages."""
    for file in read if wanted else ():
        if isinstance(file, UnreadFile) or not _is_decodable(file):
            continue
        for selection in wanted:
            try:
                for table in _read_file(store, file, selection, damage, keys):
                    yield selection, table
            except (OSError, InlayError) as error:
                damage.append((file.entry, mark_unused(finding_of(error))))


def _is_decodable(file: ScannedFooter) -> bool:
    """What is not is a problem already."""
    if file.footer.is_encrypted:
        return False
    try:
        _ = file.footer.metadata
    except InlayError:
        return False
    return True


def _read_file(
    store: Store,
    file: ScannedFooter,
    wanted: ColumnSelection,
    damage: list[tuple[FileEntry, Finding]],
    keys: EncryptionKeys | None,
) -> Iterator[pa.Table]:
    back = {new: old for old, new in RENAMED.items()}
    columns = [back.get(name, name) for name in wanted.of_table]
    counted = [
        *columns,
        *(["row_group"] if not columns else []),
    ]  # a table without columns has no rows
    findings: list[Finding] = []
    with store.open(file.entry) as handle, ExitStack() as stack:
        reader, footer = RangeReader(handle, file.footer.vouched.data_end), file.footer
        if keys is not None:
            tail = TailFile(file.entry.path, handle)
            reader, footer = stack.enter_context(open_parts(tail, keys))
        for table in read_tables(reader, footer, wanted.table, counted, findings=findings):
            if table.num_rows:
                names = [RENAMED.get(name, name) for name in table.column_names]
                entries = [(file.entry, file.footer.form.value)]
                of_file = build_file_columns(entries, wanted)
                rows = array_from([0] * table.num_rows, pa.int32())
                yield join_columns(wanted, of_file.take(rows), table.rename_columns(names))
    damage += [(file.entry, mark_unused(replace(finding, code="page"))) for finding in findings]
