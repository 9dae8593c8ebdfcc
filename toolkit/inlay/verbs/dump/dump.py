"""A file of any form as text: `inlay dump`. docs/dump.md has the text."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from functools import partial
from heapq import merge
from operator import attrgetter
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from inlay.footers.footer.errors import FooterError
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.read import read_footer
from inlay.ground.files.read_ahead import ReadAhead
from inlay.ground.files.source import Source, open_source, read_at, size_of
from inlay.ground.free_memory import give_back
from inlay.ground.keywords import check_keywords
from inlay.pages.engine.progress import Progress, ignore_progress
from inlay.verbs.dump.lines import Line, WrittenLines, write_bytes, write_lines
from inlay.verbs.dump.pieces import FilePiece, OpenedModule, find_pieces
from inlay.verbs.dump.places import Places
from inlay.verbs.dump.tails import write_alone, write_content, write_trailer
from inlay.verbs.dump.thrift import write_struct
from inlay.verbs.dump.unsettled import CHECKED
from inlay.verbs.dump.whole_struct import PageTexts, find_whole, open_pages
from parquet_format.parquet import FileCryptoMetaData, FileMetaData

if TYPE_CHECKING:
    from inlay.footers.encryption.keys import EncryptionKeys, KeyRetriever

Bodies: TypeAlias = Literal["copy", "hex"]
"""What becomes of bodies of pages and of Bloom filters: a reference to the source, or their bytes."""

_SHORT: Final = 32
"""Bytes up to which a body is written out in any case."""

_STEP: Final = 1 << 20
_START: Final = attrgetter("start")

_BLOCK: Final = 1 << 16
"""Characters of a block at least, but for the last one."""


@check_keywords
def dump(
    source: Source,
    *,
    bodies: Bodies = "copy",
    progress: Progress = ignore_progress,
    keys: EncryptionKeys | KeyRetriever | None = None,
) -> Iterator[str]:
    """The text of a file, line by line; `assemble` makes the same bytes of it. A file that is damaged, or not Parquet, has a
    text, too. `progress` is told how many bytes of the file were looked through, which comes before the first line. What `keys` open stands behind its bytes,
    as comments. Raises DecryptionError where one does not open what it was given for, OSError for what cannot be read, also while the lines are taken.
    """
    for block in dump_blocks(source, bodies, progress, keys):
        yield from block.split("\n")


def dump_blocks(
    source: Source,
    bodies: Bodies,
    progress: Progress,
    keys: EncryptionKeys | KeyRetriever | None = None,
    written: Progress = ignore_progress,
) -> Iterator[str]:
    """The same text, any number of lines at once. There is no line feed at the end of a block. `written` is told how many bytes of the
    file have their text."""
    with open_source(source) as opened:
        file = ReadAhead(opened)
        writer = _Dump(file, bodies, progress, written)
        if keys is None:
            yield from _gather(writer.write(_footer_of(source)))
            return
        from inlay.verbs.dump.opened_modules import list_opened_modules, write_footer_comments

        footer = _footer_of(source, keys)
        if footer is not None:
            writer.modules = list_opened_modules(source, keys)
            writer.comments = write_footer_comments(footer)
        yield from _gather(writer.write(footer))


def _gather(blocks: Iterator[str]) -> Iterator[str]:
    """The same text in longer blocks: of a wide file there are a million, and whoever writes them takes its time with each."""
    waiting: list[str] = []
    size = 0
    for block in blocks:
        waiting.append(block)
        size += len(block)
        if size >= _BLOCK:
            yield "\n".join(waiting)
            waiting.clear()
            size = 0
    if waiting:
        yield "\n".join(waiting)


def _footer_of(source: Source, keys: EncryptionKeys | KeyRetriever | None = None) -> Footer | None:
    try:
        return read_footer(source, keys=keys)
    except FooterError:
        return None


class _Dump:
    def __init__(
        self, file: ReadAhead, bodies: Bodies, progress: Progress, written: Progress
    ) -> None:
        self.file = file
        self.progress = progress
        self.written = written
        self.size = size_of(file)
        self.bodies = bodies
        self.places = Places([], None)
        self.pages: PageTexts | None = None
        self.modules: Iterable[OpenedModule] = ()
        self.comments: Iterable[str] = ()

    def write(self, footer: Footer | None) -> Iterator[str]:
        if self.bodies == "copy" or not self.size:  # the text of an empty file says so
            crc = zlib.crc32(read_at(self.file, max(self.size - CHECKED, 0), CHECKED))
            yield f"source {self.size} crc32 0x{crc:08x}"
        if footer is None:
            yield from self._unknown(0, self.size, "not read as Parquet")
            return
        pieces = find_pieces(self.file, footer, self.progress)
        give_back(
            self.size - footer.offset
        )  # what all owners took: the names of all pieces would come on top
        yield from self._body(footer, pieces)
        del pieces
        yield from self._footer(footer)

    def _body(self, footer: Footer, pieces: Iterable[FilePiece]) -> Iterator[str]:
        footer_end = footer.offset + len(footer.end.own_thrift(footer))
        extent = (footer.offset, footer_end) if footer_end > footer.offset else None
        self.places = Places(pieces, extent)
        give_back(self.size - footer.offset)  # what numbering all labels took
        self.pages = open_pages(self.places)
        position = 0
        parts: tuple[Iterable[FilePiece | OpenedModule], ...] = (pieces, self.modules)
        for piece in merge(*parts, key=_START):
            if position != piece.start:
                yield from self._take_pages(0)
                yield from self._unknown(position, piece.start)
            if isinstance(piece, OpenedModule):
                yield from self._take_pages(0)
                yield from self._unknown(piece.start, piece.end, piece.note)
                yield from piece.lines
            elif self._add_page(piece):
                yield from self._take_pages(_BLOCK)
            else:
                yield from self._take_pages(0)
                yield from self._labels(piece.start)
                yield from self._piece(piece)
            position = piece.end
            self.written(position)
        yield from self._take_pages(0)
        yield from self._unknown(position, footer.offset)

    def _add_page(self, piece: FilePiece) -> bool:
        """Whether it was written with its labels, but for those of its end, which are those of what follows."""
        if self.pages is None or not 0 < piece.end - piece.body <= _SHORT:
            return False
        return self.pages.write(read_at(self.file, piece.start, piece.end - piece.start), piece)

    def _take_pages(self, least: int) -> Iterator[str]:
        """Of the pages that were added, if they are so long."""
        if self.pages is not None and self.pages.count() > least:
            yield from self.pages.take()

    def _piece(self, piece: FilePiece) -> Iterator[str]:
        """Behind the labels of its beginning."""
        data = read_at(self.file, piece.start, piece.body - piece.start)
        symbols = self.places.symbols(piece.label)
        whole = find_whole(data, piece.start, piece.schema, symbols)
        if whole is not None:
            yield from whole.pieces()
            end = piece.start + whole.end
        else:
            done = write_struct(data, piece.start, piece.schema, symbols)
            yield from write_lines(done.lines, data, piece.start)
            end = done.end
        yield from self._raw(end, piece.body)
        if piece.body != piece.end:
            yield from self._labels(piece.body)
            yield from self._unknown(piece.body, piece.end, piece.note)

    def _footer(self, footer: Footer) -> Iterator[str]:
        start = footer.offset
        yield from self._labels(start)
        if footer.end.own_thrift(footer):
            yield from self._thrift(footer)
            start += len(footer.end.own_thrift(footer))
            yield from self._labels(start)
            lines: Iterable[Line | WrittenLines] = write_trailer(footer, start)
        elif footer.flatbuffer is not None:
            lines = write_alone(footer)
        else:
            self.places, self.pages = Places([], None), None  # which modules do not lead to
            lines = self._modules(footer)
        yield from write_lines(lines, footer.tail(), footer.offset)

    def _modules(self, footer: Footer) -> Iterable[Line | WrittenLines]:
        # Only now: such footers need pyarrow, and few files have one.
        from inlay.footers.designs.alone import AloneEnd
        from inlay.verbs.dump.modules import write_modules

        assert isinstance(footer.end, AloneEnd)
        return write_modules(footer, footer.end.design)

    def _thrift(self, footer: Footer) -> Iterator[str]:
        thrift, start = footer.end.own_thrift(footer), footer.offset
        schema = (FileCryptoMetaData if footer.is_sealed else FileMetaData).SCHEMA
        symbols = self.places.symbols("footer")
        contents = partial(write_content, footer)
        whole = find_whole(thrift, start, schema, symbols, contents)
        if whole is not None:
            yield from whole.pieces()
            end = start + whole.end
        else:
            done = write_struct(thrift, start, schema, symbols, contents)
            yield from write_lines(done.lines, thrift, start)
            end = done.end
        yield from self._raw(end, start + len(thrift), "behind the struct")
        yield from self.comments

    def _labels(self, position: int) -> Iterator[str]:
        if labels := self.places.take_labels(position):
            yield " ".join(f"@{label}" for label in labels)

    def _unknown(self, start: int, end: int, note: str = "") -> Iterator[str]:
        """Bytes of which no more is said: copied, unless they are few."""
        yield from self._labels(start)
        if self.bodies == "hex" or end - start <= _SHORT:
            yield from self._raw(start, end, note)
        else:
            line = Line(0, f"copy {start} {end - start}", start, start, note or "no owner")
            yield from write_lines([line], b"", start)

    def _raw(self, start: int, end: int, note: str = "") -> Iterator[str]:
        for at in range(start, end, _STEP):
            data = read_at(self.file, at, min(_STEP, end - at))
            yield from write_lines(write_bytes(data, at, 0, "" if at > start else note), data, at)
            self.written(at + len(data))
        yield from self._labels(end)
