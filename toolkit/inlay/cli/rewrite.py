"""`inlay rewrite PATHS... -o OUT`: the rows of files in new row groups, compressed or sorted anew."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.options import FILE, allow_of, dry_run_option, format_option, overwrite_option
from inlay.cli.pairs import pair_columns
from inlay.cli.parts.options import (
    code_of_refused,
    output_option,
    pair_rule_option,
    schema_rule_option,
)
from inlay.cli.printing import show_json, show_line
from inlay.cli.progress import (
    CHECKING,
    LAST_LINE,
    PLANNING,
    PRINTING,
    WRITING,
    show_progress,
    show_steps,
)
from inlay.ground.schema.quoted_names import split_names
from inlay.ground.wording.amounts import count, format_size

if TYPE_CHECKING:
    from inlay.ground.documents.values import Json
    from inlay.verbs.rewrite.progress import RewriteProgress, RewriteStage
    from inlay.verbs.rewrite.rewrite import RewrittenFile


@click.command("rewrite", short_help="Rewrite rows: row groups, compression, order.")
@click.argument("paths", nargs=-1, metavar="PATHS...", type=FILE, required=True)
@output_option
@click.option(
    "--row-group-size",
    type=click.IntRange(1, 64 << 20),
    metavar="ROWS",
    help="Rows per row group; by default as many as hold about 256 MiB of values, at most 1,048,576.",
)
@click.option(
    "--compression",
    metavar="CODEC[:LEVEL]",
    help="The codec: none, snappy, gzip, brotli, lz4 or zstd, such as zstd:9; by default each column keeps its codec.",
)
@click.option(
    "--sort-by",
    metavar="COLUMN[:desc],...",
    help="Sort the rows, nulls last. They are sorted in memory: at most 2 GiB of values.",
)
@click.option(
    "--encode",
    "encodings",
    multiple=True,
    metavar="COLUMN=ENCODING",
    help="Store a column in this encoding: dictionary, plain, delta_binary_packed, delta_length_byte_array, delta_byte_array or "
    "byte_stream_split. May be repeated.",
)
@schema_rule_option
@pair_rule_option
@dry_run_option
@overwrite_option
@allow_of("table")
@format_option
def command(
    paths: tuple[str, ...],
    output: str,
    row_group_size: int | None,
    compression: str | None,
    sort_by: str | None,
    encodings: tuple[str, ...],
    schema: Any,
    metadata: Any,
    dry_run: bool,
    overwrite: bool,
    allow: tuple[str, ...],
    format_: str,
) -> ExitCode:
    """Write the rows of the files at PATHS into OUT, in new row groups and pages.

    Every page is decoded, and both sides are compared before OUT appears; `concat` moves pages as they are. A folder or a glob stands for its files, in
    the order of their names.
    """
    from inlay.ground.refusals import RefusedError
    from inlay.verbs.rewrite.rewrite import rewrite

    try:
        with _show_stages() as progress:
            file = rewrite(
                paths,
                output,
                row_group_size=row_group_size,
                compression=compression,
                sort_by=split_names(sort_by) if sort_by is not None else None,
                encode=pair_columns("--encode", encodings),
                schema=schema,
                metadata=metadata,
                overwrite=overwrite,
                dry_run=dry_run,
                allow=frozenset(allow),
                progress=progress,
            )
    except RefusedError as error:
        return code_of_refused(error)
    if format_ == "json":
        show_json(document_of("rewrite", {"files": [_describe(file)]}))
    else:
        _show(file)
    return ExitCode.OK


@contextmanager
def _show_stages() -> Generator[RewriteProgress]:
    """The line of the command: footers that are read, rows that are written, rows that are compared."""
    from inlay.verbs.rewrite.progress import RewriteStage

    with (
        show_steps(PLANNING, WRITING, CHECKING, PRINTING),
        show_progress("reading footers", "file", None) as footers,
        show_progress(WRITING, "row", None) as writing,
        show_progress("comparing", "row", None) as comparing,
    ):
        lines = {
            RewriteStage.FOOTERS: footers,
            RewriteStage.WRITTEN: writing,
            RewriteStage.COMPARED: comparing,
        }

        def reach(stage: RewriteStage, done: int, total: int) -> None:
            if stage is RewriteStage.WRITTEN:
                LAST_LINE.begin_step(WRITING if done < total else CHECKING)
            lines[stage].reach_of(done, total)

        yield reach


def _show(file: RewrittenFile) -> None:
    before = f"{count(file.old_row_groups, 'row group')} in {format_size(file.old_size)}"
    after = count(file.row_groups, "row group")
    verb = "would write" if file.size is None else "wrote"
    if file.size is not None:
        after += f" in {format_size(file.size)}"
    rows = f"{count(file.rows, 'row')}, {count(file.columns, 'column')}"
    show_line(f"{file.path}: {verb} {rows}; {before} -> {after}")
    for note in file.notes:
        show_line(f"  {note}")


def _describe(file: RewrittenFile) -> dict[str, Json]:
    return {
        "path": file.path,
        "rows": file.rows,
        "row_groups": file.row_groups,
        "columns": file.columns,
        "size": file.size,
        "sources": {
            "files": file.sources,
            "row_groups": file.old_row_groups,
            "size": file.old_size,
        },
        "notes": list(file.notes),
    }
