"""`inlay pages FILE`: the pages of a file, its page indexes, its Bloom filters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.key_options import add_key_options
from inlay.cli.options import FILE, columns_option, format_option
from inlay.cli.pager import page_output
from inlay.cli.printing import show_json, show_line, show_table, warn
from inlay.cli.progress import LAST_LINE, PRINTING, READING, progress_of, show_steps
from inlay.cli.scan.plain_rows import list_plain_rows
from inlay.ground.wording.amounts import format_size
from inlay.ground.wording.printable import quote_empty, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pyarrow as pa

    from inlay.cli.scan.plain_rows import PlainRow
    from inlay.footers.encryption.keys import EncryptionKeys
    from inlay.ground.documents.pieces import StreamedJson
    from inlay.pages.engine.progress import Progress
    from inlay.tables.page_tables.tables import FirstRows
    from inlay_runtime.finding import Finding

MOST_ROWS: Final = 500
"""Nobody reads more; as JSON there are all."""

_AT_ONCE: Final = 1000
"""Rows that are objects at the same time."""

SHOWN: Final = {
    "pages": {
        "path": "column",
        "row_group": "row group",
        "page": "page",
        "page_type": "kind",
        "encoding": "encoding",
        "num_values": "values",
        "null_count": "nulls",
        "first_row_index": "first row",
        "offset": "offset",
        "compressed_page_size": "compressed",
        "uncompressed_page_size": "uncompressed",
        "min_text": "min",
        "max_text": "max",
    },
    "page_indexes": {
        "path": "column",
        "row_group": "row group",
        "page": "page",
        "first_row_index": "first row",
        "num_rows": "rows",
        "null_count": "nulls",
        "min_text": "min",
        "max_text": "max",
        "offset": "offset",
        "compressed_page_size": "compressed",
    },
    "bloom_filters": {
        "path": "column",
        "row_group": "row group",
        "bloom_filter_offset": "offset",
        "num_bytes": "size",
        "algorithm": "algorithm",
        "hash": "hash",
        "bits_set": "bits set",
        "false_positive_rate": "false positives",
    },
}
"""The columns of each table for people, with their titles."""

NONE: Final = {
    "pages": "no pages",
    "page_indexes": "no page indexes: the writer wrote none",
    "bloom_filters": "no Bloom filters: the writer wrote none",
}
_CUT: Final = ("min", "max")
_SIZES: Final = ("compressed_page_size", "uncompressed_page_size", "num_bytes")
_LONGEST: Final = 100
_GOES: Final = (
    "uncompressed",
    "offset",
    "hash",
    "algorithm",
    "first row",
    "nulls",
    "compressed",
    "encoding",
)
_LEFT: Final = ("column", "kind", "encoding", "algorithm", "hash", *_CUT)


class _Asked(TypedDict):
    paths: Sequence[str] | None
    row_groups: Sequence[int] | None
    findings: list[Finding]
    progress: Progress
    keys: EncryptionKeys | None


@click.command("pages", short_help="List pages, page indexes or Bloom filters.")
@click.argument("file", type=FILE)
@columns_option
@click.option(
    "--table",
    type=click.Choice(list(SHOWN)),
    default="pages",
    show_default=True,
    help="Which table to print.",
)
@click.option(
    "--row-groups", metavar="RANGES", help="Numbers and ranges, such as 0:3,7; -1 is the last."
)
@add_key_options
@format_option
@page_output
def command(
    file: str,
    columns: tuple[str, ...],
    table: str,
    row_groups: str | None,
    keys: EncryptionKeys | None,
    format_: str,
) -> ExitCode:
    """List the pages of FILE, or of some of its columns.

    Of pages only the headers are read; for the tables `page_indexes` and `bloom_filters` nothing but the indexes and
    filters of the chosen columns. What is damaged is left out and reported on stderr, and the exit code is 1.
    """
    findings: list[Finding] = []
    most = None if format_ == "json" else MOST_ROWS
    with show_steps(READING, PRINTING):
        try:
            rows, count = _read(file, table, columns, row_groups, most, findings, keys)
        except ValueError as error:
            raise click.UsageError(str(error)) from error
        LAST_LINE.begin_step(PRINTING)
        if format_ == "json":
            said: dict[str, StreamedJson] = {
                **document_of("pages", {"path": file, "table": table}),
                "rows": _list_rows(rows),
            }
            show_json(said)
        else:
            _show(rows, count, table)
    for finding in findings:
        warn(f"{file}: {finding}")
    return ExitCode.FINDINGS if findings else ExitCode.OK


def _read(
    file: str,
    table: str,
    columns: tuple[str, ...],
    row_groups: str | None,
    most: int | None,
    findings: list[Finding],
    keys: EncryptionKeys | None,
) -> FirstRows:
    """Of the first rows what is shown of them; without `most`, all of all rows."""
    from inlay.footers.footer.read import read_footer
    from inlay.tables.page_tables.schemas import TABLES
    from inlay.tables.page_tables.tables import (
        FirstRows,
        bloom_table,
        index_table,
        page_table,
        read_first_rows,
    )
    from inlay.verbs.parts.choosing import parse_row_groups

    read = {"pages": page_table, "page_indexes": index_table, "bloom_filters": bloom_table}[table]
    footer = read_footer(file, keys=keys)
    groups = None
    if row_groups is not None:
        groups = parse_row_groups(row_groups, footer.num_row_groups)
    with progress_of(file, "reading", alone=True) as progress:
        asked: _Asked = {
            "paths": columns or None,
            "row_groups": groups,
            "findings": findings,
            "progress": progress,
            "keys": keys,
        }
        source = footer if keys is None else file
        if most is not None:
            return read_first_rows(source, table, [*SHOWN[table]], most, **asked)
        rows = read(source, TABLES[table].names, **asked)
        return FirstRows(rows, rows.num_rows)


def _list_rows(rows: pa.Table) -> Iterator[PlainRow]:
    for batch in rows.to_batches(max_chunksize=_AT_ONCE):
        yield from list_plain_rows(batch)


def _show(rows: pa.Table, count: int, table: str) -> None:
    if not count:
        show_line(NONE[table])
        return
    some = [*_list_rows(rows)]
    shown = {
        name: title
        for name, title in SHOWN[table].items()
        if any(row[name] is not None for row in some)
    }
    cells = [[_format_cell(name, row[name]) for name in shown] for row in some]
    titles = [*shown.values()]
    show_table(
        titles,
        cells,
        [title for title in titles if title not in _LEFT],
        goes=[title for title in _GOES if title in titles],
        cuts=[title for title in _CUT if title in titles],
    )
    if (more := count - len(some)) > 0:
        show_line(f"... and {more:,} more: --format json has them all")


def _format_cell(name: str, value: object) -> str:
    match value:
        case None:
            return ""
        case int() if name in _SIZES:
            return format_size(value)
        case float():
            return f"{value:.2%}"
        case int():
            return f"{value:,}"
        case _:
            text = shorten(str(value), _LONGEST)
            return quote_empty(text) if name == "path" else text
