# Part of binary.pyx: binary to compact.


def to_compact(bytes data, Py_ssize_t offset, limits):
    """The struct at an offset in the compact protocol, and where it ends; None where the pure code is to raise."""
    cdef Translation t
    cdef Bytes end
    if not begin(&t, data, offset, limits):
        return None
    try:
        if t.cursor.end - t.place > WITH_GIL:
            with nogil:
                end = translate_root(&t)
        else:
            end = translate_root(&t)
        if end == NULL:
            return None
        return PyBytes_FromStringAndSize(<char*>t.out.data, t.out.size), end - t.cursor.begin
    finally:
        free(t.out.data)


def find_place(bytes data, Py_ssize_t offset, limits, size_t until):
    """Where that stood which is at `until` in the compact bytes; None where the pure code is to say it."""
    cdef Translation t
    cdef Bytes end
    if not begin(&t, data, offset, limits):
        return None
    t.marks = True
    t.until = until
    try:
        with nogil:
            end = translate_root(&t)
            if end != NULL:
                mark(&t, end, STOP, 0)
        if end == NULL and not t.is_placed:
            return None
        return t.place - t.cursor.begin + (until - t.placed if t.is_payload else 0)
    finally:
        free(t.out.data)


def find_refused(bytes data, Py_ssize_t offset, limits):
    """Of what `to_compact` refuses: where that begins, its wire type (STOP for a field), the id of the field before it, how deep it
    lies, and the compact bytes of all that is before it. None where nothing is refused, or not here."""
    cdef Translation t
    cdef Bytes end
    if not begin(&t, data, offset, limits):
        return None
    t.marks = True
    try:
        with nogil:
            end = translate_root(&t)
        if end != NULL:
            return None
        compact = PyBytes_FromStringAndSize(<char*>t.out.data, t.placed)
        return t.place - t.cursor.begin, t.placed_wire, t.placed_id, t.placed_depth, compact
    finally:
        free(t.out.data)


cdef bint begin(Translation* t, bytes data, Py_ssize_t offset, limits) except -1:
    cdef Py_ssize_t size = PyBytes_GET_SIZE(data)
    if offset > size or limits.depth > DEEPEST or min(limits.container, limits.binary) < 0:
        return False
    t.cursor = make_cursor(
        <Bytes>PyBytes_AS_STRING(data), size, limits.depth, min(limits.container, 1 << 62), min(limits.binary, 1 << 62), 0
    )
    t.out = make_output()
    t.until = <size_t>-1
    t.place = t.cursor.begin + offset
    t.placed = 0
    t.placed_wire = WIRE_STRUCT
    t.placed_depth = 0
    t.placed_id = 0
    t.marks = t.is_payload = t.is_placed = False
    return True


cdef Bytes translate_root(Translation* t) noexcept nogil:
    if not make_room(&t.out, t.cursor.end - t.place):
        return NULL
    return translate_struct(t, t.place)


cdef inline Bytes mark(Translation* t, Bytes p, int wire, int64_t last_id) noexcept nogil:
    """Here begins what is translated next; NULL behind what is looked for."""
    if not t.marks:
        return p
    if t.out.size > t.until:
        t.is_placed = True
        return NULL
    t.place = p
    t.placed = t.out.size
    t.placed_wire = wire
    t.placed_depth = t.cursor.depth
    t.placed_id = last_id
    t.is_payload = False
    return p


cdef inline bint put_varint(Translation* t, uint64_t value) noexcept nogil:
    if not make_room(&t.out, LONGEST_VARINT):
        return False
    take_up_to(&t.out, store_varint(end_of(&t.out), value))
    return True


cdef inline bint put_raw(Translation* t, const void* data, size_t size) noexcept nogil:
    if not make_room(&t.out, size):
        return False
    memcpy(end_of(&t.out), data, size)
    t.out.size += size
    return True


cdef inline bint put_byte(Translation* t, uint8_t value) noexcept nogil:
    if not make_room(&t.out, 1):
        return False
    end_of(&t.out)[0] = value
    t.out.size += 1
    return True


cdef Bytes translate_struct(Translation* t, Bytes p) noexcept nogil:
    cdef Cursor* c = &t.cursor
    cdef int64_t last_id = 0
    cdef int64_t field_id
    cdef int64_t size
    cdef uint8_t* to
    cdef int wire
    if enter(c, p) == NULL:
        return NULL
    while True:
        if mark(t, p, STOP, last_id) == NULL or p >= c.end or not make_room(&t.out, LONGEST_FIELD):
            return NULL
        to = end_of(&t.out)
        wire = wire_of(p[0])
        if wire == STOP:
            break
        if wire == NO_WIRE or c.end - p < 3:
            return NULL
        field_id = <int16_t>read_2(p + 1)
        p += 3
        if wire == TRUE:
            if p >= c.end or p[0] > 1:
                return NULL
            wire = TRUE if p[0] else FALSE
            p += 1
        if wire == WIRE_BINARY and (field_id == EXTENSION_ID or field_id == SPEC_WIRE_ID):
            last_id = field_id  # then its header is a long one
        to = store_field_header(to, last_id, field_id, wire)
        last_id = field_id
        if t.marks or wire > WIRE_BINARY or c.end - p < 8:
            take_up_to(&t.out, to)
            if wire > FALSE:
                p = translate_value(t, p, wire)
                if p == NULL:
                    return NULL
            continue
        # what most fields are, with eight bytes to read
        if wire == WIRE_I32:
            to = store_varint(to, to_zigzag(<int32_t>read_4(p)))
            p += 4
        elif wire == WIRE_I64:
            to = store_varint(to, to_zigzag(<int64_t>read_8(p)))
            p += 8
        elif wire == WIRE_BINARY:
            size = <int32_t>read_4(p)
            p += 4
            if size < 0 or size > c.end - p or size > c.binary:
                return NULL
            to = store_varint(to, size)
            if size > SHORT:
                take_up_to(&t.out, to)
                if not put_raw(t, p, size):
                    return NULL
                p += size
                continue
            memcpy(to, p, size)
            to += size
            p += size
        elif wire > FALSE:
            take_up_to(&t.out, to)
            p = translate_value(t, p, wire)
            if p == NULL:
                return NULL
            continue
        take_up_to(&t.out, to)
    c.depth -= 1
    to[0] = STOP
    t.out.size += 1
    return p + 1


cdef Bytes translate_value(Translation* t, Bytes p, int wire) noexcept nogil:
    """A value of a field that is not a boolean, or an element of a container."""
    cdef Cursor* c = &t.cursor
    cdef uint64_t real
    if mark(t, p, wire, 0) == NULL:
        return NULL
    if wire == WIRE_I32:
        return p + 4 if c.end - p >= 4 and put_varint(t, to_zigzag(<int32_t>read_4(p))) else NULL
    if wire == WIRE_I64:
        return p + 8 if c.end - p >= 8 and put_varint(t, to_zigzag(<int64_t>read_8(p))) else NULL
    if wire == WIRE_BINARY:
        return translate_binary(t, p)
    if wire == WIRE_STRUCT:
        return translate_struct(t, p)
    if wire == WIRE_LIST or wire == WIRE_SET:
        return translate_list(t, p)
    if wire == WIRE_MAP:
        return translate_map(t, p)
    if wire == WIRE_DOUBLE:
        if c.end - p < 8:
            return NULL
        real = read_8(p)
        return p + 8 if put_raw(t, &real, 8) else NULL
    if wire == WIRE_I16:
        return p + 2 if c.end - p >= 2 and put_varint(t, to_zigzag(<int16_t>read_2(p))) else NULL
    if wire == WIRE_I8:
        return p + 1 if p < c.end and put_byte(t, p[0]) else NULL
    if wire == TRUE:
        return p + 1 if p < c.end and p[0] <= 1 and put_byte(t, TRUE if p[0] else FALSE) else NULL
    if wire == WIRE_UUID:
        return p + 16 if c.end - p >= 16 and put_raw(t, p, 16) else NULL
    return NULL


cdef inline Bytes translate_binary(Translation* t, Bytes p) noexcept nogil:
    cdef Cursor* c = &t.cursor
    cdef int64_t size
    if c.end - p < 4:
        return NULL
    size = <int32_t>read_4(p)
    p += 4
    if size < 0 or size > c.end - p or size > c.binary or not put_varint(t, size):
        return NULL
    if mark(t, p, WIRE_BINARY, 0) == NULL:
        return NULL
    t.is_payload = True
    return p + size if put_raw(t, p, size) else NULL


cdef Bytes translate_list(Translation* t, Bytes p) noexcept nogil:
    cdef Cursor* c = &t.cursor
    cdef int64_t size, at
    cdef int element
    if c.end - p < 5:
        return NULL
    element = wire_of(p[0])
    size = <int32_t>read_4(p + 1)
    p += 5
    if element == NO_WIRE or not fits(c, p, size, least_of(element)):
        return NULL
    if not make_room(&t.out, LONGEST_HEADER):
        return NULL
    take_up_to(&t.out, store_list_header(end_of(&t.out), size, element))
    if enter(c, p) == NULL:
        return NULL
    for at in range(size):
        p = translate_value(t, p, element)
        if p == NULL:
            return NULL
    c.depth -= 1
    return p


cdef Bytes translate_map(Translation* t, Bytes p) noexcept nogil:
    cdef Cursor* c = &t.cursor
    cdef int64_t size, at
    cdef int key, value
    if c.end - p < 6:
        return NULL
    key = wire_of(p[0])
    value = wire_of(p[1])
    size = <int32_t>read_4(p + 2)
    p += 6
    if key == NO_WIRE or value == NO_WIRE or (size and (key == STOP or value == STOP)):
        return NULL
    if not fits(c, p, size, least_of(key) + least_of(value)) or not put_varint(t, size):
        return NULL
    if size and not put_byte(t, <uint8_t>(key << 4 | value)):
        return NULL
    if enter(c, p) == NULL:
        return NULL
    for at in range(size):
        p = translate_value(t, p, key)
        if p == NULL:
            return NULL
        p = translate_value(t, p, value)
        if p == NULL:
            return NULL
    c.depth -= 1
    return p


cdef inline bint fits(Cursor* c, Bytes p, int64_t size, int least) noexcept nogil:
    """Whether so many elements can be in the bytes left; those of no type take none, and there are none."""
    if size == 0:
        return True
    return size > 0 and least > 0 and size * least <= c.end - p and size <= c.container
