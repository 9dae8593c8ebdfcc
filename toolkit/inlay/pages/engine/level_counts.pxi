# Part of native_levels.pyx and native_plain_chunk.pyx: how often each level is in runs of levels.

cdef extern from *:
    """
    /* Compilers call a function for this, as not every processor has an instruction. */
    static inline int64_t count_ones(uint64_t word) {
        word -= word >> 1 & 0x5555555555555555ULL;
        word = (word & 0x3333333333333333ULL) + (word >> 2 & 0x3333333333333333ULL);
        return ((word + (word >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * 0x0101010101010101ULL >> 56;
    }
    """
    int64_t count_ones(uint64_t word) nogil


cdef inline uint64_t _load_some(const uint8_t* at, int64_t room) noexcept nogil:
    """Eight bytes, of which those beyond the room are zero."""
    cdef uint64_t word = 0
    if room >= 8:
        memcpy(&word, at, 8)
    else:
        memcpy(&word, at, room)
    return word


cdef inline bint _count_pairs(uint64_t word, int64_t taken, uint32_t most, int64_t* counts) noexcept nogil:
    """Of up to 31 levels of two bits. False if one is too high."""
    cdef uint64_t here = <uint64_t> 0x5555555555555555 & ((<uint64_t> 1 << 2 * taken) - 1)
    cdef uint64_t low = word & here, high = word >> 1 & here
    cdef int64_t ones = count_ones(low & ~high), twos = count_ones(high & ~low), threes = count_ones(low & high)
    if threes and most < 3:
        return False
    counts[0] += taken - ones - twos - threes
    counts[1] += ones
    counts[2] += twos
    if threes:
        counts[3] += threes
    return True


cdef const uint8_t* _count_short_runs(const uint8_t* at, const uint8_t* end, int64_t* left, int64_t* counts) noexcept nogil:
    """Of levels of one bit: runs with a head of one byte, which is nearly all where nulls lie at random. Ends before any other, and before what
    may be wrong."""
    cdef uint64_t word
    cdef int64_t length, taken, ones = 0, some = left[0]
    cdef const uint8_t* data
    while end - at >= 72 and some >= 512:  # more than such a run has
        length = at[0] >> 1
        if at[0] & 0x80 or length == 0:
            break
        if not at[0] & 1:
            if at[1] > 1:
                break
            ones += length & -<int64_t> at[1]
            some -= length
            at += 2
            continue
        taken = length
        data = at + 1
        while taken > 8:
            memcpy(&word, data, 8)
            ones += count_ones(word)
            data += 8
            taken -= 8
        memcpy(&word, data, 8)
        ones += count_ones(word << 64 - 8 * taken)
        some -= 8 * length
        at += 1 + length
    counts[1] += ones
    counts[0] += left[0] - some - ones
    left[0] = some
    return at


cdef bint _count_levels(const uint8_t* at, const uint8_t* end, int64_t left, int width, uint32_t most, int64_t* counts) noexcept nogil:
    """False for what is damaged."""
    cdef uint64_t header, word, mask = (<uint64_t> 1 << width) - 1
    cdef int shift, index, size = (width + 7) // 8
    cdef uint8_t byte
    cdef int64_t length, taken, bit, room, ones, rest, some
    cdef uint32_t value
    cdef const uint8_t* data
    while left > 0:
        if width == 1:
            at = _count_short_runs(at, end, &left, counts)
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
            value = at[0]
            if size > 1:
                memcpy(&value, at, size)
            at += size
            if value > most:
                return False
            taken = min(length, left)
            counts[value] += taken
            left -= taken
            continue
        taken = min(length * 8, left)
        # Some writers leave out what the last group only pads.
        if (taken * width + 7) // 8 > room or (length * width > room and length * 8 - taken >= 8):
            return False
        left -= taken
        data = at
        bit = 0
        if width == 1:
            ones = 0
            rest = taken
            while rest >= 64:
                memcpy(&word, data, 8)
                ones += count_ones(word)
                data += 8
                rest -= 64
            if rest:
                ones += count_ones(_load_some(data, end - data) & ((<uint64_t> 1 << rest) - 1))
            counts[1] += ones
            counts[0] += taken - ones
        else:
            rest = taken
            while rest > 0:
                if width == 2:
                    some = min(rest, <int64_t> 28)
                    if not _count_pairs(_load_some(data + (bit >> 3), room - (bit >> 3)), some, most, counts):
                        return False
                    bit += 2 * some
                    rest -= some
                    continue
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
                word = _load_some(data + (bit >> 3), room - (bit >> 3))
                value = (word >> (bit & 7)) & mask
                if value > most:
                    return False
                counts[value] += 1
                bit += width
                rest -= 1
        at += min(length * width, room)
    return True
