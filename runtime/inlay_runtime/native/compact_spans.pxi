# Part of compact.pyx: the fields of one struct by where they lie, for `inlay_runtime.compact.spans`, which runs where bytes are
# no struct, and raises.


def find_field_spans(bytes buffer not None, Py_ssize_t position, int depth, int64_t container, int64_t binary, span):
    """What `span` makes of id, wire type, start, value and end of each field, and where the struct ends; None for what is left to
    Python. `depth`, `container` and `binary` are limits."""
    cdef Bytes begin = <Bytes>PyBytes_AS_STRING(buffer)
    cdef Py_ssize_t size = PyBytes_GET_SIZE(buffer)
    cdef Cursor c
    cdef Bytes p, start, value
    cdef int64_t field_id = 0
    cdef int wire = 0
    cdef list spans = []
    if not 0 <= position <= size:
        return None
    c = make_cursor(begin, size, depth, container, binary, 0)
    p = enter(&c, begin + position)
    while p != NULL:
        start = p
        p = read_field_header(&c, p, &wire, &field_id)
        if p == NULL:
            return None
        if wire == STOP:
            return spans, p - begin
        value = p
        p = skip(&c, p, wire)
        if p == NULL:
            return None
        spans.append(span((field_id, wire, start - begin, value - begin, p - begin)))
    return None
