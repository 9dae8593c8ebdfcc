# Part of packed.pyx: small structs of the compact protocol by their fields.

cdef enum:
    DEEPEST = 16


cdef Bytes fields_into(Cursor* c, Bytes p, dict fields) except? NULL:
    """Where the struct ends; NULL for what is left to Python."""
    cdef int64_t field_id = 0
    cdef int64_t value = 0
    cdef int wire = 0
    cdef dict inner
    p = enter(c, p)
    while p != NULL:
        p = read_field_header(c, p, &wire, &field_id)
        if p == NULL:
            return NULL
        if wire == STOP:
            c.depth -= 1
            return p
        if wire == TRUE or wire == FALSE:
            held = 1 if wire == TRUE else 0
        elif wire == WIRE_I8:
            if p >= c.end:
                return NULL
            held = <signed char>p[0]
            p += 1
        elif wire == WIRE_I16 or wire == WIRE_I32 or wire == WIRE_I64:
            if wire == WIRE_I16:
                p = read_integer(c, p, 3, 16, &value)
            elif wire == WIRE_I32:
                p = read_integer(c, p, 5, 32, &value)
            else:
                p = read_integer(c, p, 10, 64, &value)
            if p == NULL:
                return NULL
            held = value
        elif wire == WIRE_BINARY:
            p = read_size(c, p, &value)
            if p == NULL:
                return NULL
            held = (p - c.begin, p - c.begin + value)
            p += value
        elif wire == WIRE_STRUCT:
            inner = {}
            p = fields_into(c, p, inner)
            if p == NULL:
                return NULL
            held = inner
        else:
            p = skip(c, p, wire)
            continue
        if field_id in fields:
            return NULL
        fields[field_id] = held
    return NULL


def read_small_fields(buffer, int64_t start, int64_t end):
    cdef Lent lent = Lent(buffer)
    cdef Cursor c
    cdef Bytes p
    cdef dict fields = {}
    if not 0 <= start <= end <= lent.view.len:
        return None
    c = make_cursor(<Bytes>lent.view.buf, end, DEEPEST, end, end, 0)
    p = fields_into(&c, c.begin + start, fields)
    return fields if p == c.end and p != NULL else None
