"""The strings of a data page.

    symbols: how many, a byte; the length of each, a byte; all of them | size of the lengths, 4 bytes
      | lengths of the strings, a page of PFOR for INT32 | codes

No symbol goes beyond the end of a string, so the codes of a string end where it has its length.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Sequence

from inlay.ground.wording import amounts
from inlay.pages.encodings.fsst.symbols import ESCAPE, LONGEST, SymbolTable, read_table
from inlay.pages.encodings.pfor.plugin import Pfor
from inlay.pages.encodings.plain_sizes import measure_empty, problem_with_size
from inlay.pages.encodings.vectors.errors import VectorError
from parquet_format.parquet import Type

_LENGTH_ENCODING = Pfor()


def list_lengths(values: memoryview, count: int) -> array[int]:
    """The lengths of `count` strings in PLAIN encoding."""
    lengths = array("i")
    at = 0
    for _ in range(count):
        (length,) = struct.unpack_from("<i", values, at)
        lengths.append(length)
        at += 4 + length
    return lengths


def split_strings(values: memoryview, lengths: Sequence[int]) -> list[bytes]:
    texts: list[bytes] = []
    at = 0
    for length in lengths:
        texts.append(bytes(values[at + 4 : at + 4 + length]))
        at += 4 + length
    return texts


def join_page(table: SymbolTable, lengths: array[int], codes: bytes) -> bytes:
    """A page of strings of these lengths."""
    packed = _LENGTH_ENCODING.encode(memoryview(lengths).cast("B"), len(lengths), Type.INT32)
    return b"".join((table.data, struct.pack("<I", len(packed)), packed, codes))


def encode_page(values: memoryview, count: int, table: SymbolTable) -> bytes:
    """Strings in PLAIN encoding."""
    lengths = list_lengths(values, count)
    codes = b"".join(map(table.compress, split_strings(values, lengths)))
    return join_page(table, lengths, codes)


def split_page(data: memoryview, count: int) -> tuple[SymbolTable, array[int], memoryview]:
    """Symbols, lengths and codes. Raises VectorError, before there is room for the lengths where there are more strings than a
    page in PLAIN encoding may have: equal lengths take next to no bytes."""
    table = read_table(data)
    at = len(table.data)
    if len(data) - at < 4:
        raise VectorError("a page ends before the size of its lengths", at)
    (size,) = struct.unpack_from("<I", data, at)
    at += 4
    if size > len(data) - at:
        raise VectorError(
            f"lengths of {amounts.count(size, 'byte')}, {len(data) - at:,} are left", at
        )
    if problem := problem_with_size(measure_empty(count)):
        raise VectorError(
            f"a page of {amounts.count(count, 'string')}, even of empty ones, {problem}", at
        )
    lengths = array("i")
    try:
        lengths.frombytes(_LENGTH_ENCODING.decode(data[at : at + size], count, Type.INT32))
    except VectorError as error:
        raise VectorError(f"lengths: {error.what}", at + error.offset, error.vector) from error
    return table, lengths, data[at + size :]


def decode_page(data: memoryview, count: int) -> bytes:
    """The `count` strings of a page in PLAIN encoding. Raises VectorError."""
    return decode_codes(*split_page(data, count), len(data))


def decode_codes(table: SymbolTable, lengths: Sequence[int], codes: memoryview, end: int) -> bytes:
    """Strings of these lengths; the page ends at byte `end`. Raises VectorError; no string gets room where the lengths are more
    than the codes can give."""
    start = end - len(codes)
    if min(lengths, default=0) < 0:
        raise VectorError("a string with a length below 0", start)
    if sum(lengths) > LONGEST * len(codes):
        what = f"strings of {amounts.count(sum(lengths), 'byte')}, and {amounts.count(len(codes), 'code gives', 'codes give')} no more than {LONGEST} each"
        raise VectorError(what, start)
    out = bytearray()
    at = 0
    for number, length in enumerate(lengths):
        out += struct.pack("<i", length)
        goal = len(out) + length
        while len(out) < goal:
            piece, taken = _read_code(table, codes, at, start)
            out += piece
            at += taken
        if len(out) > goal:
            raise VectorError(
                f"the last symbol of string {number:,} is longer than it", start + at - 1
            )
    if at != len(codes):
        raise VectorError(
            f"{amounts.count(len(codes) - at, 'byte follows', 'bytes follow')} the last string",
            start + at,
        )
    return bytes(out)


def _read_code(table: SymbolTable, codes: memoryview, at: int, start: int) -> tuple[bytes, int]:
    """What a code stands for, and its bytes."""
    code = codes[at] if at < len(codes) else None
    if code is None or (code == ESCAPE and at + 1 == len(codes)):
        raise VectorError("the codes end within a string", start + len(codes))
    if code == ESCAPE:
        return bytes(codes[at + 1 : at + 2]), 2
    if code >= len(table.symbols):
        what = f"code {code}, and the page has {amounts.count(len(table.symbols), 'symbol')}"
        raise VectorError(what, start + at)
    return table.symbols[code], 1
