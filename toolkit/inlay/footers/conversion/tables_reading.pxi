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


cdef Bytes locate_fields(Run* r, Bytes p, Shape s, Field* fields) noexcept:
    """As `locate` does; and of the structs in it that are tables, too, so that no byte of them is passed twice."""
    cdef int64_t field_id = 0
    cdef int wire = 0
    cdef Nested* nested
    cdef Index* lists = &r.lists if s.special == A_ROW_GROUP else NULL
    memset(fields, 0, (s.most + 1) * sizeof(Field))
    while True:
        p = read_field_header(&r.c, p, &wire, &field_id)
        if p == NULL or wire == STOP:
            return p
        if not 0 < field_id <= s.most or fields[field_id].at != NULL:
            return NULL
        if wire != s.wires[field_id] and not (wire == FALSE and s.wires[field_id] == TRUE):
            return NULL
        fields[field_id].at = p
        fields[field_id].wire = wire
        if s.nested[field_id] != NULL and r.nested_count < MOST_NESTED:
            nested = &r.nested[r.nested_count]
            r.nested_count += 1
            nested.at = p
            p = nested.end = locate_fields(r, p, <Shape>s.nested[field_id], nested.fields)
        else:
            p = skip_by(&r.c, p, wire, lists)
        if p == NULL:
            return NULL
        fields[field_id].end = p


cdef inline Nested* find_nested(Run* r, Bytes p) noexcept:
    """The struct at `p`, if it was met."""
    cdef int number
    for number in range(r.nested_count):
        if r.nested[number].at == p:
            return &r.nested[number]
    return NULL


cdef inline Like* find_like(Run* r, const void* what, const Field* field, bint* is_known) noexcept:
    """Whether the same was made of bytes like these of a field; where to note what is made of them."""
    cdef Py_ssize_t size = field.end - field.at
    cdef Like* like = &r.likes[(size + field.at[size - 1]) & (MOST_LIKE - 1)]
    is_known[0] = like.what == what and like.size == size and memcmp(like.at, field.at, size) == 0
    like.what, like.at, like.size = what, field.at, size
    return like


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
