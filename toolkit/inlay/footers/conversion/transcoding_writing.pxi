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


cdef int put_raw(Run* r, const char* data, Py_ssize_t size) noexcept nogil:
    cdef int state = have(r, size)
    if state == DONE:
        memcpy(r.out + r.written, data, size)
        r.written += size
    return state


cdef inline void put_byte(Run* r, uint8_t value) noexcept nogil:
    r.out[r.written] = value
    r.written += 1


cdef inline void put_varint(Run* r, uint64_t value) noexcept nogil:
    r.written = store_varint(r.out + r.written, value) - r.out


cdef inline void put_integer(Run* r, int64_t value) noexcept nogil:
    put_varint(r, to_zigzag(value))


cdef inline void put_header(Run* r, int field_id, int wire, int* last) noexcept nogil:
    """There is room for it."""
    r.written = store_field_header(r.out + r.written, last[0], field_id, wire) - r.out
    last[0] = field_id


cdef int list_header(Run* r, Py_ssize_t count, int element) noexcept nogil:
    cdef int state
    if count > r.container:
        return IRREGULAR
    state = have(r, LONGEST_HEADER)
    if state == DONE:
        r.written = store_list_header(r.out + r.written, count, element) - r.out
    return state


cdef int put_empty(Run* r, int element) noexcept nogil:
    return list_header(r, 0, element)


cdef int put_binary(Run* r, Py_ssize_t at) noexcept nogil:
    """A binary: what the offset leads to."""
    cdef Py_ssize_t size
    cdef int state
    at = follow(r, at)
    if not locate_target(r, at, 4):
        return IRREGULAR
    size = load_u32(r.data + at)
    if not locate_target(r, at + 4, size) or size > r.binary:
        return IRREGULAR
    state = have(r, size + 10)
    if state == DONE:
        put_varint(r, size)
        memcpy(r.out + r.written, r.data + at + 4, size)
        r.written += size
    return state
