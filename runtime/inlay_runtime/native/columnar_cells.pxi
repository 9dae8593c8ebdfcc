# Part of columnar.pyx: rows and their cells, in buffers that grow.


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


cdef inline uint8_t* claim_cell(Run* run, int number) noexcept nogil:
    """Where the current row's value goes, which is there from now on."""
    cdef Column* column = &run.columns[number]
    cdef int64_t row = column.rows[0] - 1
    if column.valid == NULL and not open_column(run, number):
        return run.nowhere
    column.valid[row] = 1
    return column.values + row * column.stride


cdef inline void put_number(Run* run, Want* want, int64_t value) noexcept nogil:
    """One that the layout of the struct tells: every struct of the same shape has it."""
    cdef int at
    for at in range(want.sink_count):
        put(run, want.sinks[at].column, value)
        if run.written != NULL:
            write_step(run, PUT_CONSTANT, want.sinks[at].column, NULL, value)


cdef inline void put_integer(Run* run, Want* want, Bytes p, int64_t value) noexcept nogil:
    """One whose varint is at `p`."""
    cdef int at
    for at in range(want.sink_count):
        put(run, want.sinks[at].column, value)
        if run.written != NULL:
            write_step(run, PUT_INTEGER, want.sinks[at].column, p, 0)


cdef inline void put_double(Run* run, Want* want, Bytes p) noexcept nogil:
    cdef int64_t value
    cdef int at
    memcpy(&value, p, 8)
    for at in range(want.sink_count):
        put(run, want.sinks[at].column, value)
        if run.written != NULL:
            write_step(run, PUT_EIGHT_BYTES, want.sinks[at].column, p, 0)


cdef inline void put(Run* run, int number, int64_t value) noexcept nogil:
    cdef uint8_t* place = claim_cell(run, number)
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
    give_up_script(run)
    for at in range(want.sink_count):
        memcpy(claim_cell(run, want.sinks[at].column), p, 16)


cdef bint put_bytes(Run* run, Want* want, Bytes p, int64_t size) noexcept nogil:
    cdef int at
    for at in range(want.sink_count):
        if want.sinks[at].how == BY_SIZE:
            put(run, want.sinks[at].column, size)
            if run.written != NULL:
                write_step(run, PUT_CONSTANT, want.sinks[at].column, NULL, size)
        elif want.sinks[at].how == BY_EDGES and size > 2 * EDGE:
            give_up_script(run)
            if not (
                append(run, want.sinks[at].column, p, EDGE)
                and append(run, want.sinks[at].column, p + size - EDGE, EDGE)
            ):
                return False
        elif not append(run, want.sinks[at].column, p, size):
            return False
        elif run.written != NULL:
            write_step(run, PUT_TEXT, want.sinks[at].column, p, size)
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
    if size:  # else there may be no buffer yet
        memcpy(column.data + column.used, p, size)
        column.used += size
    (<int32_t*>claim_cell(run, number))[0] += <int32_t>size
    return True
