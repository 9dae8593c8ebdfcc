# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Packed integers of one width, as `inlay_runtime.packed.bits` has them; all inline, to be cimported.

Nothing here knows what holds the bits: arrays of footers, deltas, encodings of columns.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcpy, memset

from inlay_runtime.native.cursor cimport Bytes

cdef struct Stream:
    Bytes data
    Bytes limit  # the end of the buffer: what is read in words stays before it
    int width
    int64_t count
    uint64_t mask


cdef inline bint stream_over(
    Bytes data, Bytes limit, int64_t width, int64_t count, Stream* stream
) noexcept nogil:
    """Whether so many values lie before the limit."""
    if not 0 <= width <= 64 or not 0 <= count <= <int64_t>1 << 31:
        return False
    if (width * count + 7) // 8 > limit - data:
        return False
    stream.data = data
    stream.limit = limit
    stream.width = <int>width
    stream.count = count
    stream.mask = ~<uint64_t>0 if width == 64 else (<uint64_t>1 << width) - 1
    return True


cdef inline bint is_padded(const Stream* stream) noexcept nogil:
    """Whether the bits behind the last value are 0."""
    cdef int64_t bits = stream.width * stream.count
    return not bits & 7 or stream.data[bits >> 3] >> (bits & 7) == 0


cdef inline int64_t size_of(const Stream* stream) noexcept nogil:
    return (stream.width * stream.count + 7) // 8


cdef inline uint64_t unpack_at(const Stream* stream, int64_t index) noexcept nogil:
    cdef int64_t bit = index * stream.width
    cdef Bytes p = stream.data + (bit >> 3)
    cdef int shift = bit & 7
    cdef uint64_t value = 0
    cdef int64_t left = stream.limit - p
    if left >= 8:
        memcpy(&value, p, 8)
    elif left > 0:
        memcpy(&value, p, left)
    value >>= shift
    if shift + stream.width > 64:
        value |= <uint64_t>p[8] << (64 - shift)
    return value & stream.mask


cdef inline int64_t in_words(const Stream* stream, int64_t first, int64_t many) noexcept nogil:
    """How many of these values can be read as one word each."""
    cdef int64_t last
    if stream.width > 57 or stream.width == 0:
        return 0
    last = ((stream.limit - stream.data - 7) * 8 - 1) // stream.width
    if stream.limit - stream.data < 8 or last < first:
        return 0
    return min(many, last - first + 1)


cdef inline uint64_t in_word(const Stream* stream, int64_t index) noexcept nogil:
    """Of those that can."""
    cdef int64_t bit = index * stream.width
    cdef uint64_t value
    memcpy(&value, stream.data + (bit >> 3), 8)
    return value >> (bit & 7) & stream.mask


ctypedef fused Signed:
    int32_t
    int64_t


cdef inline uint64_t unpack(const Stream* stream, int64_t first, int64_t many, Signed* out) noexcept nogil:
    """Writes values; all the bits that any of them has."""
    cdef int64_t index
    cdef int64_t easy = in_words(stream, first, many)
    cdef int64_t bit = first * stream.width
    cdef int64_t width = stream.width
    cdef uint64_t mask = stream.mask
    cdef Bytes data = stream.data
    cdef uint64_t value
    cdef uint64_t every = 0
    for index in range(easy):
        memcpy(&value, data + (bit >> 3), 8)
        value = value >> (bit & 7) & mask
        every |= value
        out[index] = <Signed>value
        bit += width
    for index in range(easy, many):
        value = unpack_at(stream, first + index)
        every |= value
        out[index] = <Signed>value
    return every


cdef inline bint put(
    const Stream* stream, int64_t first, int64_t many, int size, char* out
) noexcept nogil:
    """Writes values as signed integers of 4 or 8 bytes; whether all fit."""
    if stream.width == 0:
        memset(out, 0, many * size)
        return True
    if size == 4:
        return unpack(stream, first, many, <int32_t*>out) >> 31 == 0
    return unpack(stream, first, many, <int64_t*>out) >> 63 == 0
