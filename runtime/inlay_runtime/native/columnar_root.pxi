# Part of columnar.pyx: the whole struct, and what is counted of it.


cdef struct Totals:
    Cursor* cursor
    int64_t unknown_fields
    int64_t extensions


cdef Bytes count_struct(Totals* totals, Bytes p, Plan* plan) noexcept nogil:
    """What a struct or union holds beyond its schema, as `inlay_runtime.columnar.totals` has it."""
    cdef int64_t wire_id = 0
    cdef int64_t field_id
    cdef int wire_type = 0
    cdef Row* row
    while True:
        p = read_field_header(totals.cursor, p, &wire_type, &wire_id)
        if wire_type == STOP:
            return p
        field_id = fold_extension(wire_id, wire_type)
        row = NULL
        if field_id == EXTENSION_ID:
            totals.extensions += 1
        else:
            if field_id != NO_EXTENSION:
                row = row_of(plan, <int>field_id)
            if row != NULL and not is_declared(totals.cursor, p, row.type, wire_type):
                row = NULL
            if row == NULL and (field_id == NO_EXTENSION or not plan.is_union):
                totals.unknown_fields += 1
        if row == NULL or row.type.kind == K_BOOL:
            p = skip(totals.cursor, p, wire_type)
        else:
            p = count_value(totals, p, row.type, wire_type)


cdef Bytes count_value(Totals* totals, Bytes p, Type* type_, int wire_type) noexcept nogil:
    cdef int64_t size = 0
    cdef int64_t at
    cdef int element_type = 0
    if type_.kind == K_STRUCT or type_.kind == K_UNION:
        return count_struct(totals, p, type_.plan)
    if type_.kind == K_LIST and type_.element.kind in (K_STRUCT, K_UNION, K_LIST):
        p = list_header(totals.cursor, p, &size, &element_type)
        for at in range(size):
            p = count_value(totals, p, type_.element, element_type)
        return p
    return skip_element(totals.cursor, p, wire_type)


cdef bint walk_root(Run* run, Bytes p, Bytes end, Plan* plan) noexcept nogil:
    """One more row of the root, and all below it; False without memory."""
    cdef Layout_* layout = run.layout
    cdef Totals totals
    cdef Want* want
    cdef int64_t size = 0
    cdef Bytes payload = NULL
    cdef Bytes start = p
    if not reserve(run, 0, 1):
        return False
    begin_row(run, 0)
    totals.cursor = &run.cursor
    totals.unknown_fields = totals.extensions = 0
    if layout.extensions >= 0 or layout.unknown_fields >= 0:
        count_struct(&totals, p, plan)
    p = walk_fields(run, p, layout.root, NULL)
    if p == NULL:
        return False
    payload = find_trailing_payload(&run.cursor, p, &size)
    if payload != NULL and not has_extension(&run.cursor, start):
        want = want_of(layout.root, EXTENSION_ID)
        if want != NULL and not put_bytes(run, want, payload, size):
            return False
        p = end
        totals.extensions += 1
    if layout.trailing >= 0:
        put(run, layout.trailing, end - p)
    if layout.extensions >= 0:
        put(run, layout.extensions, totals.extensions)
    if layout.unknown_fields >= 0:
        put(run, layout.unknown_fields, totals.unknown_fields)
    return True


cdef bint has_extension(Cursor* c, Bytes p) noexcept nogil:
    """Whether one of the struct's own fields is an extension."""
    cdef int64_t wire_id = 0
    cdef int wire_type = 0
    while True:
        p = read_field_header(c, p, &wire_type, &wire_id)
        if wire_type == STOP:
            return False
        if fold_extension(wire_id, wire_type) == EXTENSION_ID:
            return True
        p = skip(c, p, wire_type)


cdef Bytes find_trailing_payload(Cursor* c, Bytes p, int64_t* size) noexcept nogil:
    """Where the bytes behind the struct are an extension field and a stop and nothing else, its payload."""
    if c.end - p < 6 or memcmp(p, b"\x08\xff\xff\x01", 4) != 0:
        return NULL
    p = read_size(c, p + 4, size)
    if p == NULL or c.end - p != size[0] + 1 or p[size[0]] != STOP:
        return NULL
    return p
