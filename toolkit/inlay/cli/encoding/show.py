"""`inlay encoding show PATHS`: which chunks have a new encoding, and where it lies."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_files import many_files, run_each
from inlay.cli.options import format_option
from inlay.cli.printing import show_json, show_line, show_table
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from inlay.ground.documents.values import Json
    from inlay.pages.encodings.on_files import EncodedChunk


@click.command("show", short_help="List the new encodings.")
@many_files
@format_option
def command(paths: tuple[str, ...], jobs: int, format_: str) -> ExitCode:
    """List the column chunks of the files at PATHS that have a new encoding.

    Reads only the footer. Exit code 1 if the extension that describes an encoding is damaged.
    """
    is_json = format_ == "json"
    job = partial(_list_chunks, is_json=is_json)
    return run_each(paths, jobs, job, document="encoding show" if is_json else None)


def _list_chunks(path: str, alone: bool, *, is_json: bool) -> ExitCode:
    from inlay.pages.encodings.on_files import list_encodings

    chunks = list_encodings(path)
    if is_json:
        show_json(_json(path, chunks), in_line=not alone)
    else:
        _show(path, alone, chunks)
    return ExitCode.FINDINGS if any(chunk.finding for chunk in chunks) else ExitCode.OK


def _show(path: str, alone: bool, chunks: list[EncodedChunk]) -> None:
    if not chunks:
        show_line(f"{path}: no new encodings")
        return
    if not alone:
        show_line(f"{path}: {count(len(chunks), 'column chunk')} with new encodings")
    rows = [
        (
            f"{chunk.row_group}",
            chunk.column,
            f"{chunk.encoding.name} {chunk.encoding.version}" if chunk.encoding else "",
            f"{chunk.encoding.offset:,}" if chunk.encoding else "",
            f"{chunk.encoding.length:,}" if chunk.encoding else "",
            f"{len(chunk.encoding.pages):,}" if chunk.encoding else "",
            f"{chunk.old_size:,}",
            f"finding: {chunk.finding}" if chunk.finding else "",
        )
        for chunk in chunks
    ]
    total = _total(chunks)
    rows.append(
        (
            "all",
            count(len({chunk.column for chunk in chunks}), "column"),
            "",
            "",
            f"{total.new:,}",
            f"{total.pages:,}",
            f"{total.old:,}",
            "",
        )
    )
    titles = ("row group", "column", "encoding", "offset", "bytes", "pages", "old bytes", "")
    show_table(titles, rows, right=("row group", *titles[3:7]), goes=("offset", "pages"))


class _Total(NamedTuple):
    """Of all chunks whose extensions can be read."""

    new: int
    old: int
    pages: int


def _total(chunks: list[EncodedChunk]) -> _Total:
    there = [(chunk.encoding, chunk.old_size) for chunk in chunks if chunk.encoding is not None]
    return _Total(
        sum(encoding.length for encoding, _ in there),
        sum(old for _, old in there),
        sum(len(encoding.pages) for encoding, _ in there),
    )


def _json(file: str, encoded: list[EncodedChunk]) -> Json:
    chunks: list[Json] = [
        {
            "row_group": chunk.row_group,
            "column": chunk.column,
            "encoding": chunk.encoding.name if chunk.encoding else None,
            "version": chunk.encoding.version if chunk.encoding else None,
            "offset": chunk.encoding.offset if chunk.encoding else None,
            "length": chunk.encoding.length if chunk.encoding else None,
            "pages": len(chunk.encoding.pages) if chunk.encoding else None,
            "old_length": chunk.old_size,
            "finding": str(chunk.finding) if chunk.finding else None,
        }
        for chunk in encoded
    ]
    total: dict[str, Json] = {
        "length": _total(encoded).new,
        "old_length": _total(encoded).old,
        "pages": _total(encoded).pages,
    }
    return document_of("encoding show", {"path": file, "chunks": chunks, "total": total})
