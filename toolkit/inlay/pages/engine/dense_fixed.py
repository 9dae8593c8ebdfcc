"""Pages without levels whose values have one width, natively: to show pyarrow a file of its own costs more than a small chunk is worth.

`native_pages.pyx` decodes. Whatever it does not, sound or not, is left to pyarrow, which says what is wrong (`dense_file`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from inlay.pages.engine.codecs import CodecError
from inlay.pages.engine.leaf_values import CODINGS, Coding, Fault, ValueKind
from inlay.pages.engine.required_file import DenseDictionary, DensePage
from inlay_runtime.core import load_native
from parquet_format.parquet import CompressionCodec

if TYPE_CHECKING:
    from inlay.pages.engine.native_pages import LeafBuilder

_native: Any = load_native("inlay.pages.engine.native_pages")

MOST_OF_A_PAGE: Final = 1 << 20
"""Values: for each, decoding takes 8 bytes of room."""


def read_fixed(
    arrow: pa.DataType,
    codec: CompressionCodec,
    dictionary: DenseDictionary | None,
    pages: Sequence[DensePage],
) -> pa.Array[Any] | None:
    """The values of all pages; None where one of them is not decoded here."""
    if _native is None:
        return None
    if any(page.count > MOST_OF_A_PAGE or page.encoding not in CODINGS for page in pages):
        return None
    rows = sum(page.count for page in pages)
    is_bits = pa.types.is_boolean(arrow)
    width = 0 if is_bits else arrow.byte_width
    validity: Any = pa.allocate_buffer((rows + 7) // 8)
    values: Any = pa.allocate_buffer((rows + 7) // 8 if is_bits else rows * width)
    kind = ValueKind.BITS if is_bits else ValueKind.LITTLE
    builder: LeafBuilder = _native.LeafBuilder(kind, width, width, 0, rows, validity, values, None)
    try:
        if not fill(builder, codec, dictionary, pages):
            return None
    except CodecError:
        return None
    return pa.Array.from_buffers(arrow, rows, [None, values], 0)


def fill(
    builder: LeafBuilder,
    codec: CompressionCodec,
    dictionary: DenseDictionary | None,
    pages: Sequence[DensePage],
) -> bool:
    """Whether all pages are decoded. Raises CodecError."""
    codings = [CODINGS[page.encoding] for page in pages]
    if Coding.DICTIONARY in codings:
        if dictionary is None:
            return False
        if builder.set_dictionary(dictionary.open(codec), dictionary.count) != Fault.NONE:
            return False
    for page, coding in zip(pages, codings, strict=True):
        values = page.decompress(codec)
        if coding == Coding.DICTIONARY and values[:1] == b"\0":
            return (
                False  # indexes of no bits, whose runs may be missing: that is for pyarrow to say
            )
        if builder.add_page(b"", values, page.count, coding, 0) != Fault.NONE:
            return False
    return True
