# Part of native_whole_groups.pyx: the page indexes of a row group that moves whole.

cdef enum:
    LOCATIONS = 1  # of OffsetIndex
    FIRST_ROW = 3  # of PageLocation

cdef int OF_INDEX[2]
OF_INDEX[:] = [0, WIRE_LIST]
cdef int OF_LOCATION[FIRST_ROW + 1]
OF_LOCATION[:] = [0, WIRE_I64, WIRE_I32, WIRE_I64]


cdef Bytes enter_list(Pass* v, Plan* plan, bytes data, limits, int64_t* count, int* element):
    """The first element of the list that is field 1 of this struct, and how many there are; NULL unless all bytes are one, spelt as it
    would be written."""
    cdef Bytes p = <Bytes>PyBytes_AS_STRING(data)
    cdef Py_ssize_t size = PyBytes_GET_SIZE(data)
    cdef Field fields[2]
    memset(v, 0, sizeof(Pass))
    if plan == NULL or not plan.is_native or plan.has_hooks or not 0 < limits.depth <= DEEPEST:
        return NULL
    v.cursor = make_cursor(p, size, limits.depth, limits.container, limits.binary, limits.memory(size))
    try:
        if validate(v, p, plan) != p + size:
            return NULL
    finally:
        release_pass(v)
    if v.irregular or v.is_root_irregular or v.has_maps or not v.cursor.canonical:
        return NULL
    v.cursor.depth = 0
    if locate(&v.cursor, OF_INDEX, 1, p, fields, True) == NULL or fields[1].at == NULL:
        return NULL
    return list_header(&v.cursor, fields[1].at, count, element)


def move_locations(cls, bytes data not None, pages not None, int64_t rows, bint has_a_row_for_each, int64_t by, limits):
    """The offset index, which tells of these pages, as their offsets and sizes, 64 bits each, and their values and rows, 32 bits each;
    behind pages that have moved on by so many bytes. None for any other: `index_fit` says why it does not fit.

    `rows` are those of the row group; `has_a_row_for_each` value of it.
    """
    cdef Lent expected = Lent(pages[0])
    cdef Lent lengths = Lent(pages[1])
    cdef Lent counts = Lent(pages[2])
    cdef Lent row_counts = Lent(pages[2] if has_a_row_for_each else pages[3])
    cdef const int64_t* page_offsets = <const int64_t*>expected.view.buf
    cdef const int64_t* page_sizes = <const int64_t*>lengths.view.buf
    cdef const int32_t* page_values = <const int32_t*>counts.view.buf
    cdef const int32_t* page_rows = <const int32_t*>row_counts.view.buf
    cdef Pass v
    cdef Field fields[FIRST_ROW + 1]
    cdef Output out
    cdef Bytes p
    cdef uint8_t* room
    cdef int64_t count = 0
    cdef int64_t before = 0
    cdef int64_t at, row
    cdef bint may_count_values = not has_a_row_for_each
    cdef int element = 0
    p = enter_list(&v, plan_of(cls), data, limits, &count, &element)
    if p == NULL or (count and element != WIRE_STRUCT):
        return None
    if expected.view.len != count * 8 or lengths.view.len != count * 8:
        return None
    if counts.view.len != count * 4 or row_counts.view.len != count * 4:
        return None
    room = <uint8_t*>malloc(PyBytes_GET_SIZE(data) + count * LONGEST)
    if room == NULL:
        raise MemoryError
    try:
        out.p, out.copied = room, <Bytes>PyBytes_AS_STRING(data)
        for at in range(count):
            p = locate(&v.cursor, OF_LOCATION, FIRST_ROW, p, fields, True)
            if p == NULL or number_in(&v.cursor, &fields[1], -1) != page_offsets[at]:
                return None
            if number_in(&v.cursor, &fields[2], -1) != page_sizes[at]:
                return None
            row = number_in(&v.cursor, &fields[FIRST_ROW], -1)
            if row < before or row >= (rows if rows else 1) or (not at and row):
                return None
            if at and not fits_page(row - before, page_values[at - 1], page_rows[at - 1]):
                return None
            if at and (page_rows[0] >= 0 or row - before != page_values[at - 1]):
                may_count_values = False
            before = row
            put_number(&out, &fields[1], page_offsets[at] + by)
        if count > 1 and may_count_values:
            return None
        copy_up_to(&out, <Bytes>PyBytes_AS_STRING(data) + PyBytes_GET_SIZE(data))
        return PyBytes_FromStringAndSize(<char*>room, out.p - room)
    finally:
        free(room)


cdef bint fits_page(int64_t rows, int64_t values, int64_t known) noexcept nogil:
    """Whether a page of so many values may have so many rows; `known` is how many it has, -1 where nobody knows."""
    return rows <= values and (known < 0 or rows == known)
