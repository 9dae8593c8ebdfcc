"""The values of pages without levels: natively, or by pyarrow (`required_file`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final, cast

import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import compute

from inlay.ground.wording import amounts
from inlay.pages.engine.codecs import CodecError
from inlay.pages.engine.decoded_size import INDEXES, Room, measure_decoded
from inlay.pages.engine.dense_bytes import read_bytes
from inlay.pages.engine.dense_fixed import MOST_OF_A_PAGE, read_fixed
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.page_bytes import UnsplitPageError
from inlay.pages.engine.page_pieces import cut_page
from inlay.pages.engine.required_file import DenseDictionary, DensePage, build_required_file
from parquet_format.parquet import ColumnMetaData, CompressionCodec, Encoding, Type

pc: Final[Any] = compute

LEFT_TO_US: Final = (CompressionCodec.LZ4, CompressionCodec.GZIP)
"""Codecs of which writers have had several forms, and pyarrow reads one: their pages are given without compression."""


def read_dense(
    meta: ColumnMetaData,
    leaf: Leaf,
    arrow: pa.DataType,
    dictionary: DenseDictionary | None,
    pages: Sequence[DensePage],
    most: int | None = None,
) -> pa.ChunkedArray[Any]:
    """The values of all pages without damage, one behind the other; what does not decode gets damage. Byte arrays of which every page
    has indexes stay a dictionary. Raises UndecodedError for values of more than `most` bytes, UnsplitPageError where a large
    dictionary would have to be shown to pyarrow."""
    if dictionary is not None and dictionary.damage:
        for page in pages:
            if page.encoding in INDEXES and not page.damage and page.count:
                page.damage = dictionary.damage
    sound = [page for page in pages if page.count and not page.damage]
    if not sound:
        return _join([], arrow)
    read = read_bytes if meta.type == Type.BYTE_ARRAY else partial(read_fixed, arrow)
    if dictionary is not None and dictionary.is_large:
        sound = list(_cut_longest(meta.codec, arrow, sound))
    native = read(meta.codec, dictionary, sound)
    if native is not None:
        return _join([native], native.type)
    if dictionary is not None and dictionary.is_large:
        raise UnsplitPageError
    whole = _decode(meta, leaf, dictionary, sound, Room(most))
    if isinstance(whole, pa.ChunkedArray):
        return whole
    parts: list[pa.Array[Any]] = []
    room = Room(most)
    for page in sound:
        alone = _decode(meta, leaf, dictionary, [page], room, may_keep=False)
        if isinstance(alone, str):
            page.damage = alone
        else:
            parts += alone.chunks
    return _join(parts, arrow)


def _cut_longest(
    codec: CompressionCodec, arrow: pa.DataType, pages: Sequence[DensePage]
) -> Iterator[DensePage]:
    """Those of more values than are decoded natively at once."""
    for page in pages:
        if page.count <= MOST_OF_A_PAGE:
            yield page
            continue
        try:
            body = page.decompress(codec)
        except CodecError as error:
            raise UnsplitPageError from error
        yield from cut_page(DensePage(body, page.count, page.encoding, page.size), arrow)


def _join(parts: list[pa.Array[Any]], arrow: pa.DataType) -> pa.ChunkedArray[Any]:
    joined: pa.ChunkedArray[Any] = cast(Any, pa).chunked_array(parts, arrow)
    return joined


def _decode(
    meta: ColumnMetaData,
    leaf: Leaf,
    dictionary: DensePage | None,
    pages: Sequence[DensePage],
    room: Room,
    *,
    may_keep: bool = True,
) -> pa.ChunkedArray[Any] | str:
    """The values, or what is wrong with them. Raises UndecodedError for more than there is room for."""
    encodings = {page.encoding for page in pages}
    has_indexes = not encodings.isdisjoint(INDEXES)
    first = dictionary if has_indexes else None
    if first is None and has_indexes:
        return "has indexes, but there is no dictionary page"
    is_kept = may_keep and meta.type == Type.BYTE_ARRAY and encodings.issubset(INDEXES)
    file = pa.py_buffer(
        build_required_file(meta.type, _codec_of(meta.codec), leaf.type_length, first, pages)
    )
    values = _read(file, is_kept=True) if is_kept else None
    if values is None or (
        isinstance(values, pa.ChunkedArray) and not _keeps_entries(values, first)
    ):
        if meta.type == Type.BYTE_ARRAY or Encoding.DELTA_BYTE_ARRAY in encodings:
            room.take(_measure(meta.codec, leaf, first, pages))
        values = _read(file, is_kept=False)
    if isinstance(values, str):
        return values
    count = sum(page.count for page in pages)
    if len(values) != count:
        return f"has {amounts.count(len(values), 'value')}, and its levels tell of {count:,}"
    return values


def _measure(
    codec: CompressionCodec,
    leaf: Leaf,
    dictionary: DensePage | None,
    pages: Sequence[DensePage],
) -> int:
    def decode(
        type_: Type, entries: DensePage | None, those: Sequence[DensePage]
    ) -> pa.ChunkedArray[Any] | str:
        return _read(
            pa.py_buffer(
                build_required_file(type_, _codec_of(codec), leaf.type_length, entries, those)
            ),
            is_kept=False,
        )

    return measure_decoded(pages, dictionary, decode)


def _read(file: pa.Buffer, *, is_kept: bool) -> pa.ChunkedArray[Any] | str:
    options: dict[str, Any] = {"read_dictionary": ["values"]} if is_kept else {}
    try:
        opened: Any = pq.ParquetFile(pa.BufferReader(file), **options)
        column: pa.ChunkedArray[Any] = opened.read(use_threads=False).column(0)
    except (OSError, pa.ArrowException) as error:
        return f"does not decode: {str(error).rstrip('. ')}"
    return column


def _keeps_entries(values: pa.ChunkedArray[Any], dictionary: DensePage | None) -> bool:
    """Of a dictionary with an entry twice, pyarrow drops one, and indexes lead elsewhere. And it takes indexes that lead beyond the last
    entry; where it decodes them, it does not."""
    assert dictionary is not None
    pieces: list[Any] = values.chunks
    return all(
        len(piece.dictionary) == dictionary.count and _are_entries(piece.indices, dictionary.count)
        for piece in pieces
    )


def _are_entries(indexes: Any, count: int) -> bool:
    ends = pc.min_max(indexes).as_py()
    return ends["min"] is None or (ends["min"] >= 0 and ends["max"] < count)


def _codec_of(codec: CompressionCodec) -> CompressionCodec:
    return CompressionCodec.UNCOMPRESSED if codec in LEFT_TO_US else codec
