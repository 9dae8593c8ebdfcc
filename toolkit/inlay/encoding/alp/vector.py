"""A vector: up to `2**15` numbers with the same parameters, as AlpEncoding.md lays it out."""

from __future__ import annotations

import struct
from array import array
from typing import NamedTuple

from inlay.encoding.alp.errors import AlpError
from inlay.encoding.alp.float_kind import FloatKind, Numbers
from inlay.encoding.alp.parameters import Parameters, to_integer
from inlay_runtime.packed import pack, stream_size


class VectorHeader(NamedTuple):
    """What a vector begins with."""

    exponent: int
    factor: int
    num_exceptions: int
    frame: int
    width: int

    def size(self, count: int, kind: FloatKind) -> int:
        """Bytes of the whole vector of `count` numbers."""
        exceptions = self.num_exceptions * (2 + kind.size)
        return kind.header_size + stream_size(self.width, count) + exceptions


def encode_vector(values: Numbers, parameters: Parameters, kind: FloatKind) -> bytes:
    """The numbers in `values`, whose format is that of the kind.

    Exceptions are packed as the first integer that is none, so that they take no width of their own. They are copied as
    bytes: a float of Python is no place for a signalling NaN.
    """
    encoded = [to_integer(number, parameters, kind) for number in values]
    first = next((integer for integer in encoded if integer is not None), 0)
    integers = [first if integer is None else integer for integer in encoded]
    positions = [at for at, integer in enumerate(encoded) if integer is None]
    frame = min(integers)
    width = (max(integers) - frame).bit_length()
    header = struct.pack(f"<BBH{kind.integer_code}B", *parameters, len(positions), frame, width)
    packed = pack([integer - frame for integer in integers], width)
    exceptions = b"".join(values[at : at + 1].tobytes() for at in positions)
    return header + packed + struct.pack(f"<{len(positions)}H", *positions) + exceptions


def read_header(
    data: memoryview, at: int, vector: int, count: int, kind: FloatKind
) -> VectorHeader:
    """The header of a vector of `count` numbers. Raises AlpError, also where the vector would not end in the page."""
    if len(data) - at < kind.header_size:
        raise AlpError(
            f"a vector needs {kind.header_size} bytes for its header, {len(data) - at} are left",
            at,
            vector,
        )
    header = VectorHeader(*struct.unpack_from(f"<BBH{kind.integer_code}B", data, at))
    if header.exponent > kind.largest_exponent:
        what = f"the exponent is {header.exponent}, and 0 to {kind.largest_exponent} are allowed"
        raise AlpError(what, at, vector)
    if header.factor > header.exponent:
        what = (
            f"the factor is {header.factor}, and 0 to the exponent, {header.exponent}, are allowed"
        )
        raise AlpError(what, at + 1, vector)
    if header.num_exceptions > count:
        what = f"{header.num_exceptions:,} exceptions among {count:,} numbers"
        raise AlpError(what, at + 2, vector)
    if header.width > kind.bits:
        what = f"integers of {header.width} bits, and 0 to {kind.bits} are allowed"
        raise AlpError(what, at + kind.header_size - 1, vector)
    if header.size(count, kind) > len(data) - at:
        what = f"the vector takes {header.size(count, kind):,} bytes, {len(data) - at:,} are left"
        raise AlpError(what, at, vector)
    return header


def decode_vector(
    data: memoryview, at: int, vector: int, count: int, header: VectorHeader, kind: FloatKind
) -> array[float]:
    """Numbers of a vector whose header has been read. Raises AlpError for an exception where no number is."""
    start = at + kind.header_size
    end = start + stream_size(header.width, count)
    whole = int.from_bytes(data[start:end], "little")
    mask = (1 << header.width) - 1
    integers = (
        kind.wrap(header.frame + (whole >> index * header.width & mask)) for index in range(count)
    )
    parameters = header.exponent, header.factor
    numbers = array(kind.code, [kind.restore(integer, *parameters) for integer in integers])
    positions = struct.unpack_from(f"<{header.num_exceptions}H", data, end)
    bits = memoryview(numbers).cast("B")
    values = end + 2 * header.num_exceptions
    for index, position in enumerate(positions):
        if position >= count:
            what = f"an exception is at position {position:,}, and the vector has {count:,} numbers"
            raise AlpError(what, end + 2 * index, vector)
        exception = values + index * kind.size
        bits[position * kind.size :][: kind.size] = data[exception : exception + kind.size]
    return numbers
