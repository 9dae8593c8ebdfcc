# Part of native_alp.pyx: numbers as integers, and which exponent and factor make them small.

cdef inline Real scale(Real number, Real raised, Real lowered) noexcept nogil:
    cdef Real scaled = number * raised
    return scaled * lowered


cdef inline bint to_integer(
    Real number, Real raise_e, Real lower_f, Real raise_f, Real lower_e, int64_t* integer
) noexcept nogil:
    """Whether an integer stands for the number; `round` of Python is to even, and so is adding a power of two."""
    cdef Real scaled = scale(number, raise_e, lower_f)
    cdef Real magic, limit, restored
    cdef uint32_t bits, other
    cdef uint64_t wide_bits, wide_other
    if Real is float:
        magic = 8388608.0
        limit = 2147483648.0
    else:
        magic = 4503599627370496.0
        limit = 9223372036854775808.0
    if not (scaled < limit and scaled > -limit):
        return False
    if scaled >= 0:
        integer[0] = <int64_t> (scaled if scaled >= magic else (scaled + magic) - magic)
    else:
        integer[0] = <int64_t> (scaled if scaled <= -magic else (scaled - magic) + magic)
    restored = scale(<Real> integer[0], raise_f, lower_e)
    if Real is float:
        memcpy(&bits, &number, 4)
        memcpy(&other, &restored, 4)
        return bits == other
    memcpy(&wide_bits, &number, 8)
    memcpy(&wide_other, &restored, 8)
    return wide_bits == wide_other


cdef int64_t cost_of(const Real* numbers, int64_t count, int64_t step, int exponent, int factor) noexcept nogil:
    """The bits of `count` numbers, `step` apart."""
    cdef Real raise_e = <Real> RAISE_DOUBLE[exponent], lower_f = <Real> LOWER_DOUBLE[factor]
    cdef Real raise_f = <Real> RAISE_DOUBLE[factor], lower_e = <Real> LOWER_DOUBLE[exponent]
    cdef int64_t index, integer, least = 0, most = 0, good = 0
    for index in range(count):
        if to_integer[Real](numbers[index * step], raise_e, lower_f, raise_f, lower_e, &integer):
            if not good or integer < least:
                least = integer
            if not good or integer > most:
                most = integer
            good += 1
    return count * width_of(<uint64_t> most - <uint64_t> least) + (count - good) * (16 + 8 * <int64_t> sizeof(Real))


cdef void best_of_all(
    const Real* numbers, int64_t count, int* exponent, int* factor, int64_t* bits, int64_t* totals
) noexcept nogil:
    """Adds the cost with each exponent and factor to `totals`, too."""
    cdef int e, f
    cdef int64_t cost
    bits[0] = -1
    for e in range(largest_exponent_of(sizeof(Real)), -1, -1):
        for f in range(e, -1, -1):
            cost = cost_of[Real](numbers, count, 1, e, f)
            totals[e * POWERS + f] += cost
            if bits[0] < 0 or cost < bits[0]:
                bits[0] = cost
                exponent[0] = e
                factor[0] = f


def rank_parameters(samples, int size):
    cdef Lent sample
    cdef int exponent = 0, factor = 0, e, f
    cdef int64_t bits = 0, total = 0, least = -1
    cdef int64_t totals[POWERS * POWERS]
    cdef dict votes = {}
    memset(totals, 0, sizeof(totals))
    for given in samples:
        sample = Lent(given)
        if size == 4:
            best_of_all[float](<const float*> sample.view.buf, sample.view.len // 4, &exponent, &factor, &bits, totals)
        else:
            best_of_all[double](<const double*> sample.view.buf, sample.view.len // 8, &exponent, &factor, &bits, totals)
        votes[exponent, factor] = votes.get((exponent, factor), 0) + 1
        total += bits
    for e in range(largest_exponent_of(size), -1, -1):
        for f in range(e, -1, -1):
            if least < 0 or totals[e * POWERS + f] < least:
                least = totals[e * POWERS + f]
                exponent = e
                factor = f
    return (exponent, factor), [(*each, many) for each, many in votes.items()], total


cdef int best_for(const Real* numbers, int64_t count, const int* preset, int many) noexcept nogil:
    """Which of the preset is best for a vector."""
    cdef int64_t step, sampled, cost, least = -1
    cdef int each, best = 0
    if many == 1:
        return 0
    step = count // SAMPLED_VALUES if count >= SAMPLED_VALUES else 1
    sampled = (count + step - 1) // step
    sampled = sampled if sampled < SAMPLED_VALUES else SAMPLED_VALUES
    for each in range(many):
        cost = cost_of[Real](numbers, sampled, step, preset[2 * each], preset[2 * each + 1])
        if least < 0 or cost < least:
            least = cost
            best = each
    return best
