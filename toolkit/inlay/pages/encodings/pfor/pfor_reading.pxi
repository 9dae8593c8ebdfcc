# Part of native_pfor.pyx: pages that are checked, then read.

cdef bint read_header(const uint8_t* at, int64_t left, int64_t count, int size, Header* header) noexcept nogil:
    header.size = size + 3
    if left < header.size:
        return False
    header.frame = <int32_t> load_u32(at) if size == 4 else <int64_t> load_u64(at)
    header.width = at[size] & ~DIFFERENCES
    header.exceptions = load_u16(at + size + 1)
    if at[size] & DIFFERENCES:
        header.size += size
        if left < header.size:
            return False
        header.first = <int32_t> load_u32(at + size + 3) if size == 4 else <int64_t> load_u64(at + size + 3)
    return header.exceptions <= count and header.width <= 8 * size


cdef int64_t measure_vector(const uint8_t* at, int64_t left, int64_t count, int size) noexcept nogil:
    cdef Header header
    cdef int64_t taken
    if not read_header(at, left, count, size, &header):
        return -1
    taken = header.size + measure_integers(header.width, count, header.exceptions, size)
    return taken if taken <= left else -1


cdef bint read_vector(
    const uint8_t* at, const uint8_t* end, int64_t count, const Header* header, Integer* out
) noexcept nogil:
    """`end` is the end of the page, up to which words may be read. Sums wrap around."""
    cdef const uint8_t* packed = at + header.size
    cdef Stream stream
    cdef int64_t index
    cdef uint64_t sum = <uint64_t> header.first
    if not stream_over(packed, end, header.width, count, &stream):
        return False
    put(&stream, 0, count, sizeof(Integer), <char*> out)
    for index in range(count):
        out[index] = <Integer> (<uint64_t> out[index] + <uint64_t> header.frame)
    if not patch(<uint8_t*> out, packed, count, header.width, header.exceptions, sizeof(Integer)):
        return False
    if header.size > <int> sizeof(Integer) + 3:
        for index in range(count):
            sum += <uint64_t> out[index]
            out[index] = <Integer> sum
    return True


cdef bint read_page(const uint8_t* data, int64_t length, int64_t count, Integer* out) noexcept nogil:
    """Of a page that is framed."""
    cdef int64_t vector, left
    cdef int64_t each = <int64_t> 1 << data[1]
    cdef int64_t vectors = count_vectors(count, data[1])
    cdef const uint8_t* at = data + PAGE_HEAD + 4 * vectors
    cdef const uint8_t* end = data + length
    cdef Header header
    header.first = 0
    for vector in range(vectors):
        left = count - vector * each
        left = left if left < each else each
        read_header(at, end - at, left, sizeof(Integer), &header)
        if not read_vector[Integer](at, end, left, &header, out + vector * each):
            return False
        at += header.size + measure_integers(header.width, left, header.exceptions, sizeof(Integer))
    return True
