"""`inlay scan PATHS`: the footers of many files, on this machine."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime, timedelta
from math import isfinite
from typing import TYPE_CHECKING, Any, Final, cast

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.options import FILE
from inlay.cli.pager import page_output
from inlay.cli.printing import warn, write
from inlay.cli.progress import show_progress
from inlay.wording.amounts import count

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pyarrow as pa

    from inlay.scan.tally import Tally

TABLES = (
    "files",
    "schema",
    "row_groups",
    "column_chunks",
    "extensions",
    "key_values",
    "problems",
    "others",
)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


@click.command("scan")
@click.argument("paths", nargs=-1, required=True)
@click.option(
    "--table",
    type=click.Choice(TABLES),
    default="files",
    show_default=True,
    help="Which table to print.",
)
@click.option("--columns", metavar="NAMES", help="Columns of the table, separated by commas.")
@click.option("--name", default="*", metavar="GLOB", help="Read only files whose name matches.")
@click.option(
    "-o", "--output", type=FILE, metavar="OUT", help="Write the table to OUT, as Parquet."
)
@page_output
def command(
    paths: tuple[str, ...], table: str, columns: str | None, name: str, output: str | None
) -> ExitCode:
    """Print a table of the footers of all files at PATHS (files, folders, globs), as JSON lines.

    A file that cannot be read is a row of the table `problems`, and of no other. If there are such files, their number
    is printed on stderr, and the exit code is 1. A file that does not look like Parquet, by its name or a magic at
    either end, is a row of the table `others`, and not a problem.
    """
    from inlay.scan.scan import scan_footers
    from inlay.scan.schemas import select_columns
    from inlay.scan.tally import Tally

    names = [name.strip() for name in columns.split(",")] if columns is not None else None
    try:
        schema = select_columns(table, names).schema
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--columns") from error
    with show_progress("scanning", "file", None) as line:
        tally = Tally(line.reach)
        batches = scan_footers(paths, table=table, columns=names, name=name, tally=tally)
        if output is None:
            for batch in batches:
                _print(batch)
        else:
            _write(batches, schema, output)
    sys.stdout.flush()
    if tally.others:
        _warn_of_others(tally, table)
    if not tally.unreadable:
        return ExitCode.OK
    _warn(tally, table)
    return ExitCode.FINDINGS


def _print(batch: pa.RecordBatch) -> None:
    """ASCII, so that no terminal and no encoding can spoil it."""
    lines = [json.dumps(_plain(row), allow_nan=False) + "\n" for row in _rows(batch)]
    write("".join(lines))


def _warn_of_others(tally: Tally, table: str) -> None:
    which = "" if table == "others" else ": --table others lists them"
    files = count(tally.files, "file")
    warn(f"{tally.others:,} of {files} passed over: not Parquet by name or content{which}")


def _warn(tally: Tally, table: str) -> None:
    files = "file" if tally.files == 1 else "files"
    why = "" if table == "problems" else ": --table problems says why"
    warn(f"{tally.unreadable:,} of {tally.files:,} {files} could not be read{why}")


def _rows(batch: pa.RecordBatch) -> list[dict[str, Any]]:
    """Moments as text: for a `datetime`, pyarrow would import pandas."""
    import pyarrow as pa

    is_moment = [pa.types.is_timestamp(type_) for type_ in batch.schema.types]
    types = [
        pa.int64() if moment else type_
        for type_, moment in zip(batch.schema.types, is_moment, strict=True)
    ]
    plain = pa.schema(list(zip(batch.schema.names, types, strict=True)))
    rows = batch.cast(plain).to_pylist()
    for name, moment in zip(batch.schema.names, is_moment, strict=True):
        if moment:
            for row in rows:
                if row[name] is not None:
                    row[name] = (_EPOCH + timedelta(microseconds=row[name])).isoformat()
    return rows


def _plain(value: Any) -> Any:
    match value:
        case dict():
            fields = cast("dict[str, Any]", value)
            return {name: _plain(value) for name, value in fields.items()}
        case list():
            elements: list[Any] = [*cast("Any", value)]
            if elements and isinstance(elements[0], tuple):
                return dict(elements)  # a map of Arrow
            return [_plain(element) for element in elements]
        case bytes():
            return f"0x{value.hex()}"
        case float():
            return value if isfinite(value) else str(value)
        case _:
            return value


def _write(batches: Iterable[pa.RecordBatch], schema: pa.Schema, output: str) -> None:
    from pyarrow.parquet import ParquetWriter

    from inlay.rewrite.new_file import NewFile

    # Hidden until it is whole, and from the scan itself, which may be of this very directory, and of a table.
    with (
        NewFile(output, allow={"table"}) as new,
        ParquetWriter(new.file, schema, compression="zstd") as writer,
    ):
        for batch in batches:
            writer.write_batch(batch)
