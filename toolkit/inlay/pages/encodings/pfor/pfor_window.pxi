# Part of native_pfor.pyx: which integers of a vector are packed.

cdef bint is_rising(const uint64_t* values, int64_t count) noexcept nogil:
    cdef int64_t index
    for index in range(1, count):
        if values[index] < values[index - 1]:
            return False
    return True


cdef void sort(uint64_t* values, uint64_t* spare, int64_t count, int width) noexcept nogil:
    """By digits of eight bits, the lowest first; integers of `width` bits."""
    cdef uint32_t starts[256]
    cdef uint32_t start, many
    cdef uint64_t* given = values
    cdef uint64_t* taken = spare
    cdef uint64_t* other
    cdef int64_t index
    cdef int shift, digit
    for shift in range(0, width, 8):
        memset(starts, 0, sizeof(starts))
        for index in range(count):
            starts[given[index] >> shift & 255] += 1
        start = 0
        for digit in range(256):
            many = starts[digit]
            starts[digit] = start
            start += many
        for index in range(count):
            digit = given[index] >> shift & 255
            taken[starts[digit]] = given[index]
            starts[digit] += 1
        other = given
        given = taken
        taken = other
    if given != values:
        memcpy(values, given, count * sizeof(uint64_t))


cdef bint has_window(const uint64_t* rising, int64_t count, int width, int64_t outside) noexcept nogil:
    """Whether a window of this width leaves no more than so many outside."""
    cdef int64_t first, many = count - outside
    cdef uint64_t every = 0
    if many <= 1:
        return True
    for first in range(outside + 1):
        every |= <uint64_t> ((rising[first + many - 1] - rising[first]) >> width == 0)
    return every != 0


cdef int64_t find_fullest(
    const uint64_t* rising, int64_t count, int width, int64_t outside, int64_t* many
) noexcept nogil:
    """The first window that holds most, of those that leave no more than so many outside; `many` is 0 where there is none."""
    cdef int64_t first, end, best = 0, least = count - outside
    least = least if least > 1 else 1
    end = least
    many[0] = 0
    for first in range(count - least + 1):
        end = end if end > first + least else first + least
        if (rising[end - 1] - rising[first]) >> width:
            continue
        while end < count and (rising[end] - rising[first]) >> width == 0:
            end += 1
        if end - first > many[0]:
            best = first
            many[0] = end - first
    return best


cdef Window choose_window(const Integer* integers, int64_t count, Scratch* scratch) noexcept nogil:
    """Integers less the lowest are unsigned, and in the same order."""
    cdef Window best
    cdef Integer lowest = integers[0], highest = integers[0]
    cdef int64_t index, first, many = 0, exception = 16 + 8 * <int64_t> sizeof(Integer)
    cdef int narrower
    for index in range(count):
        lowest = integers[index] if integers[index] < lowest else lowest
        highest = integers[index] if integers[index] > highest else highest
    best.frame = lowest
    best.width = width_of(<uint64_t> <int64_t> highest - <uint64_t> <int64_t> lowest)
    best.bits = count * best.width
    if best.width == 0:
        return best
    for index in range(count):
        scratch.rising[index] = <uint64_t> <int64_t> integers[index] - <uint64_t> <int64_t> lowest
    if not is_rising(scratch.rising, count):
        sort(scratch.rising, scratch.spare, count, best.width)
    for narrower in range(best.width - 1, -1, -1):
        # Only windows that make it smaller are looked at, and few integers for it.
        first = find_fullest(scratch.rising, count, narrower, (best.bits - 1 - count * narrower) // exception, &many)
        if many:
            best.frame = <int64_t> (<uint64_t> <int64_t> lowest + scratch.rising[first])
            best.width = narrower
            best.bits = count * narrower + (count - many) * exception
        if not has_window(scratch.rising, count, narrower, (best.bits - 1) // exception):
            break
    return best
