# Part of native_extremes.pyx: of numbers of the machine, and of floating-point numbers by their bits.

cdef Found _of_integers(const integer* values, int64_t count) noexcept nogil:
    cdef Found found
    cdef int64_t start = 0, at, end, low_from = 0, high_from = 0
    cdef int lane
    cdef integer value, low = values[0], high = values[0]
    cdef integer least[LANES]
    cdef integer largest[LANES]
    while start < count:
        end = min(start + BLOCK, count)
        for lane in range(LANES):
            least[lane], largest[lane] = low, high
        at = start
        while at + LANES <= end:
            for lane in range(LANES):
                value = values[at + lane]
                least[lane] = value if value < least[lane] else least[lane]
                largest[lane] = value if value > largest[lane] else largest[lane]
            at += LANES
        while at < end:
            value = values[at]
            least[0] = value if value < least[0] else least[0]
            largest[0] = value if value > largest[0] else largest[0]
            at += 1
        for lane in range(LANES):
            if least[lane] < low:
                low, low_from = least[lane], start
            if largest[lane] > high:
                high, high_from = largest[lane], start
        start = end
    while values[low_from] != low:
        low_from += 1
    while values[high_from] != high:
        high_from += 1
    found.low, found.high, found.nans = low_from, high_from, 0
    return found


cdef Found _of_reals(const real* values, int64_t count) noexcept nogil:
    cdef Found found
    cdef int64_t first = 0, start, at, end, nans, low_from, high_from
    cdef int lane
    cdef real value, low, high
    cdef real least[LANES]
    cdef real largest[LANES]
    cdef int32_t odd[LANES]
    found.low = found.high = -1
    while first < count and values[first] != values[first]:
        first += 1
    found.nans = nans = first
    if first == count:
        return found
    low = high = values[first]
    low_from = high_from = first
    start = first
    while start < count:
        end = min(start + BLOCK, count)
        for lane in range(LANES):
            least[lane], largest[lane], odd[lane] = low, high, 0
        at = start
        while at + LANES <= end:
            for lane in range(LANES):  # a NaN is neither less nor more
                value = values[at + lane]
                least[lane] = value if value < least[lane] else least[lane]
                largest[lane] = value if value > largest[lane] else largest[lane]
                odd[lane] += value != value
            at += LANES
        while at < end:
            value = values[at]
            least[0] = value if value < least[0] else least[0]
            largest[0] = value if value > largest[0] else largest[0]
            odd[0] += value != value
            at += 1
        for lane in range(LANES):
            nans += odd[lane]
            if least[lane] < low:
                low, low_from = least[lane], start
            if largest[lane] > high:
                high, high_from = largest[lane], start
        start = end
    while values[low_from] != low:
        low_from += 1
    while values[high_from] != high:
        high_from += 1
    found.low, found.high, found.nans = low_from, high_from, nans
    return found


cdef Found _of_bits(const uint8_t* bits, int64_t first, int64_t count) noexcept nogil:
    cdef Found found
    cdef int64_t at
    cdef bint value, begin = bits[first >> 3] >> (first & 7) & 1
    found.low = found.high = found.nans = 0
    for at in range(1, count):
        value = bits[(first + at) >> 3] >> ((first + at) & 7) & 1
        if value != begin:  # both are there, and no more can be
            if value:
                found.high = at
            else:
                found.low = at
            break
    return found


cdef Found _of_float_bits(const wide* values, wide most, wide infinity, int64_t count) noexcept nogil:
    """In total order: `most` is the largest number of so many bits. NaNs count where there is nothing else."""
    cdef Found found
    cdef int64_t start = 0, at, end, low_from = 0, high_from = 0, nans = 0
    cdef int lane
    cdef wide low = most, high = ~most
    cdef wide least[LANES]
    cdef wide largest[LANES]
    cdef wide odd[LANES]
    while start < count:
        end = min(start + BLOCK, count)
        for lane in range(LANES):
            least[lane], largest[lane], odd[lane] = most, ~most, 0
        at = start
        while at + LANES <= end:
            for lane in range(LANES):
                _take_bits(values[at + lane], most, infinity, &least[lane], &largest[lane], &odd[lane])
            at += LANES
        while at < end:
            _take_bits(values[at], most, infinity, &least[0], &largest[0], &odd[0])
            at += 1
        for lane in range(LANES):
            nans += odd[lane]
            if least[lane] < low:
                low, low_from = least[lane], start
            if largest[lane] > high:
                high, high_from = largest[lane], start
        start = end
    if nans == count:
        return _of_nans(values, most, count)
    low, high = low ^ (most if low < 0 else 0), high ^ (most if high < 0 else 0)
    while values[low_from] != low:
        low_from += 1
    while values[high_from] != high:
        high_from += 1
    found.low, found.high, found.nans = low_from, high_from, nans
    return found


cdef inline void _take_bits(wide bits, wide most, wide infinity, wide* least, wide* largest, wide* odd) noexcept nogil:
    """Sign and magnitude as a number with a sign; a NaN is neither less nor more."""
    cdef wide key = bits ^ (most if bits < 0 else 0)
    cdef bint is_nan = (bits & most) > infinity
    cdef wide low = most if is_nan else key, high = ~most if is_nan else key
    least[0] = low if low < least[0] else least[0]
    largest[0] = high if high > largest[0] else largest[0]
    odd[0] += is_nan


cdef Found _of_nans(const wide* values, wide most, int64_t count) noexcept nogil:
    cdef Found found
    cdef int64_t at
    cdef wide key, low = 0, high = 0
    found.low = found.high = -1
    found.nans = count
    for at in range(count):
        key = values[at] ^ (most if values[at] < 0 else 0)
        if found.low < 0 or key < low:
            low, found.low = key, at
        if found.high < 0 or key > high:
            high, found.high = key, at
    return found


cdef Found _of_halves(const uint8_t* values, int64_t count, bint total) noexcept nogil:
    """FLOAT16 in total order, or by value: then both zeros are one, of which the first counts, and NaNs never do."""
    cdef const int16_t* halves = <const int16_t*> values
    cdef Found found = _of_float_bits(halves, <int16_t> 0x7FFF, <int16_t> 0x7C00, count)
    if total:
        return found
    if found.nans == count:
        found.low = found.high = -1
        return found
    found.low = _find_first_half(halves, halves[found.low])
    found.high = _find_first_half(halves, halves[found.high])
    return found


cdef int64_t _find_first_half(const int16_t* halves, int16_t bits) noexcept nogil:
    """It is there."""
    cdef int64_t at = 0
    cdef int16_t counted = 0x7FFF if bits & 0x7FFF == 0 else -1  # a zero has a sign that does not count
    while (halves[at] ^ bits) & counted:
        at += 1
    return at
