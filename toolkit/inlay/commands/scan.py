"""`inlay scan PATHS`: the footers of many files, on this machine."""

from __future__ import annotations

import json
import sys
from math import isfinite
from typing import TYPE_CHECKING, Any, cast

import click

from inlay.commands.options import FILE

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pyarrow as pa

TABLES = ("files", "schema", "row_groups", "column_chunks", "extensions", "key_values", "problems")


@click.command("scan")
@click.argument("paths", nargs=-1, required=True)
@click.option(
    "--table", type=click.Choice(TABLES), default="files", show_default=True, help="What to tell."
)
@click.option("--columns", metavar="NAMES", help="Some of its columns, with commas between them.")
@click.option("--name", default="*", metavar="GLOB", help="Only files whose name matches.")
@click.option("-o", "--output", type=FILE, metavar="OUT", help="Write Parquet to OUT.")
def command(
    paths: tuple[str, ...], table: str, columns: str | None, name: str, output: str | None
) -> None:
    """Print a table of the footers of all files at PATHS (files, directories, globs), as JSON lines.

    A file that cannot be read is a row of the table `problems`, and nowhere else.
    """
    from inlay.scan.scan import scan_footers
    from inlay.scan.schemas import selection

    names = [one.strip() for one in columns.split(",")] if columns is not None else None
    try:
        schema = selection(table, names).schema
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--columns") from error
    batches = scan_footers(paths, table=table, columns=names, name=name)
    if output is None:
        for batch in batches:
            _print(batch)
    else:
        _write(batches, schema, output)


def _print(batch: pa.RecordBatch) -> None:
    """ASCII, so that no terminal and no encoding can spoil it."""
    lines = [json.dumps(_plain(row), allow_nan=False) + "\n" for row in batch.to_pylist()]
    sys.stdout.write("".join(lines))


def _plain(value: Any) -> Any:
    match value:
        case dict():
            fields = cast("dict[str, Any]", value)
            return {name: _plain(one) for name, one in fields.items()}
        case list():
            elements: list[Any] = [*cast("Any", value)]
            if elements and isinstance(elements[0], tuple):
                return dict(elements)  # a map of Arrow
            return [_plain(one) for one in elements]
        case bytes():
            return f"0x{value.hex()}"
        case float():
            return value if isfinite(value) else str(value)
        case int() | str() | None:
            return value
        case _:
            return value.isoformat()


def _write(batches: Iterable[pa.RecordBatch], schema: pa.Schema, output: str) -> None:
    from pyarrow.parquet import ParquetWriter

    from inlay.rewrite.new_file import NewFile

    # Hidden until it is whole, and from the scan itself, which may be of this very directory.
    with (
        NewFile(output) as new,
        ParquetWriter(new.file, schema, compression="zstd") as writer,
    ):
        for batch in batches:
            writer.write_batch(batch)
