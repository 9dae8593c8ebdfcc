# What a FlatBuffer holds: slots, numbers, bytes. Nothing is trusted that the verifier has not seen.


cdef inline bint locate_target(const Run* r, Py_ssize_t at, Py_ssize_t size) noexcept nogil:
    return 0 <= at <= r.size and 0 <= size <= r.size - at


cdef inline Py_ssize_t follow(const Run* r, Py_ssize_t at) noexcept nogil:
    """Where an offset leads; -1 beyond the end."""
    return at + load_u32(r.data + at) if locate_target(r, at, 4) else -1


cdef bint find(const Run* r, Py_ssize_t position, Here* here) noexcept nogil:
    cdef Py_ssize_t vtable
    cdef uint16_t size
    if not locate_target(r, position, 4):
        return False
    vtable = position - <int32_t>load_u32(r.data + position)
    if not locate_target(r, vtable, 4):
        return False
    size = load_u16(r.data + vtable)
    if size < 4 or not locate_target(r, vtable, size):
        return False
    here.position = position
    here.entries = vtable + 4
    here.slots = (size - 4) >> 1
    return True


cdef inline Py_ssize_t place_of(const Run* r, const Here* here, int slot) noexcept nogil:
    """Where the value in a slot is, or 0 where it is absent."""
    cdef uint16_t offset = load_u16(r.data + here.entries + 2 * slot) if slot < here.slots else 0
    return here.position + offset if offset else 0


cdef inline int64_t number_at(const uint8_t* at, int size) noexcept nogil:
    if size == 8:
        return <int64_t>load_u64(at)
    if size == 4:
        return <int32_t>load_u32(at)
    if size == 1:
        return <int8_t>at[0]
    return <int16_t>load_u16(at)


cdef inline bint is_true(const Run* r, const Here* here, int slot) noexcept nogil:
    cdef Py_ssize_t at = place_of(r, here, slot)
    return at != 0 and locate_target(r, at, 1) and r.data[at] != 0
