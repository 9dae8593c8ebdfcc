# Part of native_whole_groups.pyx: the page indexes of a row group that moves whole.

cdef enum:
    NULL_PAGES = 1  # of ColumnIndex
    LOCATIONS = 1  # of OffsetIndex

cdef int OF_INDEX[2]
OF_INDEX[:] = [0, WIRE_LIST]
cdef int OF_LOCATION[3]
OF_LOCATION[:] = [0, WIRE_I64, WIRE_I32]


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


def is_index_of(cls, bytes data not None, int64_t pages, limits):
    """Whether these bytes are the column index of so many pages."""
    cdef Pass v
    cdef int64_t count = 0
    cdef int element = 0
    return enter_list(&v, plan_of(cls), data, limits, &count, &element) != NULL and count == pages


def move_locations(cls, bytes data not None, offsets, sizes, int64_t by, limits):
    """The offset index, which tells of pages at these offsets, of these sizes, as 64 bits each; behind pages that have moved on by so
    many bytes. None for any other."""
    cdef Lent expected = Lent(offsets)
    cdef Lent lengths = Lent(sizes)
    cdef const int64_t* page_offsets = <const int64_t*>expected.view.buf
    cdef const int64_t* page_sizes = <const int64_t*>lengths.view.buf
    cdef Pass v
    cdef Field fields[3]
    cdef Output out
    cdef Bytes p
    cdef uint8_t* room
    cdef int64_t count = 0
    cdef int64_t at
    cdef int element = 0
    p = enter_list(&v, plan_of(cls), data, limits, &count, &element)
    if p == NULL or (count and element != WIRE_STRUCT):
        return None
    if expected.view.len != count * 8 or lengths.view.len != count * 8:
        return None
    room = <uint8_t*>malloc(PyBytes_GET_SIZE(data) + count * LONGEST)
    if room == NULL:
        raise MemoryError
    try:
        out.p, out.copied = room, <Bytes>PyBytes_AS_STRING(data)
        for at in range(count):
            p = locate(&v.cursor, OF_LOCATION, 2, p, fields, True)
            if p == NULL or number_in(&v.cursor, &fields[1], -1) != page_offsets[at]:
                return None
            if number_in(&v.cursor, &fields[2], -1) != page_sizes[at]:
                return None
            put_number(&out, &fields[1], page_offsets[at] + by)
        copy_up_to(&out, <Bytes>PyBytes_AS_STRING(data) + PyBytes_GET_SIZE(data))
        return PyBytes_FromStringAndSize(<char*>room, out.p - room)
    finally:
        free(room)
