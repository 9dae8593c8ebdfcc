# Part of native_pages.pyx: levels and indexes, runs of one value (RLE) and groups that are bit-packed (Encodings.md, RLE/bit-packing hybrid).

cdef struct Hybrid:
    const uint8_t* at
    const uint8_t* end
    int width


cdef int64_t _run_over(Hybrid runs, int64_t count) noexcept nogil:
    """The number that a first run of RLE repeats for all of `count`; -1 where that is not how they are stored."""
    cdef uint64_t header = 0
    cdef int shift = 0, index, size = (runs.width + 7) // 8
    cdef uint32_t value = 0
    while shift < 7 * LONGEST_HEADER and runs.at < runs.end:
        header |= <uint64_t> (runs.at[0] & 0x7F) << shift
        shift += 7
        runs.at += 1
        if not (runs.at - 1)[0] & 0x80:
            if header & 1 or <int64_t> (header >> 1) < count or size > runs.end - runs.at:
                return -1
            for index in range(size):
                value |= <uint32_t> runs.at[index] << (8 * index)
            return value
    return -1


cdef int64_t _decode(Hybrid* runs, uint32_t* out, int64_t count) noexcept nogil:
    """`count` numbers of RLE and bit-packed runs; the highest of them, or -1 where the runs are damaged or end before."""
    cdef int64_t done = 0, length, taken, bit
    cdef uint64_t header, word, mask = (<uint64_t> 1 << runs.width) - 1
    cdef uint32_t value, highest = 0
    cdef int shift, index, size = (runs.width + 7) // 8
    cdef uint8_t byte
    cdef const uint8_t* data
    cdef int64_t left, stop, ahead
    if runs.width == 0:
        memset(out, 0, count * sizeof(uint32_t))
        return 0
    while done < count:
        header = 0
        shift = 0
        while True:
            if runs.at == runs.end or shift == 7 * LONGEST_HEADER:
                return -1
            byte = runs.at[0]
            runs.at += 1
            header |= <uint64_t> (byte & 0x7F) << shift
            if byte < 0x80:
                break
            shift += 7
        length = header >> 1
        if length == 0:
            return -1
        left = runs.end - runs.at
        if header & 1:
            taken = min(length * 8, count - done)
            # Some writers leave out what the last group only pads.
            if (taken * runs.width + 7) // 8 > left or (length * runs.width > left and length * 8 - taken >= 8):
                return -1
            data = runs.at
            bit = 0
            stop = done + taken
            while runs.width <= 8 and stop - done >= 8 and left - (bit >> 3) >= 8:
                memcpy(&word, data + (bit >> 3), 8)  # a group of eight numbers is in it
                for index in range(8):
                    value = word & mask
                    word >>= runs.width
                    if value > highest:
                        highest = value
                    out[done + index] = value
                done += 8
                bit += 8 * runs.width
            ahead = done + (8 * (left - 8) + 7 - bit) // runs.width + 1 if 8 * (left - 8) + 7 >= bit else done
            ahead = min(ahead, stop)
            while done < ahead:  # eight bytes from where a number begins are there
                memcpy(&word, data + (bit >> 3), 8)
                value = (word >> (bit & 7)) & mask
                highest = value if value > highest else highest
                out[done] = value
                done += 1
                bit += runs.width
            while done < stop:
                word = 0
                memcpy(&word, data + (bit >> 3), min(8, left - (bit >> 3)))
                value = (word >> (bit & 7)) & mask
                if value > highest:
                    highest = value
                out[done] = value
                done += 1
                bit += runs.width
            runs.at += min(length * runs.width, left)
        else:
            if size > left:
                return -1
            value = 0
            memcpy(&value, runs.at, size)
            runs.at += size
            if value > highest:
                highest = value
            for taken in range(min(length, count - done)):
                out[done] = value
                done += 1
    return highest
