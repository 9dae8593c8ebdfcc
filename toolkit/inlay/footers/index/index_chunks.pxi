# A column chunk where an index says that one is: it has to be whole, to end where the next part begins, and to have the path
# that was asked for.

cdef enum:
    META_DATA = 3  # of ColumnChunk
    PATH = 3  # and these of ColumnMetaData
    CODEC = 4
    NUM_VALUES = 5
    UNCOMPRESSED = 6
    COMPRESSED = 7
    DATA_PAGE = 9
    DICTIONARY_PAGE = 11
    STATISTICS = 12

cdef int META_WIRES[STATISTICS + 1]
META_WIRES[:] = [
    0, 0, 0, WIRE_LIST, WIRE_I32, WIRE_I64, WIRE_I64, WIRE_I64, 0, WIRE_I64, 0, WIRE_I64, WIRE_STRUCT,
]


cdef Cursor _cursor_over(bytes data, limits):
    cdef Py_ssize_t size = PyBytes_GET_SIZE(data)
    return make_cursor(
        <Bytes>PyBytes_AS_STRING(data), size, limits.depth, limits.container, limits.binary, limits.memory(size)
    )


cdef bint _can_read(Plan* plan, limits):
    return plan != NULL and plan.is_native and not plan.has_hooks and 0 < limits.depth <= DEEPEST


cdef bint _read_chunk(Pass* v, Plan* plan, Bytes begin, Bytes end, bytes path, Field* meta, int most) noexcept:
    """Fills the fields of its ColumnMetaData up to `most`, by id; False for what is left to Python. `path` is a list in the compact
    protocol, spelt as writers do."""
    cdef Cursor* c = &v.cursor
    cdef Bytes p = begin
    cdef int64_t field_id = 0
    cdef int wire = 0
    c.begin = begin
    c.end = end
    c.depth = 0
    c.canonical = True
    v.has_frame = v.is_root_irregular = False
    v.irregular = v.greatest_depth = 0
    if validate(v, begin, plan) != end or v.irregular or v.is_root_irregular or v.has_maps or not c.canonical:
        return False
    c.depth = 0
    p = begin
    while field_id != META_DATA or wire != WIRE_STRUCT:
        p = skip(c, p, wire) if field_id else p
        p = NULL if p == NULL else read_field_header(c, p, &wire, &field_id)
        if p == NULL or wire == STOP:
            return False
    if not _locate_ascending(c, META_WIRES, most, p, meta):
        return False
    if meta[PATH].end - meta[PATH].at != PyBytes_GET_SIZE(path):
        return False
    return memcmp(meta[PATH].at, PyBytes_AS_STRING(path), PyBytes_GET_SIZE(path)) == 0


cdef bint _locate_ascending(Cursor* c, const int* wires, int most, Bytes p, Field* fields) noexcept nogil:
    """As `locate`, of a struct that was validated and is regular: what comes behind the last field is not passed over."""
    cdef int64_t field_id = 0
    cdef int wire = 0
    memset(fields, 0, (most + 1) * sizeof(Field))
    while True:
        p = read_field_header(c, p, &wire, &field_id)
        if p == NULL:
            return False
        if wire == STOP or field_id > most:
            return True
        if field_id > 0 and wire == wires[field_id]:
            fields[field_id].at = p
        if wire == WIRE_I64 or wire == WIRE_I32:
            while p[0] > 0x7F:
                p += 1
            p += 1
        else:
            p = skip(c, p, wire)
            if p == NULL:
                return False
        if field_id > 0:
            fields[field_id].end = p
