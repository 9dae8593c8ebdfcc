"""Pages without levels whose values are byte arrays, natively: pyarrow reads a dictionary twice, and the bytes of a page once more.

Byte arrays of which every page has indexes stay a dictionary. Whatever is not decoded here, sound or not, is left to pyarrow, which says
what is wrong (`dense_file`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, cast

import pyarrow as pa
from pyarrow import compute

from inlay.pages.engine.codecs import CodecError
from inlay.pages.engine.decoded_size import INDEXES, fits
from inlay.pages.engine.dense_fixed import MOST_OF_A_PAGE, fill
from inlay.pages.engine.leaf_values import ValueKind
from inlay.pages.engine.required_file import DenseDictionary, DensePage
from inlay_runtime.core import load_native
from parquet_format.parquet import CompressionCodec, Encoding

if TYPE_CHECKING:
    from inlay.pages.engine.native_pages import LeafBuilder

_native: Any = load_native("inlay.pages.engine.native_pages")
pc: Final[Any] = compute


def read_bytes(
    codec: CompressionCodec, dictionary: DenseDictionary | None, pages: Sequence[DensePage]
) -> pa.Array[Any] | None:
    """The values of all pages; None where one of them is not decoded here, and where they may be more than there is room for."""
    encodings = {page.encoding for page in pages}
    if _native is None or not encodings.issubset({Encoding.PLAIN, *INDEXES}):
        return None
    if any(page.count > MOST_OF_A_PAGE for page in pages):
        return None
    try:
        if encodings.isdisjoint(INDEXES):
            return _read_flat(codec, None, pages, sum(page.size for page in pages))
        return _read_entries(codec, dictionary, pages, encodings)
    except CodecError:
        return None


def _read_entries(
    codec: CompressionCodec,
    dictionary: DenseDictionary | None,
    pages: Sequence[DensePage],
    encodings: set[Encoding],
) -> pa.Array[Any] | None:
    if dictionary is None or dictionary.count <= 0:
        return None
    if dictionary.entries is None:
        if dictionary.count > MOST_OF_A_PAGE:
            return None
        dictionary.entries = _read_flat(codec, None, [dictionary], dictionary.size)
    entries = dictionary.entries
    if entries is None:
        return None
    if encodings.issubset(INDEXES):
        indexes = _read_indexes(codec, dictionary, pages)
        if indexes is None:
            return None
        dictionaries: Any = pa.DictionaryArray
        kept: pa.Array[Any] = dictionaries.from_arrays(indexes, entries, safe=False)
        return kept
    longest: int = pc.max(pc.binary_length(entries)).as_py()
    most = sum(page.count * longest if page.encoding in INDEXES else page.size for page in pages)
    return _read_flat(codec, dictionary, pages, most)


def _read_flat(
    codec: CompressionCodec,
    dictionary: DenseDictionary | None,
    pages: Sequence[DensePage],
    most: int,
) -> pa.Array[Any] | None:
    """`most` bytes are all that there can be: the room for them is touched as it is filled."""
    if not fits(most):
        return None
    rows = sum(page.count for page in pages)
    validity: Any = pa.allocate_buffer((rows + 7) // 8)
    offsets: Any = pa.allocate_buffer(4 * (rows + 1))
    room = min(sum(page.size for page in pages), most)
    data: Any = pa.allocate_buffer(room, None, resizable=True)
    builder: LeafBuilder = _native.LeafBuilder(
        ValueKind.BYTES, 0, 0, 0, rows, validity, offsets, data
    )
    if not fill(builder, codec, dictionary, pages):
        return None
    return pa.Array.from_buffers(
        pa.binary(), rows, [None, offsets, data.slice(0, builder.byte_count)], 0
    )


def _read_indexes(
    codec: CompressionCodec, dictionary: DenseDictionary, pages: Sequence[DensePage]
) -> pa.Array[Any] | None:
    """As the values of a dictionary of the numbers of its entries."""
    if dictionary.numbers is None:
        dictionary.numbers = _number_up_to(dictionary.count)
    numbers = dictionary.numbers
    those = DenseDictionary(numbers, dictionary.count, Encoding.PLAIN, len(numbers))
    rows = sum(page.count for page in pages)
    validity: Any = pa.allocate_buffer((rows + 7) // 8)
    values: Any = pa.allocate_buffer(4 * rows)
    builder: LeafBuilder = _native.LeafBuilder(
        ValueKind.LITTLE, 4, 4, 0, rows, validity, values, None
    )
    if not fill(builder, codec, those, pages):
        return None
    return cast("pa.Array[Any]", pa.Array.from_buffers(pa.int32(), rows, [None, values], 0))


def _number_up_to(count: int) -> memoryview:
    """From 0 on, 32 bits each. Of Python's numbers an array would be made a hundred times slower."""
    ones: Any = pa.repeat(pa.scalar(1, pa.int32()), count)
    return memoryview(pc.cumulative_sum(ones, start=-1).buffers()[1])[: 4 * count]
