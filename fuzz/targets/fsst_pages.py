"""Any bytes as a page of FSST."""

from __future__ import annotations

from typing import Final

from fuzz.encoded_pages import LARGEST, target_of
from inlay.pages.encodings.fsst.native import NATIVE
from inlay.pages.encodings.fsst.page import decode_page, split_page
from inlay.pages.encodings.fsst.plugin import Fsst
from inlay_runtime.errors import InlayError
from parquet_format.parquet import Type
from tests.pages.encodings.fsst.pages import join_plain

_CASES: Final[tuple[list[bytes], ...]] = (
    [b"https://example.com/%d" % at for at in range(30)],
    [b"", b"x", b""],
    [],
    [b"\xff\0" * 20, b"ab" * 9],
)
COLUMNS: Final = [(0, bytes(join_plain(texts)), len(texts)) for texts in _CASES]


def quick(data: bytes) -> None:
    """What native code decodes is compressed with the same symbols: to find new ones is up to pure Python."""
    assert NATIVE is not None
    if len(data) < 3:
        return
    count = int.from_bytes(data[1:3], "little") % LARGEST
    try:
        table, lengths, codes = split_page(memoryview(data)[3:], count)
    except InlayError:
        return
    values = NATIVE.decompress(codes, memoryview(lengths), table.data)
    if values is not None:
        assert NATIVE.list_lengths(memoryview(values), count) == lengths.tobytes()
        again = NATIVE.compress(memoryview(values), lengths.tobytes(), table.data)
        assert NATIVE.decompress(memoryview(again), memoryview(lengths), table.data) == values


TARGET: Final = target_of(
    Fsst(),
    (Type.BYTE_ARRAY,),
    COLUMNS,
    lambda page, count, _: decode_page(page, count),
    None,
    "both cores decode alike or raise the same; strings are encoded and decoded as the same",
)._replace(quick=None if NATIVE is None else quick)
