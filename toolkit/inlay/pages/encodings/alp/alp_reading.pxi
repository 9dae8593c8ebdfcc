# Part of native_alp.pyx: pages that are checked, then read.

cdef bint read_header(const uint8_t* at, int64_t left, int64_t count, int size, Header* header) noexcept nogil:
    if left < header_size_of(size):
        return False
    header.exponent = at[0]
    header.factor = at[1]
    header.exceptions = load_u16(at + 2)
    header.frame = <int32_t> load_u32(at + 4) if size == 4 else <int64_t> load_u64(at + 4)
    header.width = at[4 + size]
    if header.exponent > largest_exponent_of(size) or header.factor > header.exponent:
        return False
    return header.exceptions <= count and header.width <= 8 * size


cdef int64_t measure_vector(const uint8_t* at, int64_t left, int64_t count, int size) noexcept nogil:
    cdef Header header
    cdef int64_t taken
    if not read_header(at, left, count, size, &header):
        return -1
    taken = header_size_of(size) + measure_integers(header.width, count, header.exceptions, size)
    return taken if taken <= left else -1


cdef inline Real restore(uint64_t integer, Real raised, Real lowered) noexcept nogil:
    if Real is float:
        return scale[Real](<Real> <int32_t> <uint32_t> integer, raised, lowered)
    return scale[Real](<Real> <int64_t> integer, raised, lowered)


cdef bint read_vector(
    const uint8_t* at, const uint8_t* end, int64_t count, const Header* header, Real* out
) noexcept nogil:
    """`end` is the end of the page, up to which words may be read."""
    cdef Real raise_f = <Real> RAISE_DOUBLE[header.factor], lower_e = <Real> LOWER_DOUBLE[header.exponent]
    cdef const uint8_t* packed = at + header_size_of(sizeof(Real))
    cdef Stream stream
    cdef uint64_t frame = <uint64_t> header.frame
    cdef int64_t index, whole
    if not stream_over(packed, end, header.width, count, &stream):
        return False
    whole = in_words(&stream, 0, count)
    for index in range(whole):
        out[index] = restore[Real](in_word(&stream, index) + frame, raise_f, lower_e)
    for index in range(whole, count):
        out[index] = restore[Real](at_index(&stream, index) + frame, raise_f, lower_e)
    return patch(<uint8_t*> out, packed, count, header.width, header.exceptions, sizeof(Real))


cdef bint read_page(const uint8_t* data, int64_t length, int64_t count, Real* out) noexcept nogil:
    """Of a page that is framed."""
    cdef int64_t each = <int64_t> 1 << data[2]
    cdef int64_t vectors = count_vectors(count, data[2]), vector, many
    cdef const uint8_t* at = data + PAGE_HEAD + 4 * vectors
    cdef const uint8_t* end = data + length
    cdef Header header
    for vector in range(vectors):
        many = count - vector * each if vector == vectors - 1 else each
        read_header(at, end - at, many, sizeof(Real), &header)
        if not read_vector[Real](at, end, many, &header, out + vector * each):
            return False
        at += header_size_of(sizeof(Real)) + measure_integers(header.width, many, header.exceptions, sizeof(Real))
    return True
