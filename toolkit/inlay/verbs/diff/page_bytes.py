"""The bytes that chunks have in two files: pages, page indexes, Bloom filters."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final, NamedTuple
from zlib import crc32

from inlay.footers.footer.footer import Footer
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.wording.amounts import count
from inlay.pages.engine.bloom_filter import read_bloom_filter
from inlay.pages.engine.chosen_chunks import ChosenChunk, choose_chunks
from inlay.pages.engine.chunk_indexes import list_index_parts
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.open_parts import open_parts
from inlay.pages.engine.range_reader import FileRange, RangeReader
from inlay.pages.engine.walk import PlacedPage, walk
from inlay.verbs.diff.difference import Difference
from inlay.verbs.diff.matching_rows import Key, Place, locate_key, number_repeats

if TYPE_CHECKING:
    from inlay.footers.encryption.keys import EncryptionKeys, KeyRetriever

_PIECE: Final = 1 << 20


class _Side(NamedTuple):
    """`place` are the row group and the path, with a number where an earlier column has the same one."""

    place: Place
    reader: RangeReader
    chosen: ChosenChunk

    def parts(self) -> dict[str, FileRange]:
        """By kind, what the footer names of this chunk."""
        start, end = locate_pages(self.chosen.meta)
        parts = {"pages": FileRange(start, end - start, "pages")}
        parts |= {part.kind: part for part in list_index_parts(self.chosen.chunk)}
        bloom = read_bloom_filter(self.reader, self.chosen.meta)
        return parts if bloom is None else {**parts, "Bloom filter": bloom.bits}

    def pages(self) -> Iterator[PlacedPage]:
        return walk(self.reader.read_some, *locate_pages(self.chosen.meta))


def compare_pages(
    old: Footer, new: Footer, keys: EncryptionKeys | KeyRetriever | None = None
) -> Iterator[Difference]:
    """Chunk by chunk. Raises ChunkError for what is damaged, OSError."""
    with ExitStack() as stack:
        opened = [stack.enter_context(open_parts(it, keys)) for it in (old, new)]
        columns = [_list_columns(footer) for _, footer in opened]
        both = {*columns[0]} & {*columns[1]}
        sides = (_list_sides(*it, names, both) for it, names in zip(opened, columns, strict=True))
        for before, after in _match_sides(*sides):
            yield from _compare_chunk(before, after)


def _list_columns(footer: Footer) -> list[Key]:
    """Numbered are all, also those whose chunks cannot be read, as in the tables."""
    paths = [".".join(leaf.path) for leaf in SchemaTree(footer.metadata.schema).leaves]
    numbered = zip(paths, number_repeats(paths), strict=True)
    return [(path, number) if number else (path,) for path, number in numbered]


def _list_sides(
    reader: RangeReader, footer: Footer, columns: Sequence[Key], wanted: Container[Key]
) -> Iterator[_Side]:
    for chosen in choose_chunks(footer, None, None):
        key = columns[chosen.column]
        if key in wanted:
            yield _Side(locate_key((chosen.row_group, *key)), reader, chosen)


def _match_sides(old: Iterator[_Side], new: Iterator[_Side]) -> Iterator[tuple[_Side, _Side]]:
    """By their places, in the order of the old ones. Of the new ones, those are held of a row group that stand before one which is wanted."""
    ahead, held = next(new, None), dict[Place, _Side]()
    row_group = 0
    for before in old:
        if before.chosen.row_group != row_group:
            row_group = before.chosen.row_group
            held.clear()
        while (
            before.place not in held and ahead is not None and ahead.chosen.row_group <= row_group
        ):
            held[ahead.place] = ahead
            ahead = next(new, None)
        if (after := held.pop(before.place, None)) is not None:
            yield before, after


def _compare_chunk(old: _Side, new: _Side) -> Iterator[Difference]:
    before, after = old.parts(), new.parts()
    for kind in dict.fromkeys([*before, *after]):
        if kind not in before or kind not in after:
            yield Difference(
                "pages", *old.place, kind, kind in before or None, kind in after or None
            )
        elif not _are_equal(old.reader, before[kind], new.reader, after[kind]):
            if kind == "pages":
                yield _find_first(old, new)
            else:
                sizes = before[kind].length, after[kind].length
                yield Difference("pages", *old.place, f"bytes of the {kind}", *sizes)


def _are_equal(first: RangeReader, old: FileRange, second: RangeReader, new: FileRange) -> bool:
    """A piece at a time, for a chunk may be larger than memory."""
    first.charge([old])
    second.charge([new])
    if old.length != new.length:
        return False
    for at in range(0, old.length, _PIECE):
        size = min(_PIECE, old.length - at)
        if first.read_some(old.offset + at, size) != second.read_some(new.offset + at, size):
            return False
    return True


def _find_first(old: _Side, new: _Side) -> Difference:
    """The first page that is not the same, with what is in it on either side."""
    first, second = old.pages(), new.pages()
    number = 0
    while True:
        before, after = next(first, None), next(second, None)
        if before is None or after is None:
            counts = number + _count(before, first), number + _count(after, second)
            return Difference("pages", *old.place, "number of pages", *counts)
        was, now = _describe(old.reader, before), _describe(new.reader, after)
        if was != now:
            return Difference("pages", *old.place, f"page {number}", was, now)
        number += 1


def _count(page: PlacedPage | None, rest: Iterator[PlacedPage]) -> int:
    return 0 if page is None else 1 + sum(1 for _ in rest)


def _describe(reader: RangeReader, page: PlacedPage) -> str:
    crc = 0
    for at in range(page.offset, page.end, _PIECE):
        crc = crc32(reader.read_some(at, min(_PIECE, page.end - at)), crc)
    return f"{page.header.type.name}, {count(page.size, 'byte')}, CRC {crc:08x}"
