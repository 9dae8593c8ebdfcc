# Thrift, byte by byte.


cdef int grow(Run* r, size_t size) noexcept nogil:
    cdef size_t room = r.room + r.room // 2 + size + 4096
    cdef void* grown
    if room > LARGEST:
        return IRREGULAR
    grown = malloc(room) if r.is_lent else realloc(r.out, room)
    if grown == NULL:
        return NO_MEMORY
    if r.is_lent:
        memcpy(grown, r.out, r.written)
        r.is_lent = False
    r.out = <uint8_t*>grown
    r.room = room
    return DONE


cdef inline int have(Run* r, size_t size) noexcept nogil:
    return grow(r, size) if r.room - r.written < size else DONE


cdef int raw(Run* r, const char* data, Py_ssize_t size) noexcept nogil:
    cdef int state = have(r, size)
    if state == DONE:
        memcpy(r.out + r.written, data, size)
        r.written += size
    return state


cdef inline void byte(Run* r, uint8_t value) noexcept nogil:
    r.out[r.written] = value
    r.written += 1


cdef inline void varint(Run* r, uint64_t value) noexcept nogil:
    while value > 0x7F:
        byte(r, <uint8_t>(value & 0x7F | 0x80))
        value >>= 7
    byte(r, <uint8_t>value)


cdef inline void integer(Run* r, int64_t value) noexcept nogil:
    varint(r, (<uint64_t>value << 1) ^ <uint64_t>(value >> 63))


cdef inline void header(Run* r, int field_id, int wire, int* last) noexcept nogil:
    """There is room for it."""
    cdef int delta = field_id - last[0]
    if 0 < delta < 16:
        byte(r, <uint8_t>(delta << 4 | wire))
    else:
        byte(r, <uint8_t>wire)
        integer(r, field_id)
    last[0] = field_id


cdef int list_header(Run* r, Py_ssize_t count, int element) noexcept nogil:
    cdef int state
    if count > r.container:
        return IRREGULAR
    state = have(r, 10)
    if state == DONE:
        if count < 15:
            byte(r, <uint8_t>(count << 4 | element))
        else:
            byte(r, <uint8_t>(0xF0 | element))
            varint(r, count)
    return state


cdef int empty(Run* r, int element) noexcept nogil:
    return list_header(r, 0, element)


cdef int sized(Run* r, Py_ssize_t at) noexcept nogil:
    """A binary: what the offset leads to."""
    cdef Py_ssize_t size
    cdef int state
    at = follow(r, at)
    if not lies(r, at, 4):
        return IRREGULAR
    size = u32(r.data + at)
    if not lies(r, at + 4, size) or size > r.binary:
        return IRREGULAR
    state = have(r, size + 10)
    if state == DONE:
        varint(r, size)
        memcpy(r.out + r.written, r.data + at + 4, size)
        r.written += size
    return state
