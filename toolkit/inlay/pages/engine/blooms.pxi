# Part of native_pages.pyx: what a Bloom filter is asked by. `xxh64.py` and `bloom_filter.py` say what both are.

cdef enum:
    BLOCK = 32  # bytes: eight words

cdef uint64_t FIRST_PRIME = 0x9E3779B185EBCA87
cdef uint64_t SECOND_PRIME = 0xC2B2AE3D27D4EB4F
cdef uint64_t THIRD_PRIME = 0x165667B19E3779F9
cdef uint64_t FOURTH_PRIME = 0x85EBCA77C2B2AE63
cdef uint64_t FIFTH_PRIME = 0x27D4EB2F165667C5

cdef uint32_t[8] SALT
SALT[:] = [0x47B6137B, 0x44974D91, 0x8824AD5B, 0xA2B7289D, 0x705495C7, 0x2DF1424B, 0x9EFC4947, 0x5C6BFB31]


cdef inline uint64_t _rotate(uint64_t value, int by) noexcept nogil:
    return value << by | value >> (64 - by)


cdef inline uint64_t _round(uint64_t lane, uint64_t word) noexcept nogil:
    return _rotate(lane + word * SECOND_PRIME, 31) * FIRST_PRIME


def hash_bytes(bytes data not None):
    """XXH64 with seed 0."""
    cdef const uint8_t* at = <const uint8_t*> PyBytes_AS_STRING(data)
    cdef int64_t left = len(data)
    cdef uint64_t hashed = FIFTH_PRIME
    cdef uint64_t word
    cdef uint32_t half
    cdef uint64_t[4] lanes
    cdef int lane
    if left >= 32:
        lanes[0], lanes[1], lanes[2], lanes[3] = FIRST_PRIME + SECOND_PRIME, SECOND_PRIME, 0, 0 - FIRST_PRIME
        while left >= 32:
            for lane in range(4):
                memcpy(&word, at, 8)
                lanes[lane] = _round(lanes[lane], word)
                at += 8
            left -= 32
        hashed = _rotate(lanes[0], 1) + _rotate(lanes[1], 7) + _rotate(lanes[2], 12) + _rotate(lanes[3], 18)
        for lane in range(4):
            hashed = (hashed ^ _round(0, lanes[lane])) * FIRST_PRIME + FOURTH_PRIME
    hashed += <uint64_t> len(data)
    while left >= 8:
        memcpy(&word, at, 8)
        hashed = _rotate(hashed ^ _round(0, word), 27) * FIRST_PRIME + FOURTH_PRIME
        at += 8
        left -= 8
    if left >= 4:
        memcpy(&half, at, 4)
        hashed = _rotate(hashed ^ half * FIRST_PRIME, 23) * SECOND_PRIME + THIRD_PRIME
        at += 4
        left -= 4
    while left > 0:
        hashed = _rotate(hashed ^ at[0] * FIFTH_PRIME, 11) * FIRST_PRIME
        at += 1
        left -= 1
    hashed = (hashed ^ hashed >> 33) * SECOND_PRIME
    hashed = (hashed ^ hashed >> 29) * THIRD_PRIME
    return hashed ^ hashed >> 32


def has_bits(bytes blocks not None, uint64_t hashed):
    """Whether the block of a hash has all of its bits; False where there are no whole blocks."""
    cdef const uint8_t* bits = <const uint8_t*> PyBytes_AS_STRING(blocks)
    cdef uint64_t count = <uint64_t> len(blocks) // BLOCK
    cdef uint32_t key = <uint32_t> hashed
    cdef uint32_t word
    cdef int at
    if count == 0 or count >> 32:
        return False
    bits += (((hashed >> 32) * count) >> 32) * BLOCK
    for at in range(8):
        memcpy(&word, bits + 4 * at, 4)
        if not word >> ((key * SALT[at]) >> 27) & 1:
            return False
    return True
