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

cdef int CHUNK_WIRES[META_DATA + 1]
cdef int META_WIRES[DICTIONARY_PAGE + 1]
CHUNK_WIRES[:] = [0, 0, 0, WIRE_STRUCT]
META_WIRES[:] = [
    0, 0, 0, WIRE_LIST, WIRE_I32, WIRE_I64, WIRE_I64, WIRE_I64, 0, WIRE_I64, 0, WIRE_I64,
]


cdef Cursor _cursor_over(bytes data, limits):
    cdef Py_ssize_t size = PyBytes_GET_SIZE(data)
    return cursor_over(
        <Bytes>PyBytes_AS_STRING(data), size, limits.depth, limits.container, limits.binary, limits.memory(size)
    )


cdef bint _can_read(Plan* plan, limits):
    return plan != NULL and plan.is_native and not plan.has_hooks and 0 < limits.depth <= DEEPEST


cdef bint _read_chunk(Pass* v, Plan* plan, Bytes begin, Bytes end, bytes path, Field* meta) noexcept:
    """Fills the fields of its ColumnMetaData, by id; False for what is left to Python. `path` is a list in the compact
    protocol, spelt as writers do."""
    cdef Cursor* c = &v.cursor
    cdef Field chunk[META_DATA + 1]
    c.begin = begin
    c.end = end
    c.depth = 0
    c.canonical = True
    v.has_frame = v.is_root_irregular = False
    v.irregular = v.greatest_depth = 0
    if validate(v, begin, plan) != end or v.irregular or v.is_root_irregular or v.has_maps or not c.canonical:
        return False
    c.depth = 0
    if locate(c, CHUNK_WIRES, META_DATA, begin, chunk, True) == NULL or chunk[META_DATA].at == NULL:
        return False
    if locate(c, META_WIRES, DICTIONARY_PAGE, chunk[META_DATA].at, meta, True) == NULL:
        return False
    if meta[PATH].end - meta[PATH].at != PyBytes_GET_SIZE(path):
        return False
    return memcmp(meta[PATH].at, PyBytes_AS_STRING(path), PyBytes_GET_SIZE(path)) == 0
