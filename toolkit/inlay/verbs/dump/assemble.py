"""The text of a file as the file: `inlay assemble`. docs/dump.md has the text."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final

from inlay.ground.files.source import Source, open_source
from inlay.ground.keywords import check_keywords
from inlay.verbs.dump.text_reader import TextReader
from inlay.verbs.dump.unsettled import Assembly

_BATCH: Final = 10_000
"""Lines that are read at once."""


@check_keywords
def assemble(text: str | Iterable[str], *, source: Source | None = None) -> bytes:
    """The bytes that the text stands for. `source` is the file that was dumped, which a text without bodies needs.

    Raises AssemblyError, with line and column, for a text that stands for no bytes and for another source; OSError for a
    source that cannot be read.
    """
    output = read_text(text)
    if source is None:
        return b"".join(output.chunks(None))
    with open_source(source) as file:
        return b"".join(output.chunks(file))


def read_text(text: str | Iterable[str]) -> Assembly:
    """The same, before anything is copied from a source. Raises AssemblyError."""
    reader = TextReader()
    lines = iter(text.splitlines() if isinstance(text, str) else text)
    while batch := [line.rstrip("\r\n") for line in islice(lines, _BATCH)]:
        block = "\n".join(batch)
        if block.count("\n") < len(batch):
            reader.read_block(block)
        else:  # a line feed inside of a line is a space
            for line in batch:
                reader.read_line(line)
    return reader.finish()


def read_blocks(blocks: Iterable[str]) -> Assembly:
    """The same of any number of whole lines at once, with line feeds between them and perhaps at the end."""
    reader = TextReader()
    for block in blocks:
        reader.read_block(block.removesuffix("\n"))
    return reader.finish()
