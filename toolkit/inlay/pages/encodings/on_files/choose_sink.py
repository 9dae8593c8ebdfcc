"""Where the bytes of a new file go, on a dry run too."""

from __future__ import annotations

from inlay.changes.rewrite.open_file import OpenFile
from inlay.ground.files.spliced import SplicedFile
from inlay.pages.engine.sink import FileSink, Sink
from inlay.pages.engine.thrift_file import ThriftFile


def choose_sink(file: ThriftFile, output: OpenFile | None) -> Sink:
    """For what is made of `file`; without an output, bytes are only counted, or kept where the end of the file depends on
    them."""
    if output is None and file.design:
        return SplicedFile(file.name)
    return FileSink(output)
