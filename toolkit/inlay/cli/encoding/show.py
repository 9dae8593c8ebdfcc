"""`inlay encoding show FILE`: which chunks have a new encoding, and where it lies."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.options import FILE, format_option
from inlay.cli.printing import show_json, show_line, show_table
from inlay.wording.amounts import count

if TYPE_CHECKING:
    from inlay.cli.report.json_values import Json
    from inlay.encoding.on_files import EncodedChunk

LAYOUT = 1
"""Raised when a key changes its name or meaning; new keys do not raise it."""


@click.command("show", short_help="List the new encodings.")
@click.argument("file", type=FILE)
@format_option
def command(file: str, format_: str) -> ExitCode:
    """List the column chunks of FILE that have a new encoding.

    Reads only the footer. Exit code 1 if the extension that describes an encoding is damaged.
    """
    from inlay.encoding.on_files import encoded_in

    found = encoded_in(file)
    if format_ == "json":
        show_json(_json(file, found))
    else:
        _show(file, found)
    return ExitCode.FINDINGS if any(one.finding for one in found) else ExitCode.OK


def _show(file: str, found: list[EncodedChunk]) -> None:
    if not found:
        show_line(f"{file}: no new encodings")
        return
    rows = [
        (
            f"{one.row_group}",
            one.column,
            f"{one.encoding.name} {one.encoding.version}" if one.encoding else "",
            f"{one.encoding.offset:,}" if one.encoding else "",
            f"{one.encoding.length:,}" if one.encoding else "",
            f"{len(one.encoding.pages):,}" if one.encoding else "",
            f"{one.old_size:,}",
            f"finding: {one.finding}" if one.finding else "",
        )
        for one in found
    ]
    total = _total(found)
    rows.append(
        (
            "all",
            count(len({one.column for one in found}), "column"),
            "",
            "",
            f"{total.new:,}",
            f"{total.pages:,}",
            f"{total.old:,}",
            "",
        )
    )
    titles = ("row group", "column", "encoding", "offset", "bytes", "pages", "old bytes", "")
    show_table(titles, rows, right=("row group", *titles[3:7]))


class _Total(NamedTuple):
    """Of all chunks whose extensions can be read."""

    new: int
    old: int
    pages: int


def _total(found: list[EncodedChunk]) -> _Total:
    there = [(one.encoding, one.old_size) for one in found if one.encoding is not None]
    return _Total(
        sum(encoding.length for encoding, _ in there),
        sum(old for _, old in there),
        sum(len(encoding.pages) for encoding, _ in there),
    )


def _json(file: str, found: list[EncodedChunk]) -> Json:
    chunks: list[Json] = [
        {
            "row_group": one.row_group,
            "column": one.column,
            "encoding": one.encoding.name if one.encoding else None,
            "version": one.encoding.version if one.encoding else None,
            "offset": one.encoding.offset if one.encoding else None,
            "length": one.encoding.length if one.encoding else None,
            "pages": len(one.encoding.pages) if one.encoding else None,
            "old_length": one.old_size,
            "finding": str(one.finding) if one.finding else None,
        }
        for one in found
    ]
    total: dict[str, Json] = {
        "length": _total(found).new,
        "old_length": _total(found).old,
        "pages": _total(found).pages,
    }
    return {"encoding": LAYOUT, "path": file, "chunks": chunks, "total": total}
