# What a FlatBuffer holds: slots, numbers, bytes. Nothing is trusted that the verifier has not seen.


cdef inline bint lies(const Run* r, Py_ssize_t at, Py_ssize_t size) noexcept nogil:
    return 0 <= at <= r.size and 0 <= size <= r.size - at


cdef inline Py_ssize_t follow(const Run* r, Py_ssize_t at) noexcept nogil:
    """Where an offset leads; -1 beyond the end."""
    return at + u32(r.data + at) if lies(r, at, 4) else -1


cdef bint find(const Run* r, Py_ssize_t position, Here* here) noexcept nogil:
    cdef Py_ssize_t vtable
    cdef uint16_t size
    if not lies(r, position, 4):
        return False
    vtable = position - <int32_t>u32(r.data + position)
    if not lies(r, vtable, 4):
        return False
    size = u16(r.data + vtable)
    if size < 4 or not lies(r, vtable, size):
        return False
    here.position = position
    here.entries = vtable + 4
    here.slots = (size - 4) >> 1
    return True


cdef inline Py_ssize_t place_of(const Run* r, const Here* here, int slot) noexcept nogil:
    """Where the value in a slot is, or 0 where it is absent."""
    cdef uint16_t offset = u16(r.data + here.entries + 2 * slot) if slot < here.slots else 0
    return here.position + offset if offset else 0


cdef inline int64_t number_at(const uint8_t* at, int size) noexcept nogil:
    if size == 8:
        return <int64_t>u64(at)
    if size == 4:
        return <int32_t>u32(at)
    if size == 1:
        return <int8_t>at[0]
    return <int16_t>u16(at)


cdef inline bint is_true(const Run* r, const Here* here, int slot) noexcept nogil:
    cdef Py_ssize_t at = place_of(r, here, slot)
    return at != 0 and lies(r, at, 1) and r.data[at] != 0
