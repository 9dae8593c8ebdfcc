# Part of native_extremes.pyx: how each value compares with the one before it. `steps.py` says what the steps are.

cdef enum:  # `ValueStep` of the Python side
    SAME
    RISES
    FALLS
    ZEROS
    TO_NAN
    FROM_NAN


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


cdef void _steps_of_reals(const real* values, int64_t steps, uint8_t* to) noexcept nogil:
    cdef int64_t at
    cdef real one, other
    for at in range(steps):
        one = values[at]
        other = values[at + 1]
        if other > one:
            to[at] = RISES
        elif other < one:
            to[at] = FALLS
        elif other == one:
            to[at] = ZEROS if one == 0 and _has_sign(one) != _has_sign(other) else SAME
        elif one == one:
            to[at] = TO_NAN
        else:
            to[at] = FROM_NAN if other == other else SAME


cdef inline int64_t _number_of(const uint8_t* value, int width) noexcept nogil:
    if width == 2:
        return _bits_of(value)
    return (<const int32_t*> value)[0] if width == 4 else (<const int64_t*> value)[0]


cdef inline int64_t _in_total_order(int64_t bits) noexcept nogil:
    """Sign and magnitude as a number with a sign."""
    return bits ^ <int64_t> (<uint64_t> (bits >> 63) >> 1)


cdef void _steps_of_float_bits(const uint8_t* values, int width, int64_t steps, bint total, uint8_t* to) noexcept nogil:
    cdef int64_t at, one, other = _number_of(values, width)
    cdef bint is_nan, was_nan
    for at in range(steps):
        one = other
        other = _number_of(values + (at + 1) * width, width)
        if not total:
            was_nan = (one & 0x7FFF) > 0x7C00  # FLOAT16: others are compared by value elsewhere
            is_nan = (other & 0x7FFF) > 0x7C00
            if was_nan or is_nan:
                to[at] = SAME if was_nan and is_nan else (TO_NAN if is_nan else FROM_NAN)
                continue
            if one != other and not (one | other) & 0x7FFF:
                to[at] = ZEROS
                continue
        to[at] = _step(_compare_numbers(_in_total_order(other), _in_total_order(one)))


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
        elif order == FLOAT16 or order == TOTAL:
            _steps_of_float_bits(begin, width, count, order == TOTAL, to)
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
