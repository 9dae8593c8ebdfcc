# Part of native_pfor.pyx: vectors and pages that are written.

cdef uint8_t* put_packed(
    uint8_t* out, const Integer* integers, int64_t count, const Window* window, const Integer* first, Scratch* scratch
) noexcept nogil:
    """Without `first`, the values themselves."""
    cdef Integer frame = <Integer> window.frame
    cdef int size = sizeof(Integer), exceptions = 0
    cdef int64_t index
    cdef uint64_t delta
    cdef uint16_t few
    for index in range(count):
        if Integer is int32_t:
            delta = <uint32_t> integers[index] - <uint32_t> frame
        else:
            delta = <uint64_t> integers[index] - <uint64_t> frame
        if window.width < 64 and delta >> window.width:
            scratch.positions[exceptions] = <uint16_t> index
            exceptions += 1
            delta = 0
        scratch.packed[index] = <int64_t> delta
    few = <uint16_t> exceptions
    memcpy(out, &frame, size)
    out[size] = <uint8_t> (window.width | (DIFFERENCES if first != NULL else 0))
    memcpy(out + size + 1, &few, 2)
    out += size + 3
    if first != NULL:
        memcpy(out, first, size)
        out += size
    out = put_integers(out, scratch.packed, count, 0, window.width)
    return put_exceptions(out, <const uint8_t*> integers, scratch.positions, exceptions, size)


cdef void subtract(const Integer* integers, int64_t count, int64_t step, Integer* differences) noexcept nogil:
    """The differences at `count` places, `step` apart."""
    cdef int64_t index, at
    differences[0] = 0
    for index in range(1, count):
        at = index * step
        if Integer is int32_t:
            differences[index] = <int32_t> (<uint32_t> integers[at] - <uint32_t> integers[at - 1])
        else:
            differences[index] = <int64_t> (<uint64_t> integers[at] - <uint64_t> integers[at - 1])


cdef bint may_subtract(const Integer* integers, int64_t count, const Window* window, Scratch* scratch) noexcept nogil:
    cdef int64_t step = count // SAMPLED if count >= SAMPLED else 1
    cdef int64_t sampled = (count + step - 1) // step
    cdef Window other
    sampled = sampled if sampled < SAMPLED else SAMPLED
    subtract[Integer](integers, sampled, step, <Integer*> scratch.differences)
    other = choose_window[Integer](<Integer*> scratch.differences, sampled, scratch)
    return other.bits * count < window.bits * sampled


cdef uint8_t* put_vector(uint8_t* out, const Integer* integers, int64_t count, Scratch* scratch) noexcept nogil:
    cdef Window window = choose_window[Integer](integers, count, scratch), other
    cdef Integer* differences = <Integer*> scratch.differences
    if may_subtract[Integer](integers, count, &window, scratch):
        subtract[Integer](integers, count, 1, differences)
        other = choose_window[Integer](differences, count, scratch)
        if other.bits + 8 * <int64_t> sizeof(Integer) < window.bits:
            return put_packed[Integer](out, differences, count, &other, integers, scratch)
    return put_packed[Integer](out, integers, count, &window, NULL, scratch)


cdef uint8_t* put_page(uint8_t* page, const Integer* integers, int64_t count, Scratch* scratch) noexcept nogil:
    cdef uint8_t* out = put_head(page, 0, LOGARITHM, sizeof(Integer), count)
    cdef int64_t vector, left
    for vector in range(count_vectors(count, LOGARITHM)):
        left = count - vector * VECTOR
        put_offset(page, vector, out)
        out = put_vector[Integer](out, integers + vector * VECTOR, left if left < VECTOR else VECTOR, scratch)
    return out
