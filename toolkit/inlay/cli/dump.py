"""`inlay dump FILE`: its metadata as text, which `inlay assemble` turns back into the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inlay.cli.key_options import add_key_options
from inlay.cli.options import FILE, overwrite_option
from inlay.cli.output import OutFile
from inlay.cli.pager import page_output
from inlay.cli.printing import show_line, write
from inlay.cli.progress import READING, WRITING, progress_of, show_steps

if TYPE_CHECKING:
    from inlay.footers.encryption.keys import EncryptionKeys
    from inlay.verbs.dump.dump import Bodies


@click.command("dump")
@click.argument("file", type=FILE)
@click.option(
    "--bodies",
    type=click.Choice(["copy", "hex"]),
    default="copy",
    show_default=True,
    help="Refer to bodies of pages in FILE, or write them out in hex.",
)
@click.option(
    "-o",
    "--output",
    type=OutFile("text"),
    metavar="OUT",
    help="Write the text to OUT instead of printing it.",
)
@overwrite_option
@add_key_options
@page_output
def command(
    file: str,
    bodies: Bodies,
    output: str | None,
    overwrite: bool,
    keys: EncryptionKeys | None,
) -> None:
    """Write the metadata of FILE as text: every field, with its offset, bytes and meaning.

    `inlay assemble` turns it back into the same file, byte for byte, or into another one if the text was edited. This works for
    damaged files, too: what cannot be read as metadata is kept as bytes. What keys decrypt is shown after its bytes, as comments.
    """
    from inlay.verbs.dump.dump import dump_blocks

    with (
        show_steps(READING, WRITING),
        progress_of(file, READING, alone=True) as progress,
        progress_of(file, WRITING, alone=True) as written,
    ):
        blocks = dump_blocks(file, bodies, progress, keys, written)
        if output is None:
            for block in blocks:
                write(f"{block}\n")
            return
        from inlay.changes.rewrite.new_file import NewFile

        with NewFile(output, overwrite=overwrite, sources=[file]) as new:
            for block in blocks:
                new.file.write(f"{block}\n".encode())
    show_line(output)
