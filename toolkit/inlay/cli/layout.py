"""`inlay layout PATHS`: who owns each byte of a file, in the terminal, as a picture, as a page or as JSON."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, Final

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.key_options import add_key_options
from inlay.cli.many_files import is_alone, many_files, run_each
from inlay.cli.options import overwrite_option, share_option
from inlay.cli.output import OutFile, choose_format
from inlay.cli.pager import page_output
from inlay.cli.printing import show_line, write
from inlay.cli.progress import LAST_LINE, PRINTING, READING, progress_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from inlay.cli.layout_many import LaidOut, ShowOne
    from inlay.footers.encryption.keys import EncryptionKeys
    from inlay.verbs.layout.ledger import Ledger


_WRITTEN: Final = ("json", "svg", "html")


@click.command("layout")
@many_files
@click.option(
    "--by",
    type=click.Choice(["kind", "column", "encoding", "field"]),
    help="Print only the bytes of each kind, column or encoding, or of each field of the footer.",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json", "svg", "html"]),
    default=None,
    show_default="text, or as the name of OUT says",
    help="Tables for people, everything as data, a picture, or a page to explore.",
)
@click.option(
    "-o",
    "--output",
    type=OutFile(*_WRITTEN),
    metavar="OUT",
    help="Write to OUT instead: a file of .json, .svg or .html.",
)
@overwrite_option
@share_option
@add_key_options
@page_output
def command(
    paths: tuple[str, ...],
    jobs: int,
    by: str | None,
    format_: str | None,
    output: str | None,
    overwrite: bool,
    share: bool,
    keys: EncryptionKeys | None,
) -> ExitCode:
    """Show who owns each byte of the files at PATHS: pages with their headers, levels, dictionaries and values, indexes, Bloom
    filters, the footer by field, padding, and bytes that belong to nothing.

    Bodies of pages are not read. The exit code is 3 if a file has no footer that can be read, and 1 if anything else is not as
    the footer says. A single such file is shown as far as possible. --format html takes one file; --format svg with several PATHS draws
    them beside each other, at one scale, such as a lake before and after a rewrite.
    """
    format_ = choose_format(output, format_, _WRITTEN)
    if by is not None and format_ != "text":
        raise click.UsageError("--by prints a table: leave --format and -o out")
    if not is_alone(paths) and (format_ == "html" or (output is not None and format_ == "json")):
        raise click.UsageError("--format html, and -o with --format json, take one file")
    if output is not None:
        from inlay.changes.rewrite.new_file import require_output

        require_output(output, overwrite=overwrite, sources=paths)
    if not is_alone(paths) and format_ == "svg":
        from inlay.cli.layout_beside import draw_paths

        picture, code = draw_paths(paths, share=share, keys=keys)
        if picture:
            _deliver([f"{picture}\n"], paths, output, overwrite)
        return code
    job = partial(
        _show,
        by=by,
        format_=format_,
        output=output,
        overwrite=overwrite,
        share=share,
        keys=keys,
    )
    if format_ == "text" and not is_alone(paths):
        from inlay.cli.layout_many import lay_out_each

        return lay_out_each(paths, jobs, job)
    end = partial(_end, show=job)
    return run_each(paths, jobs, end, document="layout" if format_ == "json" else None)


def _end(path: str, alone: bool, *, show: ShowOne) -> ExitCode:
    return show(path, alone).code


def _show(
    path: str,
    alone: bool,
    *,
    by: str | None,
    format_: str,
    output: str | None,
    overwrite: bool,
    share: bool,
    keys: EncryptionKeys | None,
) -> LaidOut:
    from inlay.cli.layout_many import LaidOut, add_up
    from inlay.verbs.layout.read_ledger import (
        read_ledger,
        read_sealed_ledger,
        read_summed_ledger,
    )

    with progress_of(path, READING, alone) as progress:
        if format_ == "text" and by != "field" and not share:
            ledger = read_summed_ledger(path, progress=progress, keys=keys)
        elif format_ == "json" and not share:
            ledger = read_sealed_ledger(path, progress=progress, keys=keys)
        else:
            ledger = read_ledger(path, progress=progress, keys=keys)
    LAST_LINE.begin_step(PRINTING)  # a long document is made before any of it is printed
    if ledger.error is not None and not alone:
        raise ledger.error
    if share:
        ledger = ledger.hide_names()
    if format_ == "text":
        _print(ledger, by, alone)
    else:
        pieces = _render(ledger, format_, in_line=output is None and not alone)
        _deliver(pieces, [path], output, overwrite)
    sys.stdout.flush()
    if ledger.error is not None:
        raise ledger.error
    totals = add_up(ledger) if format_ == "text" and not alone else []
    return LaidOut(ExitCode.FINDINGS if ledger.findings else ExitCode.OK, totals)


def _print(ledger: Ledger, by: str | None, alone: bool) -> None:
    from inlay.cli.layout_text import print_summary, print_totals

    if not alone:
        show_line(f"{ledger.file}:")
    elif by is None:
        show_line(ledger.file)
    if by is None:
        print_summary(ledger)
    else:
        print_totals(ledger, by)
    if not alone:
        write("\n")


def _render(ledger: Ledger, format_: str, *, in_line: bool) -> Iterable[str]:
    """`in_line` for one of several documents, each on a line."""
    if format_ == "json":
        from inlay.cli.layout_json import write_json

        return write_json(ledger, in_line=in_line)
    return [ledger.to_html() if format_ == "html" else ledger.to_svg() + "\n"]


def _deliver(
    pieces: Iterable[str], paths: Sequence[str], output: str | None, overwrite: bool
) -> None:
    if output is None:
        for text in pieces:
            write(text)
        return
    from inlay.changes.rewrite.new_file import NewFile

    with NewFile(output, overwrite=overwrite, sources=paths) as new:
        for text in pieces:
            # Text that is not UTF-8 cannot be written as what it is.
            new.file.write(text.encode("utf-8", "backslashreplace"))
    show_line(output)
