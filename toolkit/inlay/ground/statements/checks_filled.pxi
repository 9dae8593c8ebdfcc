# Part of native_checks.pyx: what the statistics of a chunk say of the values that are not null, and how many these are by the levels.


cdef bint count_least(Run* r, const Field* fields, const Text* bounds, const Node* leaf, Said* said) noexcept nogil:
    """How many values are not null at least; False where that is not sure."""
    cdef bint is_counted = fields[4].at != NULL or fields[9].at != NULL
    cdef bint is_any = False
    cdef int field_id
    for field_id in range(1, 7):  # of which 3 and 4 are no bounds, and empty
        if bounds[field_id].data != NULL and (bounds[field_id].size or leaf.type == T_BYTE_ARRAY):
            is_any = True
    if is_any and is_counted and bounds[5].data == NULL and bounds[6].data == NULL:
        return False  # only deprecated bounds, which nothing else here is held against
    said.least = is_any
    if is_other(&bounds[6], &bounds[5]) or is_other(&bounds[2], &bounds[1]):
        said.least = 2  # or they are cut, which is not looked at
    if fields[4].at != NULL:
        said.least = max(said.least, number(r, &fields[4], 0))
        said.is_zero = number(r, &fields[4], 0) == 0
    if fields[9].at != NULL:
        said.least = max(said.least, number(r, &fields[9], 0) + (1 if is_any and number(r, &fields[9], 0) else 0))
    return True


cdef bint is_room_left(Run* r, Bytes p, const Node* leaf, const Said* said) noexcept nogil:
    """Whether as many values as that have the highest level, in a list, too; and some where there are bytes of values."""
    cdef Field fields[MOST_IDS]
    cdef int64_t count = 0
    cdef int64_t filled = 0
    cdef int element = 0
    cdef int64_t at
    if p == NULL or leaf.definition == 0:
        return True
    if locate(&r.c, OF_SIZES, MOST_IDS - 1, p, fields, True) == NULL:
        return False
    if fields[3].at == NULL:
        return True
    p = list_header(&r.c, fields[3].at, &count, &element)
    if p == NULL or count == 0:
        return p != NULL
    for at in range(count):
        p = read_integer(&r.c, p, 10, 64, &filled)
        if p == NULL:
            return False
    if filled == 0 and fields[1].at != NULL and leaf.type == T_BYTE_ARRAY and number(r, &fields[1], 0):
        return False
    return filled >= said.least and not (filled and said.is_zero)
