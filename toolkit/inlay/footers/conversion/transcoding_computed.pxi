# What code fills: see `from_flat.py` and `chunk_statistics.py`, which say the same of records


cdef int write_computed(Run* r, Py_ssize_t at, const Step* step, int* last) noexcept nogil:
    if step.kind == K_NUM_VALUES:
        if at and not locate_target(r, at, 8):
            return IRREGULAR
        put_header(r, step.field_id, step.wire, last)
        put_integer(r, number_at(r.data + at, 8) if at else r.num_rows)
        return DONE
    if step.kind == K_ANNOTATION:
        if r.has_annotation[step.beside]:
            put_header(r, step.field_id, step.wire, last)
            put_integer(r, r.annotation[step.beside])
        return DONE
    if step.kind == K_TYPE:
        return write_type(r, at, step, last)
    if step.kind == K_PATH:
        return write_path(r, at, step, last)
    if step.kind == K_MAX_EXACT or step.kind == K_MIN_EXACT:
        if (r.maximum if step.kind == K_MAX_EXACT else r.minimum).is_exact:
            put_header(r, step.field_id, 1, last)
        return DONE
    if step.kind == K_MAX_VALUE or step.kind == K_MAX:
        return write_bound(r, &r.maximum, at, step, last)
    return write_bound(r, &r.minimum, at, step, last)


cdef int write_type(Run* r, Py_ssize_t at, const Step* step, int* last) noexcept nogil:
    if at == 0 and (r.leaf == NULL or r.leaf.type == NO_TYPE):
        return IRREGULAR
    if at and not locate_target(r, at, 1):
        return IRREGULAR
    put_header(r, step.field_id, step.wire, last)
    put_integer(r, number_at(r.data + at, 1) if at else r.leaf.type)
    return DONE


cdef int write_path(Run* r, Py_ssize_t at, const Step* step, int* last) noexcept nogil:
    cdef int state
    put_header(r, step.field_id, step.wire, last)
    if at:
        return write_texts(r, at, step.element)
    if r.leaf == NULL or r.leaf.path == NULL:
        return IRREGULAR
    r.paths_left += r.for_each_path - r.leaf.depth
    if r.paths_left < 0:
        return IRREGULAR
    r.paths_left -= r.leaf.characters
    r.paths_in_all -= r.leaf.characters + r.leaf.depth
    if r.paths_left < 0 or r.paths_in_all < 0:
        return IRREGULAR
    state = have(r, r.leaf.size)
    if state == DONE:
        memcpy(r.out + r.written, r.leaf.path, r.leaf.size)
        r.written += r.leaf.size
    return state


cdef int write_bound(Run* r, const Bound* bound, Py_ssize_t at, const Step* step, int* last) noexcept nogil:
    """A deprecated one equals the other, or is in a slot of its own."""
    cdef Py_ssize_t size = bound.head_size + bound.tail_size
    cdef int state
    if step.kind == K_MAX or step.kind == K_MIN:
        if not bound.is_old_equal:
            if at == 0:
                return DONE
            put_header(r, step.field_id, step.wire, last)
            return put_binary(r, at)
        if at or not bound.is_there:
            return IRREGULAR
    if not bound.is_there:
        return DONE
    if size > r.binary:
        return IRREGULAR
    put_header(r, step.field_id, step.wire, last)
    state = have(r, size + 10)
    if state == DONE:
        put_varint(r, size)
        memcpy(r.out + r.written, bound.head, bound.head_size)
        r.written += bound.head_size
        memcpy(r.out + r.written, bound.tail, bound.tail_size)
        r.written += bound.tail_size
    return state


cdef bint read_bounds(Run* r, const Here* here, const int* slots) noexcept nogil:
    """Minimum and maximum of the statistics: whole ones before packed ones."""
    cdef const uint8_t* prefix = r.data
    cdef Py_ssize_t prefix_size = 0
    cdef Py_ssize_t at = place_of(r, here, slots[PREFIX])
    if at and not find_bytes(r, at, &prefix, &prefix_size):
        return False
    if not unpack(r, here, slots, &r.minimum, prefix, prefix_size):
        return False
    if not unpack(r, here, slots + 4, &r.maximum, prefix, prefix_size):
        return False
    r.minimum.is_old_equal = is_true(r, here, slots[MIN_EQUALS])
    r.maximum.is_old_equal = is_true(r, here, slots[MAX_EQUALS])
    return take_whole(r, here, slots[WHOLE_MIN], &r.minimum) and take_whole(r, here, slots[WHOLE_MAX], &r.maximum)


cdef bint find_bytes(const Run* r, Py_ssize_t at, const uint8_t** data, Py_ssize_t* size) noexcept nogil:
    at = follow(r, at)
    if not locate_target(r, at, 4):
        return False
    size[0] = load_u32(r.data + at)
    data[0] = r.data + at + 4
    return locate_target(r, at + 4, size[0])


cdef bint take_whole(const Run* r, const Here* here, int slot, Bound* bound) noexcept nogil:
    cdef Py_ssize_t at = place_of(r, here, slot)
    if at == 0:
        return True
    bound.is_there = True
    bound.tail_size = 0
    return find_bytes(r, at, &bound.head, &bound.head_size)


cdef bint unpack(
    const Run* r, const Here* here, const int* slots, Bound* bound, const uint8_t* prefix, Py_ssize_t prefix_size
) noexcept nogil:
    """A packed bound; False for a length that the type does not have."""
    cdef Py_ssize_t at = place_of(r, here, slots[LENGTH])
    cdef int type_ = NO_TYPE if r.leaf == NULL else r.leaf.type
    cdef uint64_t lo4, lo8, hi8
    cdef int length, size
    bound.is_there = bound.is_exact = False
    bound.head, bound.head_size, bound.tail_size = r.data, 0, 0
    if at == 0 or not T_INT32 <= type_ <= T_FIXED:
        return True
    if not locate_target(r, at, 1):
        return False
    length = <int8_t>r.data[at]
    bound.is_exact = length >= 0
    length = length if length >= 0 else -length
    if not part_of(r, here, slots[LO4], 4, &lo4) or not part_of(r, here, slots[LO8], 8, &lo8):
        return False
    if not part_of(r, here, slots[HI8], 8, &hi8):
        return False
    bound.is_there = True
    bound.tail_size = length
    if type_ == T_BYTE_ARRAY or type_ == T_FIXED:
        bound.head, bound.head_size = prefix, prefix_size
        put_big(bound.tail, lo8)
        put_big(bound.tail + 8, hi8)
        return length <= LONGEST_SUFFIX
    size = 4 if type_ == T_INT32 or type_ == T_FLOAT else 12 if type_ == T_INT96 else 8
    if size != 8:
        memcpy(bound.tail, &lo4, 4)
    if size != 4:
        memcpy(bound.tail + (size - 8), &lo8, 8)
    return length == size


cdef bint part_of(const Run* r, const Here* here, int slot, int size, uint64_t* value) noexcept nogil:
    cdef Py_ssize_t at = place_of(r, here, slot)
    value[0] = 0
    if at:
        if not locate_target(r, at, size):
            return False
        memcpy(value, r.data + at, size)
    return True


cdef void put_big(uint8_t* to, uint64_t value) noexcept nogil:
    cdef int at
    for at in range(8):
        to[at] = <uint8_t>(value >> (56 - 8 * at))
