"""A column chunk of any writer as plain pages: levels as they are, values in PLAIN encoding.

This is the middle that everything goes through: from it the new encoding is made, with it a reader is served, and by it
either encoding stands in for the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inlay.pages.encodings.plain import decode_pages
from inlay.pages.encodings.plain_sizes import TYPES
from inlay.pages.engine.chunk_pages import DataPage, Page, data_of, dictionary_of, pages_of
from inlay.pages.engine.codecs import Bytes, is_known
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.levels import LevelsError, count_of, first_of
from parquet_format.parquet import ColumnMetaData, PageType


@dataclass(frozen=True, slots=True)
class PlainPage:
    """`levels` is the part of the body of a v1 data page before its values.

    `rows` counts the rows of which it holds values, from `first_row` on; the first of them may have begun in
    the page before it.
    """

    levels: bytes
    values: memoryview
    num_values: int
    num_present: int
    first_row: int
    rows: int


def transcode_pages(chunk: bytes, meta: ColumnMetaData, leaf: Leaf, at: int) -> list[PlainPage]:
    """The data pages of a chunk that lies at offset `at` of its file. Raises ChunkError."""
    if meta.type not in TYPES:
        raise ChunkError(f"values of the type {meta.type.name}", at)
    if not is_known(meta.codec):
        raise ChunkError(f"pages in the codec {meta.codec.name}", at)
    pages = list(pages_of(chunk, meta, at))
    data = [data_of(page, meta.codec, leaf, at) for page in pages if page.is_data]
    try:
        counts = [present_in(page, leaf, at) for page in data]
        rows = _rows(data, leaf)
    except LevelsError as error:
        raise ChunkError(str(error), at) from error
    dictionary = read_dictionary(pages, meta, at)
    values = decode_pages(
        meta.type, leaf.type_length, dictionary, list(zip(data, counts, strict=True)), at
    )
    return [
        PlainPage(levels_before(page, leaf), plain, page.num_values, count, *placed)
        for page, plain, count, placed in zip(data, values, counts, rows, strict=True)
    ]


def levels_before(page: DataPage, leaf: Leaf) -> bytes:
    """As a v1 data page has them: each kind behind its length, and none whose highest level is 0."""
    parts: list[bytes] = []
    if leaf.max_repetition:
        parts += [len(page.repetition).to_bytes(4, "little"), page.repetition]
    if leaf.max_definition:
        parts += [len(page.definition).to_bytes(4, "little"), page.definition]
    return b"".join(parts)


def present_in(page: DataPage, leaf: Leaf, at: int) -> int:
    """How many values of the page are there: those whose definition level is the highest. Raises ChunkError."""
    try:
        return count_of(leaf.max_definition, page.definition, page.num_values, leaf.max_definition)
    except LevelsError as error:
        raise ChunkError(str(error), at) from error


def _rows(pages: Sequence[DataPage], leaf: Leaf) -> list[tuple[int, int]]:
    """First row and rows of each page: a row begins where the repetition level is 0."""
    placed: list[tuple[int, int]] = []
    begun = 0
    for page in pages:
        begins = count_of(0, page.repetition, page.num_values, leaf.max_repetition)
        goes_on = page.num_values > 0 and first_of(page.repetition, leaf.max_repetition) > 0
        if goes_on and begun == 0:
            raise LevelsError("a chunk that begins in the middle of a row", 0)
        placed.append((begun - goes_on, begins + goes_on))
        begun += begins
    return placed


def read_dictionary(
    pages: Sequence[Page], meta: ColumnMetaData, at: int
) -> tuple[Bytes, int] | None:
    """The values of the dictionary page, and how many; None without one. Raises ChunkError."""
    for page in pages:
        if page.header.type == PageType.DICTIONARY_PAGE:
            header = page.header.dictionary_page_header
            if header is None or header.num_values < 0:
                raise ChunkError("a dictionary page without a header of its own", at + page.offset)
            return dictionary_of(page, meta.codec, at), header.num_values
    return None
