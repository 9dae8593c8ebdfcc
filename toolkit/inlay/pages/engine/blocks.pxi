# Part of native_pages.pyx: what Snappy and LZ4 have in common, which is to repeat bytes that are there.

cdef enum:
    AHEAD = 80  # bytes that are read or written at once, beyond those that count: most pieces are short, and to ask takes longer


ctypedef int64_t (*Decompress)(const uint8_t*, const uint8_t*, uint8_t*, int64_t, int64_t) noexcept nogil


cdef int64_t _fill_room(Decompress decompress, block, room, int64_t declared) except -1:
    """`room` is memory that may be written, as large as what comes out: no more than `declared`. How many bytes of the block it took; 0 where
    it is not filled."""
    cdef Lent lent = Lent(block)
    cdef Py_buffer view
    cdef int64_t used
    PyObject_GetBuffer(room, &view, PyBUF_WRITABLE)
    with nogil:
        used = decompress(
            <const uint8_t*> lent.view.buf,
            <const uint8_t*> lent.view.buf + lent.view.len,
            <uint8_t*> view.buf,
            view.len,
            declared,
        )
    PyBuffer_Release(&view)
    return used


cdef inline void _copy_ahead(uint8_t* out, const uint8_t* at, int64_t length) noexcept nogil:
    """Up to 64 bytes, in steps of 16; a step is read before it is written, and may write what the next one reads."""
    memcpy(out, at, 16)
    if length > 16:
        memcpy(out + 16, at + 16, 16)
        if length > 32:
            memcpy(out + 32, at + 32, 16)
            memcpy(out + 48, at + 48, 16)


cdef inline void _repeat_ahead(uint8_t* out, int64_t offset, int64_t length) noexcept nogil:
    """What lies less than 16 bytes before `out`; up to 16 bytes more are written."""
    cdef const uint8_t* at = out - offset
    cdef int64_t step
    while offset < 8 and length > 0:  # what repeats every 3 bytes repeats every 6
        for step in range(offset):
            out[step] = at[step]
        out += offset
        length -= offset
        offset *= 2
    while length > 0:
        memcpy(out, at, 8)
        at += 8
        out += 8
        length -= 8


cdef inline void _repeat(uint8_t* out, int64_t offset, int64_t length) noexcept nogil:
    """The same, and not a byte more."""
    cdef int64_t index
    for index in range(length):
        out[index] = (out - offset)[index]
