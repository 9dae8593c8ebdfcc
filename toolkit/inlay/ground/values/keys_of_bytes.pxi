# Part of native_extremes.pyx: of bytes of one width, by numbers that compare as their first eight bytes do. Ties alone go further.

cdef enum:
    KEYS = 1 << 8  # that are made at once


cdef void _fill_keys(
    const uint8_t* data, int width, int64_t first, int64_t size, int64_t count, int order, uint64_t* keys
) noexcept nogil:
    """Of `size` values from `first` on; there are `count`."""
    cdef const uint8_t* value = data + first * width
    cdef int64_t at, whole
    cdef uint64_t word, flipped, kept
    cdef int32_t day
    if order == INT96:  # nanoseconds of a day, then the day
        for at in range(size):
            memcpy(&word, value, 8)
            memcpy(&day, value + 8, 4)
            keys[at] = <uint64_t> (<uint32_t> day ^ <uint32_t> 0x80000000) << 32 | word >> 32
            value += width
        return
    flipped = 0 if order == BYTES else (<uint64_t> 1 << 63 if order == DECIMAL else <uint64_t> 0x8080808080808080)
    kept = ~<uint64_t> 0 << 8 * (8 - min(width, 8))
    whole = max(min(size, (count * width + width - 8) // width - first), 0)  # those that eight bytes can be read of
    for at in range(whole):
        memcpy(&word, value, 8)
        keys[at] = __builtin_bswap64(word) & kept ^ flipped
        value += width
    for at in range(whole, size):
        word = 0
        memcpy(&word, value, min(width, 8))
        keys[at] = __builtin_bswap64(word) ^ flipped
        value += width


cdef inline int _compare_alike(const uint8_t* data, int width, int64_t one, int64_t other, int order) noexcept nogil:
    """Of values with the same key."""
    if width <= 8:
        return 0
    return _compare(_span_of(data, NULL, width, one), _span_of(data, NULL, width, other), order)


cdef Found _of_fixed_bytes(const uint8_t* data, int width, int64_t count, int order) noexcept nogil:
    cdef Found found
    cdef uint64_t[KEYS] keys
    cdef uint64_t least, largest, key, low, high
    cdef int64_t start = 0, size, at
    found.low = found.high = found.nans = 0
    _fill_keys(data, width, 0, 1, count, order, &low)
    high = low
    while start < count:
        size = min(<int64_t> KEYS, count - start)
        _fill_keys(data, width, start, size, count, order, keys)
        least = largest = keys[0]
        for at in range(size):
            key = keys[at]
            least = key if key < least else least
            largest = key if key > largest else largest
        if least < low or largest > high or (width > 8 and (least == low or largest == high)):
            for at in range(size):
                key = keys[at]
                if key < low or (key == low and _compare_alike(data, width, start + at, found.low, order) < 0):
                    low, found.low = key, start + at
                elif key > high or (key == high and _compare_alike(data, width, start + at, found.high, order) > 0):
                    high, found.high = key, start + at
        start += size
    return found


cdef void _steps_of_fixed_bytes(const uint8_t* data, int width, int64_t steps, int order, uint8_t* to) noexcept nogil:
    cdef uint64_t[KEYS + 1] keys
    cdef int64_t start = 0, size, at
    while start < steps:
        size = min(<int64_t> KEYS, steps - start)
        _fill_keys(data, width, start, size + 1, steps + 1, order, keys)
        for at in range(size):
            to[start + at] = (keys[at + 1] > keys[at]) + 2 * (keys[at + 1] < keys[at])
        if width > 8 and memchr(to + start, SAME, size) != NULL:
            for at in range(start, start + size):
                if to[at] == SAME:
                    to[at] = _step(_compare_alike(data, width, at + 1, at, order))
        start += size
