"""`inlay assemble TEXT -o OUT`: the file that a text of `inlay dump` stands for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import IO, Final

import click

from inlay.cli.options import FILE, overwrite_option
from inlay.cli.output import OutFile
from inlay.cli.printing import show_line
from inlay.cli.progress import LAST_LINE, READING, WRITING, progress_of, show_steps
from inlay.ground.wording.amounts import format_size

LONGEST_LINE: Final = 1 << 27
"""Characters. A value of 63 MiB fits, whatever its bytes are; a device gives zeros without an end of a line."""

_BLOCK: Final = 1 << 20


@click.command("assemble")
@click.argument("text", type=FILE)
@click.option(
    "--source",
    type=FILE,
    metavar="FILE",
    help="The file that was dumped; bodies are copied from it.",
)
@click.option(
    "-o",
    "--output",
    type=OutFile("Parquet"),
    required=True,
    metavar="OUT",
    help="Write the file to OUT.",
)
@overwrite_option
def command(text: str, source: str | None, output: str, overwrite: bool) -> None:
    """Make a file from TEXT, which `inlay dump` wrote and you may have edited. `-` is standard input.

    Places, sizes and CRCs that the text writes as such follow from the rest. Nothing is checked: the file is what the
    text says, valid or not.
    """
    from inlay.changes.rewrite.new_file import NewFile
    from inlay.ground.files.source import open_source
    from inlay.verbs.dump.assemble import read_blocks
    from inlay.verbs.dump.errors import AssemblyError

    with ExitStack() as stack:
        stack.enter_context(show_steps(READING, WRITING))
        stream = (
            sys.stdin
            if text == "-"
            else stack.enter_context(open(text, encoding="utf-8", errors="surrogateescape"))
        )
        try:
            with progress_of(text, READING, alone=True) as progress:
                parts = read_blocks(_read_blocks(stream, progress))
            LAST_LINE.begin_step(WRITING)
            copied = stack.enter_context(open_source(source)) if source is not None else None
            sources = [text, source] if source is not None else [text]
            with NewFile(output, overwrite=overwrite, sources=sources) as new:
                parts.write(new.file, copied)
        except AssemblyError as error:
            error.path = "standard input" if text == "-" else text
            raise
    show_line(f"{output}: {format_size(parts.size)}")


def _read_blocks(stream: IO[str], progress: Callable[[int], None]) -> Iterator[str]:
    """Whole lines, some at once; a character of them is nearly always a byte. Raises AssemblyError for a line that is too long."""
    from inlay.verbs.dump.errors import AssemblyError

    lines = read = 0
    while block := stream.read(_BLOCK):
        block += stream.readline(LONGEST_LINE + 1)
        last = block.rfind("\n", 0, -1) + 1
        lines += block.count("\n", 0, last)
        if len(block) - last > LONGEST_LINE:
            yield block[:last]
            reason = f"a line has at most {LONGEST_LINE:,} characters"
            raise AssemblyError(reason, lines + 1, LONGEST_LINE + 1)
        lines += 1
        yield block
        read += len(block)
        progress(read)
