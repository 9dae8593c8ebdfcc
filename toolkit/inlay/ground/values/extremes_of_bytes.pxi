# Part of native_extremes.pyx: of values that compare as bytes, or are not as wide as a number of the machine.

cdef extern from *:
    uint64_t __builtin_bswap64(uint64_t) nogil


cdef inline uint64_t _load_first(const uint8_t* data, int order) noexcept nogil:
    """Eight bytes as a number that compares as they do, with a sign in decimals."""
    cdef uint64_t word
    memcpy(&word, data, 8)
    return __builtin_bswap64(word) ^ (<uint64_t> (order == DECIMAL) << 63)


cdef inline int _compare(Span one, Span other, int order) noexcept nogil:
    """Less than 0, 0 or more, as memcmp."""
    cdef int64_t common = min(one.size, other.size), at
    cdef uint64_t first, second
    cdef int32_t day, other_day
    cdef int result
    if common >= 8 and (order == BYTES or (order == DECIMAL and one.size == other.size)):  # most differ there
        first, second = _load_first(one.data, order), _load_first(other.data, order)
        if first != second:
            return 1 if first > second else -1
    if order == BYTES:
        result = memcmp(one.data, other.data, common)
        return result if result else (one.size > other.size) - (one.size < other.size)
    if order == SIGNED_BYTES:
        for at in range(common):
            if one.data[at] != other.data[at]:
                return 1 if <int8_t> one.data[at] > <int8_t> other.data[at] else -1
        return (one.size > other.size) - (one.size < other.size)
    if order == INT96:  # nanoseconds of a day, then the day
        memcpy(&day, one.data + 8, 4)
        memcpy(&other_day, other.data + 8, 4)
        if day != other_day:
            return 1 if day > other_day else -1
        memcpy(&first, one.data, 8)
        memcpy(&second, other.data, 8)
        return (first > second) - (first < second)
    return _compare_decimals(one, other)


cdef inline int _compare_numbers(int64_t one, int64_t other) noexcept nogil:
    return (one > other) - (one < other)


cdef int _compare_decimals(Span one, Span other) noexcept nogil:
    """Big endian with a sign, of any length; no bytes are 0."""
    cdef bint first = one.size > 0 and one.data[0] & 0x80, second = other.size > 0 and other.data[0] & 0x80
    cdef uint8_t fill = 0xFF if first else 0
    if first != second:
        return -1 if first else 1
    while one.size > other.size:
        if one.data[0] != fill:
            return -1 if first else 1
        one.data += 1
        one.size -= 1
    while other.size > one.size:
        if other.data[0] != fill:
            return 1 if first else -1
        other.data += 1
        other.size -= 1
    return memcmp(one.data, other.data, one.size)


cdef inline Span _span_of(const uint8_t* data, const int32_t* offsets, int64_t width, int64_t at) noexcept nogil:
    cdef Span span
    if offsets == NULL:
        span.data = data + at * width
        span.size = width
    else:
        span.data = data + offsets[at]
        span.size = offsets[at + 1] - offsets[at]
    return span


cdef Found _of_spans(
    const uint8_t* data, const int32_t* offsets, int64_t first, int64_t count, int order
) noexcept nogil:
    cdef Found found
    cdef int64_t at
    cdef Span span, low, high
    low = high = _span_of(data, offsets, 0, first)
    found.low = found.high = found.nans = 0
    for at in range(1, count):
        span = _span_of(data, offsets, 0, first + at)
        if _compare(span, low, order) < 0:
            low = span
            found.low = at
        elif _compare(span, high, order) > 0:
            high = span
            found.high = at
    return found
