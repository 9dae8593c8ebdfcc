"""A vector: up to `2**15` numbers with the same parameters, as AlpEncoding.md lays it out."""

from __future__ import annotations

import struct
from array import array
from typing import NamedTuple

from inlay.pages.encodings.alp.float_kind import FloatKind, Numbers
from inlay.pages.encodings.alp.parameters import Parameters, to_integer
from inlay.pages.encodings.vectors.packed_integers import (
    join_integers,
    measure_integers,
    patch,
    unpack_integers,
)
from inlay.pages.encodings.vectors.place import VectorPlace


class AlpHeader(NamedTuple):
    """What a vector begins with."""

    exponent: int
    factor: int
    num_exceptions: int
    frame: int
    width: int


def encode_vector(values: Numbers, parameters: Parameters, kind: FloatKind) -> bytes:
    """The numbers in `values`, whose format is that of the kind.

    Exceptions are packed as the first integer that is none, so that they take no width of their own.
    """
    encoded = [to_integer(number, parameters, kind) for number in values]
    first = next((integer for integer in encoded if integer is not None), 0)
    integers = [first if integer is None else integer for integer in encoded]
    positions = [at for at, integer in enumerate(encoded) if integer is None]
    frame = min(integers)
    width = (max(integers) - frame).bit_length()
    header = struct.pack(f"<BBH{kind.integer_code}B", *parameters, len(positions), frame, width)
    deltas = [integer - frame for integer in integers]
    return header + join_integers(deltas, width, positions, values.cast("B"), kind.size)


def read_header(place: VectorPlace, kind: FloatKind) -> tuple[AlpHeader, int]:
    """The header, and the bytes of the vector. Raises VectorError, also where the vector would not end in the page."""
    place.check_header(kind.header_size)
    header = AlpHeader(*struct.unpack_from(f"<BBH{kind.integer_code}B", place.data, place.at))
    if header.exponent > kind.largest_exponent:
        what = f"the exponent is {header.exponent}, and 0 to {kind.largest_exponent} are allowed"
        raise place.refuse(what)
    if header.factor > header.exponent:
        what = (
            f"the factor is {header.factor}, and 0 to the exponent, {header.exponent}, are allowed"
        )
        raise place.refuse(what, 1)
    place.check_exceptions(header.num_exceptions, 2)
    place.check_width(header.width, kind.bits, kind.header_size - 1)
    behind = measure_integers(header.width, place.count, header.num_exceptions, kind.size)
    place.check_size(kind.header_size + behind)
    return header, kind.header_size + behind


def decode_vector(place: VectorPlace, header: AlpHeader, kind: FloatKind) -> array[float]:
    """Numbers of a vector whose header has been read. Raises VectorError for an exception where no number is."""
    parameters = header.exponent, header.factor
    integers = unpack_integers(place, kind.header_size, header.width)
    numbers = array(
        kind.code,
        [kind.restore(kind.wrap(header.frame + delta), *parameters) for delta in integers],
    )
    bits = memoryview(numbers).cast("B")
    patch(bits, place, kind.header_size, header.width, header.num_exceptions, kind.size)
    return numbers
