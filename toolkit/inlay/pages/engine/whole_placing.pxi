# Part of native_whole_groups.pyx: a row group with other numbers in the places of its own.

cdef struct Output:
    uint8_t* p
    Bytes copied  # of the row group, up to here


def place(bytes data not None, int64_t at, int64_t end, int64_t start, int64_t ordinal, list others):
    """The row group from `at` to `end`, whose pages begin at `start` now. `others` has for each chunk four numbers, unless none
    has any: where its Bloom filter is, its column index, its offset index, and the length of that. What was not there is not
    written, nor is an ordinal. None for what is not plain."""
    cdef Cursor c = make_cursor(<Bytes>PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data), DEEPEST, 0, 0, 0)
    cdef Group group
    cdef Chunk chunk
    cdef Output out
    cdef uint8_t* room
    cdef int64_t leaf
    cdef int64_t unpacked = 0
    cdef int64_t packed = 0
    cdef int64_t bloom_filter = 0
    cdef int64_t column_index = 0
    cdef int64_t offset_index = 0
    cdef int64_t length = 0
    c.container = c.binary = PyBytes_GET_SIZE(data)
    if not open_group(&c, c.begin + at, &group):
        return None
    room = <uint8_t*>malloc(end - at + (group.columns * 8 + 4) * LONGEST)
    if room == NULL:
        raise MemoryError
    try:
        out.p, out.copied = room, c.begin + at
        at = group.first - c.begin
        for leaf in range(group.columns):
            at = read_chunk(&c, c.begin + at, &chunk)
            if at < 0:
                return None
            if chunk.others:
                bloom_filter, column_index = others[leaf * 4], others[leaf * 4 + 1]
                offset_index, length = others[leaf * 4 + 2], others[leaf * 4 + 3]
            place_chunk(&out, &chunk, start + packed)
            put_number(&out, &chunk.meta[FILTER], bloom_filter)
            put_number(&out, &chunk.own[OFFSET_INDEX], offset_index)
            put_number(&out, &chunk.own[OFFSET_INDEX + 1], length)
            put_number(&out, &chunk.own[COLUMN_INDEX], column_index)
            unpacked += chunk.unpacked
            packed += chunk.size
        if read_rest(&c, c.begin + at, &group) == NULL:
            return None
        put_number(&out, &group.fields[TOTAL], unpacked)
        if number_in(&c, &group.fields[GROUP_OFFSET], 0):
            put_number(&out, &group.fields[GROUP_OFFSET], start)
        put_number(&out, &group.fields[TOTAL_PACKED], packed)
        put_number(&out, &group.fields[ORDINAL], ordinal)
        copy_up_to(&out, c.begin + end)
        return PyBytes_FromStringAndSize(<char*>room, out.p - room)
    finally:
        free(room)


cdef void place_chunk(Output* out, const Chunk* chunk, int64_t start) noexcept nogil:
    cdef int64_t by = start - chunk.start
    # Behind the pages is where old writers point it to.
    cdef bint leads_there = chunk.start <= chunk.offset <= chunk.start + chunk.size
    put_number(out, &chunk.own[CHUNK_OFFSET], chunk.offset + by if leads_there else 0)
    put_number(out, &chunk.meta[DATA_PAGE], chunk.data + by if chunk.data else 0)
    put_number(out, &chunk.meta[INDEX_PAGE], chunk.index + by if chunk.index else 0)
    put_number(out, &chunk.meta[DICTIONARY_PAGE], chunk.dictionary + by if chunk.dictionary else 0)


cdef void copy_up_to(Output* out, Bytes end) noexcept nogil:
    memcpy(out.p, out.copied, end - out.copied)
    out.p += end - out.copied
    out.copied = end


cdef void put_number(Output* out, const Field* field, int64_t value) noexcept nogil:
    """In the place of the one in this field, if that is there."""
    if field.at == NULL:
        return
    copy_up_to(out, field.at)
    out.p = store_varint(out.p, to_zigzag(value))
    out.copied = field.end
