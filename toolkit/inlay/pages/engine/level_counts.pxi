# Part of native_levels.pyx and native_plain_chunk.pyx: how often each level is in runs of levels.

cdef extern from *:
    int __builtin_popcountll(unsigned long long) nogil


cdef bint _count_levels(const uint8_t* at, const uint8_t* end, int64_t left, int width, uint32_t most, int64_t* counts) noexcept nogil:
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
