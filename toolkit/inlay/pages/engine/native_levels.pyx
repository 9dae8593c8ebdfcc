# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""How often each level is in a page, natively: see `inlay.pages.engine.page_levels`, whose slow count is the specification."""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from inlay_runtime.native.packed cimport Lent

cdef enum:
    LONGEST_HEADER = 5

cdef extern from *:
    int __builtin_popcountll(unsigned long long) nogil


cdef bint _count(const uint8_t* at, const uint8_t* end, int64_t left, int width, uint32_t most, int64_t* counts) noexcept nogil:
    """False for what is damaged."""
    cdef uint64_t header, word, mask = (<uint64_t> 1 << width) - 1
    cdef int shift, index, size = (width + 7) // 8
    cdef uint8_t byte
    cdef int64_t length, taken, bit, room, ones, rest
    cdef uint32_t value
    cdef const uint8_t* data
    while left > 0:
        header = 0
        shift = 0
        while True:
            if at == end or shift == 7 * LONGEST_HEADER:
                return False
            byte = at[0]
            at += 1
            header |= <uint64_t> (byte & 0x7F) << shift
            if byte < 0x80:
                break
            shift += 7
        length = header >> 1
        if length == 0:
            return False
        room = end - at
        if not header & 1:
            if size > room:
                return False
            value = 0
            memcpy(&value, at, size)
            at += size
            if value > most:
                return False
            taken = min(length, left)
            counts[value] += taken
            left -= taken
            continue
        taken = min(length * 8, left)
        if (taken * width + 7) // 8 > room:
            return False
        left -= taken
        data = at
        bit = 0
        if width == 1:
            ones = 0
            rest = taken
            while rest >= 64:
                memcpy(&word, data, 8)
                ones += __builtin_popcountll(word)
                data += 8
                rest -= 64
            while rest > 0:
                ones += __builtin_popcountll(data[0] & ((1 << min(rest, 8)) - 1))
                data += 1
                rest -= 8
            counts[1] += ones
            counts[0] += taken - ones
        else:
            rest = taken
            while rest > 0:
                if width <= 8 and rest >= 8 and room - (bit >> 3) >= 8:
                    memcpy(&word, data + (bit >> 3), 8)
                    for index in range(8):
                        value = word & mask
                        word >>= width
                        if value > most:
                            return False
                        counts[value] += 1
                    bit += 8 * width
                    rest -= 8
                    continue
                word = 0
                memcpy(&word, data + (bit >> 3), min(8, room - (bit >> 3)))
                value = (word >> (bit & 7)) & mask
                if value > most:
                    return False
                counts[value] += 1
                bit += width
                rest -= 1
        at += min(length * width, room)
    return True


def count_levels(levels, int64_t count, uint32_t most):
    """As a list by level; None for bytes that are no levels, and for more levels than a schema has."""
    cdef Lent lent = Lent(levels)
    cdef int64_t[1024] counts
    cdef int width = 0
    cdef bint is_whole
    cdef const uint8_t* at = <const uint8_t*> lent.view.buf
    if most == 0 or most >= 1024:
        return None
    while most >> width:
        width += 1
    memset(counts, 0, sizeof(counts))
    with nogil:
        is_whole = _count(at, at + lent.view.len, count, width, most, counts)
    return [counts[level] for level in range(most + 1)] if is_whole else None
