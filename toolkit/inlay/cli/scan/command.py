"""`inlay scan PATHS`: the footers of many files, on this machine."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Final

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.key_options import add_key_options
from inlay.cli.many_files import code_of_read
from inlay.cli.options import format_option_of, overwrite_option, schema_option_of
from inlay.cli.output import OutFile, choose_format
from inlay.cli.pager import page_output
from inlay.cli.printing import show_line, warn, write
from inlay.cli.progress import PRINTING, show_progress, show_steps
from inlay.cli.stored_footers import find_stored, list_scanned, store_option
from inlay.ground.wording.amounts import count
from inlay.ground.wording.missed import describe_passed_over

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pyarrow as pa

    from inlay.footers.encryption.keys import EncryptionKeys
    from inlay.tables.scan.tally import Tally

TABLES = (
    "files",
    "schema",
    "row_groups",
    "column_chunks",
    "extensions",
    "key_values",
    "problems",
    "others",
    "pages",
    "page_indexes",
    "bloom_filters",
)


SCANNING: Final = "scanning"
_LINES: Final = "JSON lines"
_WRITTEN: Final = ("Parquet", _LINES)

_ROWS: Final = 1024
"""That are made lines of together."""


@click.command("scan")
@click.argument("paths", nargs=-1, required=True)
@click.option(
    "--table",
    type=click.Choice(TABLES),
    metavar="NAME",
    help=f"Which table to print: {', '.join(TABLES[:-1])} or {TABLES[-1]}; by default files, with --schema extensions.",
)
@schema_option_of(
    "Print the extensions of these types alone, with a column for each of their fields."
)
@click.option(
    "--columns",
    multiple=True,
    metavar="NAMES",
    help="The columns to print, separated by commas; may be repeated.",
)
@click.option("--name", default="*", metavar="GLOB", help="Read only files whose name matches.")
@click.option(
    "-o",
    "--output",
    type=OutFile(*_WRITTEN),
    metavar="OUT",
    help="Write the table to OUT, as Parquet; or as lines of JSON, if its name ends in .jsonl.",
)
@overwrite_option
@store_option
@add_key_options
@format_option_of(None, "text on a terminal")
@page_output
def command(
    paths: tuple[str, ...],
    table: str | None,
    schemas: tuple[str, ...],
    columns: tuple[str, ...],
    name: str,
    output: str | None,
    overwrite: bool,
    store: str | None,
    keys: EncryptionKeys | None,
    format_: str | None,
) -> ExitCode:
    """Print a table of the footers of all files at PATHS (files, folders, globs).

    On a terminal, it is a table for people: some rows and columns, and what is wrong with files below them. Elsewhere,
    and with --format json, a row is a line of JSON.

    A file that cannot be read is a row of the table `problems`, and of no other. If there are such files, their number
    is printed on stderr, and the exit code is 1. A file of a folder or a glob that does not look like Parquet, neither
    by its name nor by the magic bytes at either end, is a row of the table `others` instead, and no problem.

    Only footers are read, except for the tables `pages`, `page_indexes` and `bloom_filters`.
    """
    from inlay.cli.scan.scan_screen import ShownScan, choose_typed
    from inlay.tables.scan.scan import scan_footers, scan_tables
    from inlay.tables.scan.schemas import OF_PAGES
    from inlay.tables.scan.tally import Tally

    if output is not None:
        said = _LINES if format_ == "json" else format_
        format_ = choose_format(output, said, _WRITTEN, "Parquet")
        from inlay.changes.rewrite.new_file import require_output

        require_output(output, overwrite=overwrite, sources=paths)
    names = [name.strip() for text in columns for name in text.split(",")] or None
    table = table or ("extensions" if schemas else "files")
    if schemas and table != "extensions":
        raise click.UsageError("--schema is for --table extensions")
    if store is not None and table in OF_PAGES:
        raise click.UsageError(
            f"a store has footers alone: --table {table} is read without --store"
        )
    filesystem, sources = find_stored(store, paths)
    is_text = format_ == "text" or (format_ is None and output is None and sys.stdout.isatty())
    shown: ShownScan | None = None
    listed = list_scanned(sources, filesystem, name)
    with show_steps(SCANNING, PRINTING), show_progress(SCANNING, "file", None, listed) as line:
        tally = Tally(line.reach)
        try:
            scan = scan_footers(
                sources,
                filesystem,
                table=table,
                columns=names,
                types=schemas or None,
                name=name,
                tally=tally,
                keys=keys,
            )
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint="--columns") from error
        if is_text:
            shown = ShownScan(table, names if names or not schemas else choose_typed(scan.schema))
            tables = (
                ((table, batch) for batch in scan)
                if schemas
                else scan_tables(
                    sources, filesystem, wanted=shown.wanted, name=name, tally=tally, keys=keys
                )
            )
            for of, batch in tables:
                shown.add(of, batch)
        elif output is None:
            for batch in scan:
                for lines in _list_lines(batch):
                    write(lines)
        else:
            rows = _write(scan, output, overwrite, paths, is_json=format_ == _LINES)
            show_line(f"{output}: wrote {count(rows, 'row')} of the table {table}")
    if shown is not None:
        shown.show()
    sys.stdout.flush()
    if tally.others:
        _warn_of_others(tally, table)
    if not tally.unreadable:
        return code_of_read(tally.files - tally.others)
    _warn(tally, is_told=is_text or table == "problems")
    return ExitCode.FINDINGS


def _list_lines(batch: pa.RecordBatch) -> Iterator[str]:
    """Some at a time: rows as objects take twenty times as much as in Arrow. ASCII, so that no terminal and no encoding can spoil it."""
    from inlay.cli.scan.plain_rows import list_plain_rows

    for start in range(0, batch.num_rows, _ROWS):
        rows = list_plain_rows(batch.slice(start, _ROWS))
        yield "".join(json.dumps(row, allow_nan=False) + "\n" for row in rows)


def _warn_of_others(tally: Tally, table: str) -> None:
    which = "" if table == "others" else ": --table others lists them"
    warn(f"{describe_passed_over(tally.others, tally.files)}{which}")


def _warn(tally: Tally, *, is_told: bool) -> None:
    files = count(tally.files - tally.others, "file")
    why = "" if is_told else ": --table problems says why"
    warn(f"{tally.unreadable:,} of {files} could not be read{why}")


def _write(
    batches: pa.RecordBatchReader,
    output: str,
    overwrite: bool,
    paths: Sequence[str],
    *,
    is_json: bool,
) -> int:
    """The number of rows."""
    from pyarrow.parquet import ParquetWriter

    from inlay.changes.rewrite.new_file import NewFile

    rows = 0
    # Hidden until it is whole, and from the scan itself, which may be of this very directory.
    with NewFile(output, overwrite=overwrite, sources=paths) as new:
        if is_json:
            for batch in batches:
                rows += batch.num_rows
                for lines in _list_lines(batch):
                    new.file.write(lines.encode())
            return rows
        with ParquetWriter(new.file, batches.schema, compression="zstd") as writer:
            for batch in batches:
                rows += batch.num_rows
                writer.write_batch(batch)
    return rows
