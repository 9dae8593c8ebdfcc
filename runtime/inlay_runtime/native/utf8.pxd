# cython: language_level=3, cdivision=True
"""Whether text is well-formed UTF-8; inline, to be cimported."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy


cdef inline bint is_utf8(const uint8_t* p, const uint8_t* end) noexcept nogil:
    """As The Unicode Standard, table 3-7, has it, and RFC 3629, and what Python decodes."""
    cdef uint64_t word
    cdef uint8_t byte, low, high
    cdef int more
    while p < end:
        if end - p >= 8:
            memcpy(&word, p, 8)
            if not word & <uint64_t>0x8080808080808080:
                p += 8
                if p < end < p + 8:  # the last bytes, with some of those before
                    memcpy(&word, end - 8, 8)
                    if not word & <uint64_t>0x8080808080808080:
                        return True
                continue
        byte = p[0]
        p += 1
        if byte < 0x80:
            continue
        low, high = 0x80, 0xBF
        if 0xC2 <= byte <= 0xDF:
            more = 1
        elif 0xE0 <= byte <= 0xEF:
            more = 2
            if byte == 0xE0:
                low = 0xA0
            elif byte == 0xED:
                high = 0x9F
        elif 0xF0 <= byte <= 0xF4:
            more = 3
            if byte == 0xF0:
                low = 0x90
            elif byte == 0xF4:
                high = 0x8F
        else:
            return False
        if end - p < more or not low <= p[0] <= high:
            return False
        if more > 1 and p[1] & 0xC0 != 0x80:
            return False
        if more > 2 and p[2] & 0xC0 != 0x80:
            return False
        p += more
    return True
