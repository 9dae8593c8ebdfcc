# Part of native_modular.pyx: `ArrayPage`.

cdef enum:
    BITSET = 0

cdef struct Page:
    Bytes data
    int64_t size
    int64_t encoding
    int64_t length
    int64_t num_present
    int64_t position_width
    int64_t width

cdef int PAGE_WIRES[5]
cdef int BITSET_WIRES[4]
cdef int PRESENT_WIRES[4]
PAGE_WIRES[:] = [0, WIRE_BINARY, WIRE_I32, WIRE_I32, WIRE_STRUCT]
BITSET_WIRES[:] = [0, WIRE_I8, WIRE_I32, 0]
PRESENT_WIRES[:] = [0, WIRE_I32, WIRE_I8, WIRE_I8]


cdef inline bint _small(Cursor* c, const Field* field, int64_t* value) noexcept nogil:
    """An i8 or an i32 that is there."""
    if field.at == NULL:
        return False
    if field.wire == WIRE_I8:
        value[0] = <int8_t>field.at[0]
        return True
    return read_integer(c, field.at, 5, 32, value) != NULL


cdef bint page_in(Cursor* c, Bytes p, Page* page) noexcept nogil:
    """Whether an ArrayPage begins here whose parameters are those of its encoding."""
    cdef Field fields[5]
    cdef Field numbers[4]
    cdef int64_t member = 0
    if locate(c, PAGE_WIRES, 4, p, fields, False) == NULL:
        return False
    if fields[1].at == NULL or fields[4].at == NULL:
        return False
    page.data = read_size(c, fields[1].at, &page.size)
    if page.data == NULL or not _small(c, &fields[2], &page.encoding) or not _small(c, &fields[3], &page.length):
        return False
    p = member_of(c, fields[4].at, 3, &member)
    if p == NULL or member != page.encoding + 1:
        return False
    page.position_width = -1
    if page.encoding == BITSET:
        p = locate(c, BITSET_WIRES, 2, p, numbers, False)
        if p == NULL or not _small(c, &numbers[1], &page.width) or not _small(c, &numbers[2], &page.num_present):
            return False
    else:
        p = locate(c, PRESENT_WIRES, 3, p, numbers, False)
        if p == NULL or not _small(c, &numbers[1], &page.num_present):
            return False
        if not _small(c, &numbers[2], &page.position_width) or not _small(c, &numbers[3], &page.width):
            return False
    return p < c.end and p[0] == 0  # the union has no second member


cdef bint dense_in(Cursor* c, const Field* field, int64_t length, Stream* stream) noexcept nogil:
    """Whether this is an array that has a value for each of `length` positions, and is all of its bytes."""
    cdef Page page
    if field.at == NULL or not page_in(c, field.at, &page):
        return False
    if page.encoding != BITSET or page.length != length or page.num_present != length:
        return False
    if not stream_over(page.data, c.end, page.width, length, stream):
        return False
    return size_of(stream) == page.size and is_padded(stream)
