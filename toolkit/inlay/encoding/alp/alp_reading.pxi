# Part of native_alp.pyx: pages that are checked, then read.

cdef inline int64_t vector_size(const Header* header, int64_t count, int size) noexcept nogil:
    return header_size(size) + (count * header.width + 7) // 8 + <int64_t> header.exceptions * (2 + size)


cdef bint read_header(const uint8_t* at, int64_t left, int64_t count, int size, Header* header) noexcept nogil:
    if left < header_size(size):
        return False
    header.exponent = at[0]
    header.factor = at[1]
    header.exceptions = u16(at + 2)
    header.frame = <int32_t> u32(at + 4) if size == 4 else <int64_t> u64(at + 4)
    header.width = at[4 + size]
    if header.exponent > largest_exponent(size) or header.factor > header.exponent:
        return False
    if header.exceptions > count or header.width > 8 * size:
        return False
    return vector_size(header, count, size) <= left


cdef bint read_vector(
    const uint8_t* at, const uint8_t* end, int64_t count, const Header* header, Real* out
) noexcept nogil:
    """`end` is the end of the page, up to which words may be read."""
    cdef Real raise_f = <Real> RAISE_DOUBLE[header.factor], lower_e = <Real> LOWER_DOUBLE[header.exponent]
    cdef const uint8_t* packed = at + header_size(sizeof(Real))
    cdef const uint8_t* positions = packed + (count * header.width + 7) // 8
    cdef const uint8_t* values = positions + 2 * header.exceptions
    cdef int width = header.width, shift
    cdef uint64_t mask = ~<uint64_t> 0 if width == 64 else (<uint64_t> 1 << width) - 1
    cdef uint64_t word, frame = <uint64_t> header.frame
    cdef int64_t index, bit, whole = 0
    cdef uint16_t position
    if width and width <= 57 and end - packed >= 8:
        whole = (8 * (end - packed - 8)) // width + 1
        whole = whole if whole < count else count
    bit = 0
    for index in range(whole):
        word = u64(packed + (bit >> 3)) >> (bit & 7) & mask
        bit += width
        if Real is float:
            out[index] = scale[Real](<Real> <int32_t> <uint32_t> (word + frame), raise_f, lower_e)
        else:
            out[index] = scale[Real](<Real> <int64_t> (word + frame), raise_f, lower_e)
    for index in range(whole, count):
        shift = bit & 7
        word = 0
        if width:
            memcpy(&word, packed + (bit >> 3), 8 if end - packed - (bit >> 3) >= 8 else end - packed - (bit >> 3))
            word >>= shift
            if shift + width > 64:
                word |= <uint64_t> packed[(bit >> 3) + 8] << (64 - shift)
            word &= mask
        bit += width
        if Real is float:
            out[index] = scale[Real](<Real> <int32_t> <uint32_t> (word + frame), raise_f, lower_e)
        else:
            out[index] = scale[Real](<Real> <int64_t> (word + frame), raise_f, lower_e)
    for index in range(header.exceptions):
        position = u16(positions + 2 * index)
        if position >= count:
            return False
        memcpy(out + position, values + index * <int64_t> sizeof(Real), sizeof(Real))
    return True


cdef bint check_page(const uint8_t* data, int64_t length, int64_t count, int size) noexcept nogil:
    """Whether vectors of the sizes that they say lie one behind the other, as the offsets have it, up to the end."""
    cdef int64_t each = <int64_t> 1 << data[2]
    cdef int64_t vectors = (count + each - 1) // each, vector, many
    cdef int64_t at = PAGE_HEADER + 4 * vectors
    cdef Header header
    for vector in range(vectors):
        many = count - vector * each if vector == vectors - 1 else each
        if u32(data + PAGE_HEADER + 4 * vector) != at - PAGE_HEADER:
            return False
        if not read_header(data + at, length - at, many, size, &header):
            return False
        at += vector_size(&header, many, size)
    return at == length


cdef bint read_page(const uint8_t* data, int64_t length, int64_t count, Real* out) noexcept nogil:
    cdef int64_t each = <int64_t> 1 << data[2]
    cdef int64_t vectors = (count + each - 1) // each, vector, many
    cdef const uint8_t* at = data + PAGE_HEADER + 4 * vectors
    cdef const uint8_t* end = data + length
    cdef Header header
    for vector in range(vectors):
        many = count - vector * each if vector == vectors - 1 else each
        read_header(at, end - at, many, sizeof(Real), &header)
        if not read_vector[Real](at, end, many, &header, out + vector * each):
            return False
        at += vector_size(&header, many, sizeof(Real))
    return True
