# Part of native_pages.pyx: what a Bloom filter is asked by. `xxh64.py` and `bloom_filter.py` say what both are.

cdef enum:
    BLOCK = 32  # bytes: eight words

cdef extern from *:
    """
    #define FIRST_PRIME 0x9E3779B185EBCA87ULL
    #define SECOND_PRIME 0xC2B2AE3D27D4EB4FULL
    #define THIRD_PRIME 0x165667B19E3779F9ULL
    #define FOURTH_PRIME 0x85EBCA77C2B2AE63ULL
    #define FIFTH_PRIME 0x27D4EB2F165667C5ULL
    """
    const uint64_t FIRST_PRIME
    const uint64_t SECOND_PRIME
    const uint64_t THIRD_PRIME
    const uint64_t FOURTH_PRIME
    const uint64_t FIFTH_PRIME


cdef inline uint64_t _rotate(uint64_t value, int by) noexcept nogil:
    return value << by | value >> (64 - by)


cdef inline uint64_t _round(uint64_t lane, uint64_t word) noexcept nogil:
    return _rotate(lane + word * SECOND_PRIME, 31) * FIRST_PRIME


cdef inline uint64_t _mix(uint64_t hashed) noexcept nogil:
    hashed = (hashed ^ hashed >> 33) * SECOND_PRIME
    hashed = (hashed ^ hashed >> 29) * THIRD_PRIME
    return hashed ^ hashed >> 32


cdef inline uint64_t _hash_of(const uint8_t* at, int64_t size) noexcept nogil:
    cdef int64_t left = size
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
    hashed += <uint64_t> size
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
    return _mix(hashed)


def hash_bytes(bytes data not None):
    """XXH64 with seed 0."""
    return _hash_of(<const uint8_t*> PyBytes_AS_STRING(data), len(data))


cdef inline uint32_t _look(const uint8_t* word, uint32_t salted) noexcept nogil:
    """The bit of a word that its salt chooses, as the lowest."""
    cdef uint32_t bits
    memcpy(&bits, word, 4)
    return bits >> (salted >> 27)


cdef inline bint _has(const uint8_t* block, uint32_t key) noexcept nogil:
    """Whether a block has all bits of a hash, whose lower half is given. Without a branch and a loop: nearly every value is there."""
    return (
        _look(block, key * <uint32_t> 0x47B6137B)
        & _look(block + 4, key * <uint32_t> 0x44974D91)
        & _look(block + 8, key * <uint32_t> 0x8824AD5B)
        & _look(block + 12, key * <uint32_t> 0xA2B7289D)
        & _look(block + 16, key * <uint32_t> 0x705495C7)
        & _look(block + 20, key * <uint32_t> 0x2DF1424B)
        & _look(block + 24, key * <uint32_t> 0x9EFC4947)
        & _look(block + 28, key * <uint32_t> 0x5C6BFB31)
        & 1
    )


def has_bits(bytes blocks not None, uint64_t hashed):
    """Whether the block of a hash has all of its bits; False where there are no whole blocks."""
    cdef const uint8_t* bits = <const uint8_t*> PyBytes_AS_STRING(blocks)
    cdef uint64_t count = <uint64_t> len(blocks) // BLOCK
    if count == 0 or count >> 32:
        return False
    return _has(bits + (((hashed >> 32) * count) >> 32) * BLOCK, <uint32_t> hashed)


cdef inline bint _is_absent(const uint8_t* bits, uint64_t begin, uint64_t count, uint64_t total, uint64_t hashed) noexcept nogil:
    """Whether its block is among those that are given, and does not have it."""
    cdef uint64_t block = (((hashed >> 32) * total) >> 32) - begin
    return block < count and not _has(bits + block * BLOCK, <uint32_t> hashed)


def find_absent(values, offsets, int64_t width, int64_t first, int64_t count, blocks, int64_t begin, int64_t total):
    """The place of the first of so many values that a filter does not have, -1 where it has all. `blocks` are those of its `total` from
    `begin` on: values of others are left alone. Values have `width` bytes, or are byte arrays by their offsets, which are trusted."""
    cdef Lent data = Lent(values), bits = Lent(blocks), places = Lent(offsets if offsets is not None else b"")
    cdef const uint8_t* at = begin_of(data)
    cdef const uint8_t* filter = begin_of(bits)
    cdef const int32_t* ends = <const int32_t*> places.view.buf
    cdef uint64_t here = <uint64_t> bits.view.len // BLOCK, word
    cdef int64_t index, absent = -1
    cdef bint has_offsets = offsets is not None
    cdef int64_t room = data.view.len // max(width, 1) if offsets is None else places.view.len // 4 - 1
    if first < 0 or count < 0 or first + count > room or total <= 0 or total >> 32 or begin < 0:
        raise IndexError(first)
    if offsets is None and width < 1:
        raise ValueError(width)
    with nogil:
        if has_offsets:
            for index in range(first, first + count):
                if _is_absent(filter, begin, here, total, _hash_of(at + ends[index], ends[index + 1] - ends[index])):
                    absent = index
                    break
        elif width == 8:
            for index in range(first, first + count):
                memcpy(&word, at + 8 * index, 8)
                word = _mix(_rotate((FIFTH_PRIME + 8) ^ _round(0, word), 27) * FIRST_PRIME + FOURTH_PRIME)
                if _is_absent(filter, begin, here, total, word):
                    absent = index
                    break
        else:
            for index in range(first, first + count):
                if _is_absent(filter, begin, here, total, _hash_of(at + width * index, width)):
                    absent = index
                    break
    return absent
