# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""DELTA_BINARY_PACKED, as `inlay_runtime.packed.deltas` has it; all inline, to be cimported."""

from libc.stdint cimport int64_t, uint64_t

from inlay_runtime.native.cursor cimport Bytes
from inlay_runtime.native.packed_stream cimport Stream, unpack_at, stream_over, unpack

cdef struct Deltas:
    Bytes blocks
    Bytes end
    Bytes limit  # of the buffer
    uint64_t size  # of a block, in values
    uint64_t parts  # miniblocks in a block
    uint64_t first


cdef inline Bytes read_delta_varint(Bytes p, Bytes end, uint64_t* value) noexcept nogil:
    cdef int shift = 0
    value[0] = 0
    while p < end and shift < 70:
        if shift == 63 and p[0] > 1:
            return NULL
        value[0] |= <uint64_t>(p[0] & 0x7F) << shift
        if p[0] < 0x80:
            return p + 1
        p += 1
        shift += 7
    return NULL


cdef inline uint64_t signed_of(uint64_t value) noexcept nogil:
    return (value >> 1) ^ (0 - (value & 1))


cdef inline bint open_deltas(Bytes p, Bytes end, Bytes limit, int64_t count, Deltas* deltas) noexcept nogil:
    """Whether so many values are declared from `p` to `end`, and may be there: what is declared is priced before it is
    allocated."""
    cdef uint64_t total = 0
    p = read_delta_varint(p, end, &deltas.size)
    if p != NULL:
        p = read_delta_varint(p, end, &deltas.parts)
    if p != NULL:
        p = read_delta_varint(p, end, &total)
    if p != NULL:
        p = read_delta_varint(p, end, &deltas.first)
    if p == NULL or deltas.size == 0 or deltas.size % 128 or deltas.size > <uint64_t>1 << 31:
        return False
    if deltas.parts == 0 or deltas.size % deltas.parts or deltas.size // deltas.parts % 32 or total != <uint64_t>count:
        return False
    deltas.blocks = p
    deltas.end = end
    deltas.limit = limit
    # A block has a varint and a width for each miniblock.
    return total <= 1 or (total - 2) // deltas.size + 1 <= <uint64_t>(end - p) // (1 + deltas.parts)


cdef inline bint deltas_into(const Deltas* deltas, int64_t count, uint64_t* out) noexcept nogil:
    """Writes the values; False for what breaks a rule."""
    cdef Bytes p = deltas.blocks
    cdef Bytes widths
    cdef Stream stream
    cdef int64_t each = <int64_t>(deltas.size // deltas.parts)
    cdef int64_t left = count
    cdef int64_t index, here
    cdef uint64_t part
    cdef uint64_t smallest = 0
    cdef uint64_t value = signed_of(deltas.first)
    if left:
        out[0] = value
        out += 1
        left -= 1
    while left:
        p = read_delta_varint(p, deltas.end, &smallest)
        if p == NULL or <uint64_t>(deltas.end - p) < deltas.parts:
            return False
        smallest = signed_of(smallest)
        widths = p
        p += deltas.parts
        for part in range(deltas.parts):
            if widths[part] and not left:
                return False
            if each * widths[part] // 8 > deltas.end - p:
                return False
            if not stream_over(p, deltas.limit, widths[part], each, &stream):
                return False
            here = min(left, each)
            if widths[part] == 0:
                for index in range(here):
                    value += smallest
                    out[index] = value
            else:
                # First all of them, then their sums: no bit waits for a sum.
                unpack(&stream, 0, here, <int64_t*>out)
                for index in range(here):
                    value += smallest + out[index]
                    out[index] = value
                for index in range(here, each):
                    if unpack_at(&stream, index):
                        return False
            out += here
            left -= here
            p += each * widths[part] // 8
    return p == deltas.end
