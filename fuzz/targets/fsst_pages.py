"""Any bytes as a page of FSST."""

from __future__ import annotations

from typing import Final

from fuzz.encoded_pages import target_of
from inlay.encoding.fsst.native import NATIVE
from inlay.encoding.fsst.page import decode_page, split_page
from inlay.encoding.fsst.plugin import Fsst
from inlay_runtime.errors import InlayError
from parquet_format.parquet import Type
from tests.encoding.fsst.pages import join_plain

_CASES: Final[tuple[list[bytes], ...]] = (
    [b"https://example.com/%d" % at for at in range(30)],
    [b"", b"x", b""],
    [],
    [b"\xff\0" * 20, b"ab" * 9],
)
COLUMNS: Final = [(0, bytes(join_plain(texts)), len(texts)) for texts in _CASES]


def decode_native(page: memoryview, count: int, _: Type) -> bytes | None:
    assert NATIVE is not None
    try:
        table, lengths, codes = split_page(page, count)
    except InlayError:
        return None
    values: bytes | None = NATIVE.decompress(codes, memoryview(lengths), table.data)
    return values


TARGET: Final = target_of(
    Fsst(),
    (Type.BYTE_ARRAY,),
    COLUMNS,
    lambda page, count, _: decode_page(page, count),
    None if NATIVE is None else decode_native,
    "both cores decode alike or raise the same; strings are encoded and decoded as the same",
)
