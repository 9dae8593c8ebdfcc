# Part of binary.pyx: compact to binary.


def from_compact(cls, bytes compact, limits):
    """The struct in the binary protocol, and where it ended in the compact bytes; None where the pure code is to do it."""
    cdef Translation t
    cdef Bytes end
    cdef Plan* plan = plan_of(cls)
    if plan == NULL or not begin(&t, compact, 0, limits):
        return None
    t.cursor.is_validated = True
    try:
        with nogil:
            end = NULL
            if make_room(&t.out, 2 * (t.cursor.end - t.cursor.begin)):
                end = restore_struct(&t, t.cursor.begin, plan)
        if end == NULL:
            return None
        return PyBytes_FromStringAndSize(<char*>t.out.data, t.out.size), end - t.cursor.begin
    finally:
        free(t.out.data)


cdef inline bint put_4(Translation* t, uint64_t value) noexcept nogil:
    if not make_room(&t.out, 4):
        return False
    store_4(end_of(&t.out), value)
    t.out.size += 4
    return True


cdef inline bint put_8(Translation* t, uint64_t value) noexcept nogil:
    if not make_room(&t.out, 8):
        return False
    store_8(end_of(&t.out), value)
    t.out.size += 8
    return True


cdef Bytes restore_struct(Translation* t, Bytes p, Plan* plan) noexcept nogil:
    """`plan` is NULL for a struct that the IDL does not have."""
    cdef Cursor* c = &t.cursor
    cdef int64_t field_id = 0
    cdef int64_t value = 0
    cdef int wire = 0
    cdef uint8_t* to
    cdef Row* row
    if enter(c, p) == NULL:
        return NULL
    while True:
        p = read_field_header(c, p, &wire, &field_id)
        if p == NULL or wire > WIRE_UUID or not make_room(&t.out, LONGEST_FIELD):
            return NULL
        to = end_of(&t.out)
        if wire == STOP:
            break
        to = store_binary_header(to, field_id, wire)
        if wire <= FALSE:
            to[0] = wire == TRUE
            to += 1
        elif wire == WIRE_I32 or wire == WIRE_I64:
            p = read_integer(c, p, 10, 64, &value)
            if p == NULL:
                return NULL
            if wire == WIRE_I64:
                store_8(to, value)
                to += 8
            else:
                store_4(to, value)
                to += 4
        elif wire == WIRE_BINARY:
            p = read_size(c, p, &value)
            if p == NULL:
                return NULL
            store_4(to, value)
            to += 4
            if value > SHORT:
                take_up_to(&t.out, to)
                if not put_raw(t, p, value):
                    return NULL
                p += value
                continue
            memcpy(to, p, value)
            to += value
            p += value
        else:
            take_up_to(&t.out, to)
            row = row_of(plan, <int>field_id) if plan != NULL else NULL
            p = restore_value(t, p, wire, row.type if row != NULL else NULL)
            if p == NULL:
                return NULL
            continue
        take_up_to(&t.out, to)
    c.depth -= 1
    to[0] = STOP
    t.out.size += 1
    return p


cdef Bytes restore_value(Translation* t, Bytes p, int wire, Type* type_) noexcept nogil:
    """A value of a field that is not a boolean, or an element of a container; NULL, too, for an integer that is wider than the
    label of its list."""
    cdef Cursor* c = &t.cursor
    cdef int64_t value = 0
    cdef uint64_t real
    cdef uint8_t* to
    if wire == WIRE_I32:
        p = read_integer(c, p, 10, 64, &value)
        return p if p != NULL and value == <int32_t>value and put_4(t, value) else NULL
    if wire == WIRE_I64:
        p = read_integer(c, p, 10, 64, &value)
        return p if p != NULL and put_8(t, value) else NULL
    if wire == WIRE_BINARY:
        p = read_size(c, p, &value)
        return p + value if p != NULL and put_4(t, value) and put_raw(t, p, value) else NULL
    if wire == WIRE_STRUCT:
        return restore_struct(t, p, type_.plan if type_ != NULL else NULL)
    if wire == WIRE_LIST or wire == WIRE_SET:
        return restore_list(t, p, container_of(type_, K_LIST))
    if wire == WIRE_MAP:
        return restore_map(t, p, container_of(type_, K_MAP))
    if wire == WIRE_DOUBLE:
        if c.end - p < 8:
            return NULL
        memcpy(&real, p, 8)
        return p + 8 if put_8(t, real) else NULL
    if wire == WIRE_I16:
        p = read_integer(c, p, 10, 64, &value)
        if p == NULL or value != <int16_t>value or not make_room(&t.out, 2):
            return NULL
        store_2(end_of(&t.out), value)
        t.out.size += 2
        return p
    if wire == WIRE_I8:
        return p + 1 if p < c.end and put_byte(t, p[0]) else NULL
    if wire == TRUE or wire == FALSE:
        return p + 1 if p < c.end and put_byte(t, p[0] == TRUE) else NULL
    if wire == WIRE_UUID:
        return p + 16 if c.end - p >= 16 and put_raw(t, p, 16) else NULL
    return NULL


cdef inline Type* container_of(Type* type_, int kind) noexcept nogil:
    """The type of a container that a field is declared as, or that its hook reads."""
    if type_ != NULL and type_.kind == K_HOOKED:
        type_ = type_.element
    return type_ if type_ != NULL and type_.kind == kind else NULL


cdef Bytes restore_list(Translation* t, Bytes p, Type* type_) noexcept nogil:
    cdef Cursor* c = &t.cursor
    cdef int64_t size = 0
    cdef int64_t at
    cdef int found = 0
    cdef Type* element = type_.element if type_ != NULL else NULL
    p = list_header(c, p, &size, &found)
    if p == NULL or not put_byte(t, number_of(found)) or not put_4(t, size) or enter(c, p) == NULL:
        return NULL
    for at in range(size):
        p = restore_value(t, p, found, element)
        if p == NULL:
            return NULL
    c.depth -= 1
    return p


cdef Bytes restore_map(Translation* t, Bytes p, Type* type_) noexcept nogil:
    cdef Cursor* c = &t.cursor
    cdef int64_t size = 0
    cdef int64_t at
    cdef int key = 0
    cdef int value = 0
    p = map_header(c, p, &size, &key, &value)
    if p == NULL:
        return NULL
    if size == 0 and type_ != NULL:
        key = type_.key.wire
        value = type_.element.wire
    if not put_byte(t, number_of(key)) or not put_byte(t, number_of(value)) or not put_4(t, size):
        return NULL
    if enter(c, p) == NULL:
        return NULL
    for at in range(size):
        p = restore_value(t, p, key, type_.key if type_ != NULL else NULL)
        if p == NULL:
            return NULL
        p = restore_value(t, p, value, type_.element if type_ != NULL else NULL)
        if p == NULL:
            return NULL
    c.depth -= 1
    return p
