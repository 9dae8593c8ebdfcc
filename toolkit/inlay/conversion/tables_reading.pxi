# Part of native_tables.pyx: Thrift's structs, field by field.


cdef Bytes locate_lists(Run* r, Bytes p, Field* fields) noexcept nogil:
    """Of the root, where the lists of structs lie that have an id below `MOST_IDS`; its other fields may be anything."""
    cdef int64_t field_id = 0
    cdef int wire = 0
    cdef int element = 0
    cdef int64_t count = 0
    memset(fields, 0, MOST_IDS * sizeof(Field))
    while True:
        p = read_field_header(&r.c, p, &wire, &field_id)
        if p == NULL or wire == STOP:
            return p
        if wire == WIRE_LIST and 0 < field_id < MOST_IDS:
            if fields[field_id].at != NULL or list_header(&r.c, p, &count, &element) == NULL:
                return NULL
            if element == WIRE_STRUCT or count == 0:
                fields[field_id].at = p
        p = skip_by(&r.c, p, wire, &r.lists)
        if p == NULL:
            return NULL


cdef int64_t read_number(Run* r, Bytes p, int wire) except? -7:
    cdef int64_t value = 0
    if p == NULL or read_integer(&r.c, p, 10, 64, &value) == NULL:
        raise Rejected
    if wire == WIRE_I32 and not -0x80000000LL <= value <= 0x7FFFFFFFLL:
        raise Rejected
    if wire == WIRE_I16 and not -0x8000 <= value <= 0x7FFF:
        raise Rejected
    return value


cdef Bytes read_list(Run* r, Bytes p, int element, int64_t* count) except NULL:
    """The first element of a list."""
    cdef int actual = 0
    p = list_header(&r.c, p, count, &actual)
    if p == NULL or (count[0] and not is_same(actual, element)):
        raise Rejected
    return p


cdef Bytes read_binary(Run* r, Bytes p, Py_ssize_t* size) except NULL:
    """Its bytes."""
    cdef int64_t length = 0
    p = read_size(&r.c, p, &length)
    if p == NULL:
        raise Rejected
    size[0] = length
    return p
