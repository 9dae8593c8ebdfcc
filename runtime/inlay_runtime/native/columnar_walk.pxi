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
    """A struct in which something is wanted; or a union, whose variant is the one field that is no extension."""
    cdef int64_t field_id = 0
    cdef int64_t wire_id = 0
    cdef int64_t value = 0
    cdef int wire_type
    cdef uint8_t byte
    cdef Want* want
    while True:
        byte = p[0]
        p += 1
        wire_type = byte & 0x0F
        if wire_type == STOP:
            return p
        if byte > 0x0F:
            wire_id += byte >> 4
        else:
            p = integer(&run.cursor, p, 3, 16, &wire_id)
        field_id = fold_extension(wire_id, wire_type)
        if union_ != NULL and field_id != EXTENSION_ID and field_id != NO_EXTENSION:
            put_number(run, union_, field_id)
        want = want_of(place, field_id) if place != NULL else NULL
        if want == NULL:
            p = skip(&run.cursor, p, wire_type) if wire_type != WIRE_LIST else after_list(run, p)
        elif want.kind == K_I64:
            p = integer(&run.cursor, p, 10, 64, &value)
            put_number(run, want, value)
        elif want.kind == K_BOOL:
            put_number(run, want, wire_type == TRUE)
        else:
            p = walk_value(run, p, want)
        if p == NULL:
            return NULL


cdef Bytes walk_value(Run* run, Bytes p, Want* want) noexcept nogil:
    cdef Cursor* c = &run.cursor
    cdef int64_t value = 0
    cdef int kind = want.kind
    cdef int key_type = 0
    cdef int value_type = 0
    if kind == K_I64:  # all integers, in any width
        p = integer(c, p, 10, 64, &value)
        put_number(run, want, value)
        return p
    if kind == K_BINARY:
        p = sized(c, p, &value)
        return p + value if put_bytes(run, want, p, value) else NULL
    if kind == K_STRUCT:
        put_number(run, want, 1)
        return walk_fields(run, p, want.place, NULL) if want.place != NULL else skip_element(c, p, WIRE_STRUCT)
    if kind == K_LIST:
        return walk_list(run, p, want)
    if kind == K_UNION:  # of tags, too
        return walk_fields(run, p, want.place, want)
    if kind == K_DOUBLE:
        memcpy(&value, p, 8)
        put_number(run, want, value)
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
    cdef Level* level
    cdef int64_t size = 0
    cdef int64_t at
    cdef int element_type = 0
    p = list_header(c, p, &size, &element_type)
    put_number(run, want, size)
    if want.level < 0:
        return after_list(run, start)
    if want.lists >= 0:
        (<int32_t*>cell(run, want.lists))[0] = <int32_t>size
    if not reserve(run, want.level, size):
        return NULL
    level = &run.levels[want.level]
    for at in range(size):
        level.position = at
        begin_row(run, want.level)
        p = walk_value(run, p, want.element)
        if p == NULL:
            return NULL
    return p


cdef Bytes after_list(Run* run, Bytes p) noexcept nogil:
    """Behind a list, by the index if it may be in there."""
    cdef ListSpan* span = NULL
    if p[0] & 0x0F == WIRE_STRUCT:
        span = span_at(&run.index, <uint32_t>(p - run.cursor.begin))
    return run.cursor.begin + span.end if span != NULL else skip_element(&run.cursor, p, WIRE_LIST)


cdef inline void begin_row(Run* run, int number) noexcept nogil:
    cdef LevelShape* shape = &run.layout.levels[number]
    cdef Level* level = &run.levels[number]
    cdef int at
    for at in range(shape.depth):
        level.ordinals[at][level.rows] = <int32_t>run.levels[shape.chain[at]].position
    level.rows += 1


cdef bint reserve(Run* run, int number, int64_t extra) noexcept nogil:
    """Room for more rows, in which nothing is there yet."""
    cdef LevelShape* shape = &run.layout.levels[number]
    cdef Level* level = &run.levels[number]
    cdef Column* column
    cdef int64_t room
    cdef int at
    cdef void* grown
    if level.room and level.rows + extra <= level.room:
        return True
    room = level.rows + extra + level.room // 2 + 16
    for at in range(shape.depth):
        grown = realloc(level.ordinals[at], room * sizeof(int32_t))
        if grown == NULL:
            return False
        level.ordinals[at] = <int32_t*>grown
    for at in range(shape.column_count):
        column = &run.columns[shape.columns[at]]
        if column.valid != NULL and not (
            grow(&column.valid, level.room, room)
            and grow(&column.values, (level.room + 1) * column.stride, (room + 1) * column.stride)
        ):
            return False
    level.room = room
    return True


cdef bint grow(uint8_t** buffer, int64_t size, int64_t room) noexcept nogil:
    cdef void* grown = realloc(buffer[0], room)
    if grown == NULL:
        return False
    buffer[0] = <uint8_t*>grown
    memset(buffer[0] + size, 0, room - size)
    return True


cdef bint open_column(Run* run, int number) noexcept nogil:
    """Buffers for a column in which nothing has been so far; one row more, for what sizes become: offsets."""
    cdef Column* column = &run.columns[number]
    cdef int64_t room = run.levels[run.layout.columns[number].level].room
    column.values = <uint8_t*>calloc(room + 1, column.stride)
    if column.values != NULL:
        column.valid = <uint8_t*>calloc(room, 1)
    if column.valid == NULL:
        free(column.values)
        column.values = NULL
        run.is_out_of_memory = True
    return column.valid != NULL


cdef inline uint8_t* cell(Run* run, int number) noexcept nogil:
    """Where the current row's value goes, which is there from now on."""
    cdef Column* column = &run.columns[number]
    cdef int64_t row = column.rows[0] - 1
    if column.valid == NULL and not open_column(run, number):
        return run.nowhere
    column.valid[row] = 1
    return column.values + row * column.stride


cdef inline void put_number(Run* run, Want* want, int64_t value) noexcept nogil:
    cdef int at
    for at in range(want.sink_count):
        put(run, want.sinks[at].column, value)


cdef inline void put(Run* run, int number, int64_t value) noexcept nogil:
    cdef uint8_t* place = cell(run, number)
    cdef int width = run.columns[number].width
    if width == 8:
        (<int64_t*>place)[0] = value
    elif width == 4:
        (<int32_t*>place)[0] = <int32_t>value
    elif width == 2:
        (<int16_t*>place)[0] = <int16_t>value
    else:
        place[0] = <uint8_t>value


cdef void put_uuid(Run* run, Want* want, Bytes p) noexcept nogil:
    cdef int at
    for at in range(want.sink_count):
        memcpy(cell(run, want.sinks[at].column), p, 16)


cdef bint put_bytes(Run* run, Want* want, Bytes p, int64_t size) noexcept nogil:
    cdef int at
    for at in range(want.sink_count):
        if want.sinks[at].how == BY_SIZE:
            put(run, want.sinks[at].column, size)
        elif want.sinks[at].how == BY_EDGES and size > 2 * EDGE:
            if not (
                append(run, want.sinks[at].column, p, EDGE)
                and append(run, want.sinks[at].column, p + size - EDGE, EDGE)
            ):
                return False
        elif not append(run, want.sinks[at].column, p, size):
            return False
    return True


cdef bint append(Run* run, int number, Bytes p, int64_t size) noexcept nogil:
    """To the text of the current row."""
    cdef Column* column = &run.columns[number]
    cdef int64_t room
    cdef void* grown
    if column.used + size > column.room:
        room = column.used + size + column.room // 2 + 64
        grown = realloc(column.data, room)
        if grown == NULL:
            return False
        column.data = <uint8_t*>grown
        column.room = room
    memcpy(column.data + column.used, p, size)
    column.used += size
    (<int32_t*>cell(run, number))[0] += <int32_t>size
    return True


# The whole struct


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
    payload = trailing_payload(&run.cursor, p, &size)
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
    cdef uint8_t byte
    while True:
        byte = p[0]
        p += 1
        if byte & 0x0F == STOP:
            return False
        if byte > 0x0F:
            wire_id += byte >> 4
        else:
            p = integer(c, p, 3, 16, &wire_id)
        if fold_extension(wire_id, byte & 0x0F) == EXTENSION_ID:
            return True
        p = skip(c, p, byte & 0x0F)


cdef Bytes trailing_payload(Cursor* c, Bytes p, int64_t* size) noexcept nogil:
    """Where the bytes behind the struct are an extension field and a stop and nothing else, its payload."""
    if c.end - p < 6 or memcmp(p, b"\x08\xff\xff\x01", 4) != 0:
        return NULL
    p = sized(c, p + 4, size)
    if p == NULL or c.end - p != size[0] + 1 or p[size[0]] != STOP:
        return NULL
    return p


cdef struct Totals:
    Cursor* cursor
    int64_t unknown_fields
    int64_t extensions


cdef Bytes count_struct(Totals* totals, Bytes p, Plan* plan) noexcept nogil:
    """What a struct or union holds beyond its schema, as `inlay_runtime.columnar.totals` has it."""
    cdef int64_t wire_id = 0
    cdef int64_t field_id
    cdef uint8_t byte
    cdef Row* row
    while True:
        byte = p[0]
        p += 1
        if byte & 0x0F == STOP:
            return p
        if byte > 0x0F:
            wire_id += byte >> 4
        else:
            p = integer(totals.cursor, p, 3, 16, &wire_id)
        field_id = fold_extension(wire_id, byte & 0x0F)
        row = NULL
        if field_id == EXTENSION_ID:
            totals.extensions += 1
        else:
            if field_id != NO_EXTENSION:
                row = row_of(plan, <int>field_id)
            if row == NULL and (field_id == NO_EXTENSION or not plan.is_union):
                totals.unknown_fields += 1
        if row == NULL or row.type.kind == K_BOOL:
            p = skip(totals.cursor, p, byte & 0x0F)
        else:
            p = count_value(totals, p, row.type, byte & 0x0F)


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
