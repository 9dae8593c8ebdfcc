# What the statistics of chunks say, through an index.

cdef enum:
    NULL_COUNT = 3  # of Statistics
    MAXIMUM = 5
    MINIMUM = 6
    MAXIMUM_IS_EXACT = 7
    MINIMUM_IS_EXACT = 8
    NAN_COUNT = 9

cdef int STATISTICS_WIRES[NAN_COUNT + 1]
STATISTICS_WIRES[:] = [0, 0, 0, WIRE_I64, 0, WIRE_BINARY, WIRE_BINARY, TRUE, TRUE, WIRE_I64]

cdef int ANSWERED[6]
ANSWERED[:] = [MINIMUM, MAXIMUM, MINIMUM_IS_EXACT, MAXIMUM_IS_EXACT, NULL_COUNT, NAN_COUNT]


cdef object _bounds(IndexReader reader, columns, groups, batch_type, schema):
    """The statistics of each chunk stay where they lie until their lengths are known."""
    cdef Asked asked = _ask(reader, columns, groups)
    cdef ChunkWalk walk = ChunkWalk.__new__(ChunkWalk)
    cdef Field meta[STATISTICS + 1]
    cdef Cursor* c = &walk.v.cursor
    cdef Field* all
    cdef int64_t at = 0
    cdef int64_t total = 0
    cdef int64_t length = 0
    if asked is None:
        return None
    all = <Field*>calloc(asked.count + 1, (NAN_COUNT + 1) * sizeof(Field))
    if all == NULL:
        raise MemoryError
    try:
        while at < asked.count:
            if not _next_chunk(reader, asked, walk, at, meta, STATISTICS):
                return None
            if meta[STATISTICS].at != NULL:
                fields = all + at * (NAN_COUNT + 1)
                if locate(c, STATISTICS_WIRES, NAN_COUNT, meta[STATISTICS].at, fields, True) == NULL:
                    return None
                for bound in range(MAXIMUM, MINIMUM + 1):
                    if fields[bound].at != NULL:
                        if read_size(c, fields[bound].at, &length) == NULL:
                            return None
                        fields[bound].at = fields[bound].end - length
                        total += length
            at += 1
        if total >= 1 << 31:
            return None
        return _bounds_of(asked, all, total, batch_type, schema)
    finally:
        free(all)


cdef object _bounds_of(Asked asked, Field* all, int64_t total, batch_type, schema):
    """The buffers one behind the other, the widest values first."""
    cdef int64_t count = asked.count
    cdef int64_t bits = count // 8 + 1
    cdef Batch* batch = make_batch(count * (2 * 8 + 2 * 4) + 2 * (count + 1) * 4 + 8 * bits + total)
    cdef int64_t* longs = <int64_t*>room_in(batch)
    cdef int32_t* integers = <int32_t*>(longs + 2 * count)
    cdef int32_t* offsets = integers + 2 * count
    cdef uint8_t* bitmaps = <uint8_t*>(offsets + 2 * (count + 1))
    cdef uint8_t* data = bitmaps + 8 * bits
    cdef uint8_t* validity
    cdef Field* field
    cdef int64_t at, nulls
    cdef int64_t used
    cdef int number
    memset(bitmaps, 0, 8 * bits)
    _set_ordinals(asked, integers, integers + count)
    set_column(batch, 0, count, integers)
    set_column(batch, 1, count, integers + count)
    for number in range(6):
        validity = bitmaps + number * bits
        nulls = used = 0
        for at in range(count):
            field = &all[at * (NAN_COUNT + 1) + ANSWERED[number]]
            if field.at == NULL:
                nulls += 1
            else:
                validity[at >> 3] |= 1 << (at & 7)
            if number < 2:
                offsets[at] = <int32_t>used
                if field.at != NULL:
                    memcpy(data + used, field.at, field.end - field.at)
                    used += field.end - field.at
            elif number < 4:
                if field.at != NULL and field.wire == TRUE:
                    bitmaps[(number + 4) * bits + (at >> 3)] |= 1 << (at & 7)
            else:
                longs[at] = 0
                if field.at != NULL:
                    longs[at] = _value_of(field)
        if number < 2:
            offsets[count] = <int32_t>used
            set_column(batch, 2 + number, count, offsets)
            set_bytes(batch, 2 + number, data)
            offsets += count + 1
            data += used
        elif number < 4:
            set_column(batch, 2 + number, count, bitmaps + (number + 4) * bits)
        else:
            set_column(batch, 2 + number, count, longs)
            longs += count
        set_nulls(batch, 2 + number, nulls, validity)
    return hand_over(batch, count, batch_type, schema)


cdef int64_t _value_of(Field* field) noexcept nogil:
    cdef Cursor c = make_cursor(field.at, field.end - field.at, 1, 1, 1, 1)
    return _number(&c, field)
