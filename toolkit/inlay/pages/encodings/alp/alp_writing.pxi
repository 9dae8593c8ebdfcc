# Part of native_alp.pyx: vectors and pages that are written.

cdef uint8_t* put_vector(
    uint8_t* out, const Real* numbers, int64_t count, int exponent, int factor, int64_t* integers, uint16_t* positions
) noexcept nogil:
    cdef Real raise_e = <Real> RAISE_DOUBLE[exponent], lower_f = <Real> LOWER_DOUBLE[factor]
    cdef Real raise_f = <Real> RAISE_DOUBLE[factor], lower_e = <Real> LOWER_DOUBLE[exponent]
    cdef int64_t index, integer = 0, first = 0, least = 0, most = 0
    cdef int size = sizeof(Real), exceptions = 0, width
    cdef uint16_t few
    for index in range(count):
        if to_integer[Real](numbers[index], raise_e, lower_f, raise_f, lower_e, &integer):
            if index == exceptions:
                first = least = most = integer
            integers[index] = integer
            least = integer if integer < least else least
            most = integer if integer > most else most
        else:
            positions[exceptions] = <uint16_t> index
            exceptions += 1
    for index in range(exceptions):
        integers[positions[index]] = first
    width = width_of(<uint64_t> most - <uint64_t> least)
    few = <uint16_t> exceptions
    out[0] = <uint8_t> exponent
    out[1] = <uint8_t> factor
    memcpy(out + 2, &few, 2)
    memcpy(out + 4, &least, size)
    out[4 + size] = <uint8_t> width
    out = put_integers(out + header_size_of(size), integers, count, least, width)
    return put_exceptions(out, <const uint8_t*> numbers, positions, exceptions, size)


cdef uint8_t* put_page(
    uint8_t* out, const Real* numbers, int64_t count, const int* preset, int many, int64_t* integers, uint16_t* positions
) noexcept nogil:
    cdef int64_t vector, length
    cdef uint8_t* page = out
    cdef int best
    out = put_head(page, 0, 0, LOGARITHM, count)
    for vector in range(count_vectors(count, LOGARITHM)):
        length = count - vector * VECTOR
        length = length if length < VECTOR else VECTOR
        put_offset(page, vector, out)
        best = best_for[Real](numbers + vector * VECTOR, length, preset, many)
        out = put_vector[Real](
            out, numbers + vector * VECTOR, length, preset[2 * best], preset[2 * best + 1], integers, positions
        )
    return out
