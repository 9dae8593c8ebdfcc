# Part of native_alp.pyx: vectors and pages that are written.

cdef uint8_t* put_packed(uint8_t* out, const int64_t* integers, int64_t count, int64_t frame, int width) noexcept nogil:
    cdef uint64_t pending = 0, value
    cdef int held = 0
    cdef int64_t index
    if width == 0:
        return out
    for index in range(count):
        value = <uint64_t> integers[index] - <uint64_t> frame
        pending |= value << held
        if held + width < 64:
            held += width
            continue
        memcpy(out, &pending, 8)
        out += 8
        pending = value >> (64 - held) if held else 0
        held += width - 64
    if held:
        memcpy(out, &pending, (held + 7) // 8)
    return out + (held + 7) // 8


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
    width = bits_of(<uint64_t> most - <uint64_t> least)
    few = <uint16_t> exceptions
    out[0] = <uint8_t> exponent
    out[1] = <uint8_t> factor
    memcpy(out + 2, &few, 2)
    memcpy(out + 4, &least, size)
    out[4 + size] = <uint8_t> width
    out = put_packed(out + header_size(size), integers, count, least, width)
    memcpy(out, positions, 2 * exceptions)
    out += 2 * exceptions
    for index in range(exceptions):
        memcpy(out, &numbers[positions[index]], size)
        out += size
    return out


cdef uint8_t* put_page(
    uint8_t* out, const Real* numbers, int64_t count, const int* preset, int many, int64_t* integers, uint16_t* positions
) noexcept nogil:
    cdef int64_t vectors = (count + VECTOR - 1) // VECTOR, vector, length
    cdef uint8_t* offsets = out + PAGE_HEADER
    cdef uint32_t offset
    cdef int32_t elements = <int32_t> count
    cdef int best
    out[0] = 0
    out[1] = 0
    out[2] = LOGARITHM
    memcpy(out + 3, &elements, 4)
    out = offsets + 4 * vectors
    for vector in range(vectors):
        length = count - vector * VECTOR
        length = length if length < VECTOR else VECTOR
        offset = <uint32_t> (out - offsets)
        memcpy(offsets + 4 * vector, &offset, 4)
        best = best_for[Real](numbers + vector * VECTOR, length, preset, many)
        out = put_vector[Real](
            out, numbers + vector * VECTOR, length, preset[2 * best], preset[2 * best + 1], integers, positions
        )
    return out
