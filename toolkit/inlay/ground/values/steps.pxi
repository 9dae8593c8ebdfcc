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
    cdef int64_t at
    cdef wide one, other
    for at in range(steps):
        one, other = _in_total_order(values[at]), _in_total_order(values[at + 1])
        to[at] = (other > one) + 2 * (other < one)


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
    cdef int64_t at
    cdef int odd = 0
    for at in range(count):
        odd |= <uint16_t> ((values[at] & 0x7FFF) - 1) >= 0x7C00
    return odd


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


def find_steps_in_fixed(values, int order, int width, int64_t first, int64_t count, steps):
    """Of `count` values from `first` on, as `find_in_fixed` has them: fills `steps`, a byte for each but the first."""
    cdef Lent lent = Lent(values), room = Lent(steps)
    cdef int64_t there = lent.view.len * 8 if order == BOOLEAN else lent.view.len // max(width, 1), at
    cdef const uint8_t* begin
    cdef uint8_t* to = <uint8_t*> room.view.buf
    if not _fits(order, width):
        raise ValueError(width)
    if first < 0 or count < 1 or first + count > there or memoryview(steps).readonly or room.view.len < count - 1:
        raise IndexError(first)
    count -= 1
    begin = <const uint8_t*> lent.view.buf + first * width
    with nogil:
        if order == BOOLEAN:
            _steps_of_bits(begin, first, count, to)
        elif order == SIGNED and width == 4:
            _steps_of_integers(<const int32_t*> begin, count, to)
        elif order == SIGNED:
            _steps_of_integers(<const int64_t*> begin, count, to)
        elif order == UNSIGNED and width == 4:
            _steps_of_integers(<const uint32_t*> begin, count, to)
        elif order == UNSIGNED:
            _steps_of_integers(<const uint64_t*> begin, count, to)
        elif order == FLOAT:
            _steps_of_reals(<const float*> begin, count, to)
        elif order == DOUBLE:
            _steps_of_reals(<const double*> begin, count, to)
        elif order == FLOAT16:
            _steps_of_halves(<const int16_t*> begin, count, to)
        elif order == TOTAL and width == 2:
            _steps_of_float_bits(<const int16_t*> begin, count, to)
        elif order == TOTAL and width == 4:
            _steps_of_float_bits(<const int32_t*> begin, count, to)
        elif order == TOTAL:
            _steps_of_float_bits(<const int64_t*> begin, count, to)
        else:
            for at in range(count):
                to[at] = _step(_compare(_span_of(begin, NULL, width, at + 1), _span_of(begin, NULL, width, at), order))


def find_steps_in_binary(indexes, offsets, data, int order, int64_t first, int64_t count, steps):
    """The same of byte arrays, whose offsets are trusted, or of those that indexes of 32 bits, which are not, lead to."""
    cdef Lent places = Lent(offsets), lent = Lent(data), room = Lent(steps), numbers = Lent(offsets if indexes is None else indexes)
    cdef int64_t entries = places.view.len // 4 - 1, at
    cdef const int32_t* index = NULL if indexes is None else <const int32_t*> numbers.view.buf
    cdef const int32_t* ends = <const int32_t*> places.view.buf
    cdef const uint8_t* begin = <const uint8_t*> lent.view.buf
    cdef uint8_t* to = <uint8_t*> room.view.buf
    cdef int64_t there = entries if indexes is None else numbers.view.len // 4
    cdef bint is_wrong = False
    if not BYTES <= order <= DECIMAL:
        raise ValueError(order)
    if first < 0 or count < 1 or first + count > there or memoryview(steps).readonly or room.view.len < count - 1:
        raise IndexError(first)
    with nogil:
        if index != NULL:
            for at in range(first, first + count):
                is_wrong = is_wrong or index[at] < 0 or index[at] >= entries
            if not is_wrong:
                for at in range(first, first + count - 1):
                    if index[at] == index[at + 1]:
                        to[at - first] = SAME
                    else:
                        to[at - first] = _step(
                            _compare(_span_of(begin, ends, 0, index[at + 1]), _span_of(begin, ends, 0, index[at]), order)
                        )
        else:
            for at in range(first, first + count - 1):
                to[at - first] = _step(_compare(_span_of(begin, ends, 0, at + 1), _span_of(begin, ends, 0, at), order))
    if is_wrong:
        raise IndexError(first)
