"""The values of a chunk that are there, page by page, without those that are not: what its statements are about.

Whatever the column is nested in, its pages without their levels are the pages of a required column. So pyarrow is shown a file of one
such column, with every encoding that it knows, and gives physical values, bit for bit. The levels are counted here.
A page that is damaged is left out with what is wrong with it, and those behind it are read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from inlay.pages.engine.chunk_pages import Page
from inlay.pages.engine.codecs import Bytes
from inlay.pages.engine.dense_chunk import DenseChunk, DenseRun
from inlay.pages.engine.dense_pages import DensePages, PageDecoder
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.page_runs import RUN, cut_into_runs, is_cut, measure_page
from inlay.pages.engine.required_file import DenseDictionary
from inlay.pages.engine.walk import ReadAt, read_held
from parquet_format.parquet import ColumnMetaData, Type


def read_dense_values(
    chunk: Bytes,
    meta: ColumnMetaData,
    leaf: Leaf,
    at: int,
    *,
    keeps_levels: bool = False,
) -> DenseChunk:
    """The values of a chunk that lies at offset `at` of its file. Raises UndecodedError; damage is in the result.

    Memory holds the chunk, its pages without levels, and its values.
    """
    read, extent = read_held(chunk, at), (at, at + len(chunk))
    reader = DensePages(read, extent, meta, leaf, None, keeps_levels=keeps_levels)
    return next(reader.decode(reader.walk(), 0, None))


def read_dense_runs(
    read: ReadAt, extent: tuple[int, int], meta: ColumnMetaData, leaf: Leaf, *, in_pieces: bool
) -> Iterator[DenseChunk]:
    """The same values, some pages at a time, or pieces of a large page, and one run at least. Memory holds the dictionary, and a run: its
    pages, once more without levels, and its values; of a large page, itself and a piece. A chunk may have more values than can be decoded
    at once. Raises UnsplitPageError for a page that is not `in_pieces`: then what came before is not said of the chunk.
    """
    reader = DensePages(read, extent, meta, leaf, None, in_pieces=in_pieces)
    pages = reader.walk()
    most = _choose_room(RUN, reader.dictionary)
    # pyarrow has a byte for each boolean before it has a bit.
    width = max(reader.arrow_type.bit_width, 8) if meta.type != Type.BYTE_ARRAY else 0
    first = 0
    for run in cut_into_runs(pages, meta.type, width, most):
        comes_in_pieces = in_pieces and len(run) == 1 and is_cut(run[0], meta.type, width)
        decode = reader.decode_in_pieces if comes_in_pieces else reader.decode
        for decoded in decode(run, first, most):
            first += len(decoded.values)
            yield decoded
            del decoded  # or there would be two


def stream_dense_runs(
    read: ReadAt,
    extent: tuple[int, int],
    meta: ColumnMetaData,
    leaf: Leaf,
    most: int,
    *,
    decoder: PageDecoder | None = None,
    keeps_levels: bool = False,
    in_pieces: bool = False,
    before_large: Callable[[], object] = lambda: None,
) -> Iterator[DenseRun]:
    """The same values, of a chunk that is read from the front to the back, in runs of up to `most` bytes of values, or of a page, or of as
    much as the dictionary has; with `in_pieces`, a large page and a large dictionary are taken as `read_dense_runs` takes them. Memory holds what `read` gives of a run, the dictionary, and the run; `before_large` is called before more
    than `most` bytes are read or decoded at once. What ends the walk over the pages is in the last run. Raises UndecodedError, behind other
    runs too, and UnsplitPageError as `read_dense_runs` does."""
    in_turn = partial(_read_in_turn, read, most, before_large)
    reader = DensePages(
        in_turn,
        extent,
        meta,
        leaf,
        decoder,
        keeps_levels=keeps_levels,
        in_pieces=in_pieces,
        before_large=before_large,
    )
    # pyarrow has a byte for each boolean before it has a bit.
    width = max(reader.arrow_type.bit_width, 8) if meta.type != Type.BYTE_ARRAY else 0
    first = size = 0
    run: list[Page] = []
    was_index = is_later = False
    for page in reader.iterate():
        own, is_index = measure_page(page, meta.type, width)
        room = _choose_room(most, reader.dictionary)
        if max(own, room) > most:
            before_large()
        is_other = meta.type == Type.BYTE_ARRAY and is_index != was_index
        comes_in_pieces = in_pieces and is_cut(page, meta.type, width)
        if run and (comes_in_pieces or is_other or size + own > room):
            for decoded in reader.decode_opened(run, first, room):
                first += len(decoded.values)
                yield DenseRun(decoded, is_only=False)
                del decoded  # or there would be two
            run, size, is_later = [], 0, True
        if comes_in_pieces:
            for decoded in reader.decode_in_pieces([page], first, room):
                first += len(decoded.values)
                yield DenseRun(decoded, is_only=False)
                del decoded
            is_later = True
            continue
        run.append(reader.open(page))
        size, was_index = size + own, is_index
    for decoded in reader.decode_opened(run, first, _choose_room(most, reader.dictionary)):
        is_all = len(decoded.pages) == len(run) and not decoded.is_piece
        yield DenseRun(decoded, is_only=is_all and not is_later)
        del decoded


def _choose_room(most: int, dictionary: DenseDictionary | None) -> int:
    """Bytes of values of a run. Where pyarrow reads the dictionary, it does so in each."""
    return most if dictionary is None or dictionary.is_large else max(most, dictionary.size)


def _read_in_turn(
    read: ReadAt, most: int, before_large: Callable[[], object], offset: int, size: int
) -> bytes | memoryview:
    if size > most:
        before_large()
    return read(offset, size)
