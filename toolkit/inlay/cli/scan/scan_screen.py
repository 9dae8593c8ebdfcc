"""A scan for people: some rows of a table, and what is wrong with the files below them."""

from __future__ import annotations

import json
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from inlay.cli.printing import show_line, show_table
from inlay.cli.scan.plain_rows import PlainRow, list_plain_rows
from inlay.ground.wording.amounts import format_size
from inlay.ground.wording.printable import quote_empty, shorten

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pyarrow as pa

    from inlay.tables.scan.schemas import ColumnSelection

MOST_ROWS: Final = 200
"""A table is measured before its first line is printed, and nobody reads more; a pipe has them all."""

SHOWN: Final = {
    "files": "path form num_rows num_row_groups num_columns file_size created_by",
    "schema": "path column_path repetition physical_type logical_type",
    "row_groups": "path row_group num_rows total_compressed_size total_byte_size",
    "column_chunks": "path row_group column_path codec null_count total_compressed_size min_text max_text",
    "extensions": "path name struct length state uuid",
    "key_values": "path key value",
    "problems": "path message",
    "others": "path file_size",
    "pages": "path row_group column_path page page_type encoding compressed_page_size num_values",
    "page_indexes": "path row_group column_path page num_rows null_count min_text max_text",
    "bloom_filters": "path row_group column_path num_bytes",
}
"""The columns of each table, unless others are asked for."""

_TITLES: Final = {
    "created_by": "writer",
    "column_path": "column",
    "null_count": "nulls",
    "file_size": "size",
    "total_compressed_size": "compressed",
    "total_byte_size": "uncompressed",
    "compressed_page_size": "compressed",
    "page_type": "kind",
    "min_text": "min",
    "max_text": "max",
}
_SIZES: Final = ("_size", "_length")
_NAMES: Final = ("path", "column")
"""What is never cut."""
_FOLDED: Final = ("message", "hint")
"""What goes on in the next line instead."""
_LONGEST_CELL: Final = 100


def choose_typed(schema: pa.Schema) -> list[str]:
    """Of typed extensions, where they are and what they say."""
    names = schema.names
    return ["path", "carrier", *names[names.index("error") + 1 :], "error"]


class ShownScan:
    """A table and, below it, the problems that the other tables leave out. Batches are added as they come."""

    def __init__(self, table: str, columns: Sequence[str] | None) -> None:
        self._tables = {table: _ShownTable(table, columns or SHOWN[table].split())}
        if table not in ("problems", "others"):
            self._tables["problems"] = _ShownTable("problems", SHOWN["problems"].split())

    @property
    def wanted(self) -> list[ColumnSelection]:
        from inlay.tables.scan.schemas import select_columns

        return [select_columns(name, table.columns) for name, table in self._tables.items()]

    def add(self, table: str, batch: pa.RecordBatch) -> None:
        self._tables[table].add(batch)

    def show(self) -> None:
        """Tables without rows are not there. The folder that all paths share is said once, above them."""
        tables = [table for table in self._tables.values() if table.total]
        if not tables:
            show_line(f"the table {next(iter(self._tables))} has no rows")
        folder = _find_folder({path for table in tables for path in table.list_paths()})
        if folder:
            show_line(f"in {folder}", is_copied=True)
        for at, table in enumerate(tables):
            if at:
                show_line("")
            table.show(folder)


class _ShownTable:
    """The first rows of a table, and the number of all."""

    def __init__(self, table: str, columns: Sequence[str]) -> None:
        self._table = table
        self.columns = columns
        self._rows: list[PlainRow] = []
        self.total = 0

    def add(self, batch: pa.RecordBatch) -> None:
        self.total += batch.num_rows
        if room := MOST_ROWS - len(self._rows):
            self._rows += list_plain_rows(batch.slice(0, room))

    def list_paths(self) -> list[str]:
        return [row["path"] for row in self._rows if "path" in row]

    def show(self, folder: str) -> None:
        """On a narrow terminal the last columns go first. Of files it is the writer only: the others fit below a path."""
        titles = [_title_of(column) for column in self.columns]
        cells = [
            [
                _format_cell(column, row[column]).removeprefix(folder if column == "path" else "")
                for column in self.columns
            ]
            for row in self._rows
        ]
        numeric = {
            title
            for title, column in zip(titles, self.columns, strict=True)
            if any(type(row[column]) is int for row in self._rows)
        }
        folds = [title for title in titles[1:] if title in _FOLDED]
        cuts = [title for title in titles if title not in {*numeric, *folds, *_NAMES}]
        goes = titles[:2:-1]
        if self._table == "files":
            goes = [title for title in goes if title == _TITLES["created_by"]]
        show_table(titles, cells, [*numeric], goes=goes, folds=folds, cuts=cuts)
        if (more := self.total - len(self._rows)) > 0:
            show_line(f"... and {more:,} more: --format json has them all")


def _find_folder(paths: set[str]) -> str:
    """The folder of all of them, with its slash; empty of a single path. URLs keep their two slashes."""
    if len(paths) < 2:
        return ""
    first, last = min(paths).split("/"), max(paths).split("/")
    shared = takewhile(lambda names: names[0] == names[1], zip(first, last, strict=False))
    return "".join(f"{name}/" for name, _ in shared)


def _title_of(column: str) -> str:
    return _TITLES.get(column) or column.removeprefix("num_").replace("_", " ")


def _format_cell(column: str, value: object) -> str:
    match value:
        case None | []:
            return ""
        case bool():
            return "yes" if value else "no"
        case int() if column.endswith(_SIZES):
            return format_size(value)
        case int():
            return f"{value:,}"
        case str() if column == "created_by":
            return value.partition(" (build ")[0]
        case "" if column == "column_path":
            return quote_empty("")
        case str() if _title_of(column) in (*_NAMES, *_FOLDED):
            return value
        case str():
            return shorten(value, _LONGEST_CELL)
        case _:
            return shorten(json.dumps(value), _LONGEST_CELL)
