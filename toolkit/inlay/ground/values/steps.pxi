# Part of native_extremes.pyx: how each value compares with the one before it. `steps.py` says what the steps are.

cdef enum:  # `ValueStep` of the Python side
    SAME
    RISES
    FALLS
    ZEROS
    TO_NAN
    FROM_NAN


cdef enum:
    PIECE = 1 << 8  # values that have their steps without a branch, or again with them


cdef inline uint8_t _step(int compared) noexcept nogil:
    return SAME if compared == 0 else (RISES if compared > 0 else FALLS)


cdef void _steps_of_integers(const integer* values, int64_t steps, uint8_t* to) noexcept nogil:
    cdef int64_t at
    for at in range(steps):
        to[at] = (values[at + 1] > values[at]) + 2 * (values[at + 1] < values[at])


cdef inline bint _has_sign(real value) noexcept nogil:
    cdef uint64_t wide = 0
    memcpy(&wide, &value, sizeof(real))
    return wide >> (8 * sizeof(real) - 1)


cdef inline uint8_t _step_of_reals(real one, real other) noexcept nogil:
    if other > one:
        return RISES
    if other < one:
        return FALLS
    if other == one:
        return ZEROS if one == 0 and _has_sign(one) != _has_sign(other) else SAME
    if one == one:
        return TO_NAN
    return FROM_NAN if other == other else SAME


cdef void _steps_of_reals(const real* values, int64_t steps, uint8_t* to) noexcept nogil:
    """Steps that neither rise nor fall are rare, and are looked at again: zeros and NaNs are among them."""
    cdef int64_t at, start = 0, end
    while start < steps:
        end = min(start + PIECE, steps)
        for at in range(start, end):
            to[at] = (values[at + 1] > values[at]) + 2 * (values[at + 1] < values[at])
        if memchr(to + start, SAME, end - start) != NULL:
            for at in range(start, end):
                if to[at] == SAME:
                    to[at] = _step_of_reals(values[at], values[at + 1])
        start = end


cdef inline wide _in_total_order(wide bits) noexcept nogil:
    """Sign and magnitude as a number with a sign."""
    return bits ^ <wide> ((bits >> (8 * sizeof(wide) - 1)) & <wide> ~(<uint64_t> 1 << (8 * sizeof(wide) - 1)))


cdef void _steps_of_float_bits(const wide* values, int64_t steps, uint8_t* to) noexcept nogil:
    """A piece at a time of one size and into a place of its own, which compilers make vectors of."""
    cdef wide[PIECE + 1] keys
    cdef uint8_t[PIECE] piece
    cdef int64_t at, start = 0
    while steps - start >= PIECE:
        for at in range(PIECE):
            keys[at] = _in_total_order(values[start + at])
        keys[PIECE] = _in_total_order(values[start + PIECE])
        for at in range(PIECE):
            piece[at] = (keys[at + 1] > keys[at]) + 2 * (keys[at + 1] < keys[at])
        memcpy(to + start, piece, PIECE)
        start += PIECE
    for at in range(start, steps):
        keys[0], keys[1] = _in_total_order(values[at]), _in_total_order(values[at + 1])
        to[at] = (keys[1] > keys[0]) + 2 * (keys[1] < keys[0])


cdef inline uint8_t _step_of_halves(int16_t one, int16_t other) noexcept nogil:
    """By value."""
    cdef bint was_nan = (one & 0x7FFF) > 0x7C00, is_nan = (other & 0x7FFF) > 0x7C00
    if was_nan or is_nan:
        return SAME if was_nan and is_nan else (TO_NAN if is_nan else FROM_NAN)
    if one != other and not (one | other) & 0x7FFF:
        return ZEROS
    return _step(_compare_numbers(_in_total_order(other), _in_total_order(one)))


cdef bint _has_odd_half(const int16_t* values, int64_t count) noexcept nogil:
    """Whether a zero or a NaN is among them."""
    cdef int64_t at = 0
    cdef int lane
    cdef int16_t[LANES] odd
    cdef int16_t magnitude
    for lane in range(LANES):
        odd[lane] = 0
    while at + LANES <= count:
        for lane in range(LANES):
            magnitude = values[at + lane] & 0x7FFF
            odd[lane] |= (magnitude == 0) | (magnitude > 0x7C00)
        at += LANES
    while at < count:
        magnitude = values[at] & 0x7FFF
        odd[0] |= (magnitude == 0) | (magnitude > 0x7C00)
        at += 1
    for lane in range(1, LANES):
        odd[0] |= odd[lane]
    return odd[0]


cdef void _steps_of_halves(const int16_t* values, int64_t steps, uint8_t* to) noexcept nogil:
    """A piece without zeros and NaNs has the steps of total order."""
    cdef int64_t at, start = 0, end
    while start < steps:
        end = min(start + PIECE, steps)
        _steps_of_float_bits(values + start, end - start, to + start)
        if _has_odd_half(values + start, end - start + 1):
            for at in range(start, end):
                to[at] = _step_of_halves(values[at], values[at + 1])
        start = end


cdef void _steps_of_bits(const uint8_t* bits, int64_t first, int64_t steps, uint8_t* to) noexcept nogil:
    cdef int64_t at
    cdef int one, other = bits[first >> 3] >> (first & 7) & 1
    for at in range(first + 1, first + 1 + steps):
        one = other
        other = bits[at >> 3] >> (at & 7) & 1
        to[at - first - 1] = _step(other - one)
