# Part of columnar.pyx: the walk. Bytes have been validated, so nothing but a lack of memory makes it return NULL.


cdef inline Want* want_of(Place* place, int64_t field_id) noexcept nogil:
    cdef int at
    if 0 <= field_id < DENSE_WANTS:
        at = place.by_id[field_id]
        return &place.wants[at] if at >= 0 else NULL
    for at in range(place.count):
        if place.wants[at].id == field_id:
            return &place.wants[at]
    return NULL


cdef Bytes walk_fields(Run* run, Bytes p, Place* place, Want* union_) noexcept nogil:
    """A struct in which something is wanted; or a union, whose variant is the one field that is not an extension."""
    cdef int64_t field_id = 0
    cdef int64_t wire_id = 0
    cdef int64_t value = 0
    cdef int wire_type = 0
    cdef Bytes start
    cdef Want* want
    while True:
        p = read_field_header(&run.cursor, p, &wire_type, &wire_id)
        if wire_type == STOP:
            return p
        field_id = fold_extension(wire_id, wire_type)
        if union_ != NULL and is_variant(run, p, union_.type, field_id, wire_type):
            put_number(run, union_, field_id)
        want = want_of(place, field_id) if place != NULL else NULL
        if want != NULL and want.type != NULL and not is_declared(&run.cursor, p, want.type, wire_type):
            want = NULL
        if want == NULL:
            p = skip(&run.cursor, p, wire_type) if wire_type != WIRE_LIST else pass_list(run, p)
        elif want.kind == K_I64:
            start = p
            p = read_integer(&run.cursor, p, 10, 64, &value)
            put_integer(run, want, start, value)
        elif want.kind == K_BOOL:
            put_number(run, want, wire_type == TRUE)
        else:
            p = walk_value(run, p, want)
        if p == NULL:
            return NULL


cdef bint is_variant(Run* run, Bytes p, Type* union_, int64_t field_id, int wire_type) noexcept nogil:
    """Whether a field is the variant of its union, and has its id by right: not one of another type than declared."""
    cdef Row* row
    if field_id >= EXTENSION_ID:
        return False
    if union_.kind != K_UNION:  # an enum of tags
        return wire_type == WIRE_STRUCT or member_of(union_.members, field_id) == NULL
    row = row_of(union_.plan, <int>field_id)
    return row == NULL or is_declared(&run.cursor, p, row.type, wire_type)


cdef Bytes walk_value(Run* run, Bytes p, Want* want) noexcept nogil:
    cdef Cursor* c = &run.cursor
    cdef Bytes start
    cdef int64_t value = 0
    cdef int kind = want.kind
    cdef int key_type = 0
    cdef int value_type = 0
    if kind == K_I64:  # all integers, in any width
        start = p
        p = read_integer(c, p, 10, 64, &value)
        put_integer(run, want, start, value)
        return p
    if kind == K_BINARY:
        p = read_size(c, p, &value)
        return p + value if put_bytes(run, want, p, value) else NULL
    if kind == K_STRUCT:
        put_number(run, want, 1)
        return walk_fields(run, p, want.place, NULL) if want.place != NULL else skip_element(c, p, WIRE_STRUCT)
    if kind == K_LIST:
        return walk_list(run, p, want)
    if kind == K_UNION:  # of tags, too
        return walk_fields(run, p, want.place, want)
    if kind == K_DOUBLE:
        put_double(run, want, p)
        return p + 8
    if kind == K_UUID:
        put_uuid(run, want, p)
        return p + 16
    if kind == K_MAP:
        map_header(c, p, &value, &key_type, &value_type)
        put_number(run, want, value)
        return skip_element(c, p, WIRE_MAP)
    put_number(run, want, p[0] == TRUE if kind == K_BOOL else <int8_t>p[0])
    return p + 1


cdef Bytes walk_list(Run* run, Bytes p, Want* want) noexcept nogil:
    cdef Cursor* c = &run.cursor
    cdef Bytes start = p
    cdef uint32_t* shapes
    cdef Level* level
    cdef int64_t size = 0
    cdef int64_t at
    cdef int element_type = 0
    p = list_header(c, p, &size, &element_type)
    put_number(run, want, size)
    if want.level < 0:
        return pass_list(run, start)
    if want.lists >= 0:
        (<int32_t*>claim_cell(run, want.lists))[0] = <int32_t>size
        if run.written != NULL:
            write_step(run, PUT_SIZE, want.lists, NULL, size)
    if not reserve(run, want.level, size):
        return NULL
    level = &run.levels[want.level]
    shapes = shapes_of_list(run, start, size, want)
    for at in range(size):
        level.position = at
        begin_row(run, want.level)
        if run.written != NULL:
            write_step(run, BEGIN_ROW, want.level, NULL, at)
        p = walk_value(run, p, want.element) if shapes == NULL else walk_alike(run, p, want, shapes[at])
        if p == NULL:
            return NULL
    return p


cdef Bytes pass_list(Run* run, Bytes p) noexcept nogil:
    """Behind a list, by the index if it may be in there."""
    cdef ListSpan* span = NULL
    if p[0] & 0x0F == WIRE_STRUCT:
        span = span_at(&run.index, <uint32_t>(p - run.cursor.begin))
    return run.cursor.begin + span.end if span != NULL else skip_element(&run.cursor, p, WIRE_LIST)
