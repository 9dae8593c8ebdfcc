# Part of native_whole_groups.pyx: the pages of whole row groups, checked before they are moved.

def check_pages(cls, bytes data not None, int64_t at, pages, int64_t start, int64_t size, limits, bint lists):
    """The pages of the row group at `at`, `size` bytes without what lies between its chunks; `pages` are these with all that, from `start` in
    their file on. And of the data pages, unless they are not to be listed: for each chunk how many, and of each page its offset,
    its size, its values, its rows and its nulls, -1 where its header does not say.

    None unless they fill each chunk, have as many values and match their CRCs, and offsets lead to pages.
    """
    cdef Lent lent = Lent(pages)
    cdef Cursor c = make_cursor(<Bytes>PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data), DEEPEST, 0, 0, 0)
    cdef Plan* plan = plan_of(cls)
    cdef Pass v
    cdef Group group
    cdef Chunk chunk
    cdef Bytes p
    cdef int64_t leaf
    cdef int64_t done = 0
    cdef int64_t allowed[2]
    cdef bint is_dense = size == lent.view.len
    cdef bytes joined = None if is_dense else PyBytes_FromStringAndSize(NULL, size)
    cdef list counts = []
    cdef list listed = [[], [], [], [], []]
    c.container = c.binary = PyBytes_GET_SIZE(data)
    if plan == NULL or not plan.is_native or plan.has_hooks or not 0 < limits.depth <= DEEPEST:
        return None
    if not open_group(&c, c.begin + at, &group):
        return None
    memset(&v, 0, sizeof(Pass))
    allowed[0] = -1
    try:
        at = group.first - c.begin
        for leaf in range(group.columns):
            at = read_chunk(&c, c.begin + at, &chunk)
            if at < 0 or chunk.start < start or chunk.start + chunk.size > start + lent.view.len or chunk.size > size - done:
                return None
            p = <Bytes>lent.view.buf + (chunk.start - start)
            if not check_chunk(&v, plan, p, &chunk, listed if lists else None, limits, allowed):
                return None
            if not is_dense:
                memcpy(PyBytes_AS_STRING(joined) + done, p, chunk.size)
            done += chunk.size
            if lists:
                counts.append(len(listed[0]))
    finally:
        release_pass(&v)
    return (pages if is_dense else joined, counts, *listed) if done == size else None


cdef bint check_chunk(Pass* v, Plan* plan, Bytes p, const Chunk* chunk, list pages, limits, int64_t* allowed):
    """`pages` are the lists to add to, or None. `allowed` has how much memory a header of so many bytes may take: as many as the one before, mostly, and to ask is a call."""
    cdef Bytes begin = p
    cdef Bytes end = p + chunk.size
    cdef Bytes body
    cdef Field fields[VERSION_2 + 1]
    cdef int64_t seen = 0
    cdef int64_t offset, kind, size, most
    cdef int64_t counts[4]
    cdef list offsets, sizes, values, rows, nulls
    cdef bint has_data = not chunk.data
    cdef bint has_index = not chunk.index
    cdef bint has_dictionary = not chunk.dictionary
    if pages is not None:
        offsets, sizes, values, rows, nulls = pages
    while p < end:
        most = HEADER if end - p > HEADER else end - p
        if allowed[0] != most:
            allowed[0], allowed[1] = most, limits.memory(most)
        v.cursor = make_cursor(p, most, limits.depth, limits.container, limits.binary, allowed[1])
        v.irregular = v.greatest_depth = 0
        v.has_frame = v.is_root_irregular = v.has_maps = False
        body = validate(v, p, plan)
        v.cursor.depth = 0
        if body == NULL or locate(&v.cursor, OF_PAGE, VERSION_2, p, fields, True) != body:
            return False
        kind, size = number_in(&v.cursor, &fields[KIND], -1), number_in(&v.cursor, &fields[BODY], -1)
        if not 0 <= size <= end - body or not has_crc(&v.cursor, &fields[CRC], body, size):
            return False
        offset = chunk.start + (p - begin)
        if kind == IS_DATA or kind == IS_DATA_2:
            if not count_in(&v.cursor, fields[VERSION_1 if kind == IS_DATA else VERSION_2].at, kind == IS_DATA_2, counts):
                return False
            seen += counts[VALUES_OF]
            if pages is not None:
                offsets.append(offset)
                sizes.append(body + size - p)
                values.append(counts[VALUES_OF])
                rows.append(counts[ROWS_OF])
                nulls.append(counts[NULLS_OF])
        elif kind != IS_INDEX and kind != IS_DICTIONARY:
            return False
        has_data |= offset == chunk.data
        has_index |= offset == chunk.index
        has_dictionary |= offset == chunk.dictionary
        p = body + size
    return seen == chunk.values and has_data and has_index and has_dictionary


cdef bint has_crc(Cursor* c, const Field* field, Bytes body, int64_t size) noexcept nogil:
    cdef int64_t value = 0
    if field.at == NULL:
        return True
    return read_integer(c, field.at, 5, 32, &value) != NULL and compute_crc(body, size, 0) == <uint32_t>value


cdef bint count_in(Cursor* c, Bytes p, bint is_second, int64_t* counts) noexcept nogil:
    """The values of a data page, by the header of its version, and its nulls and rows, -1 where it does not say; False where it has no
    such header, or says a number that there cannot be."""
    cdef Field fields[4]
    counts[NULLS_OF] = counts[ROWS_OF] = -1
    if p == NULL or locate(c, OF_VALUES, ROWS_OF if is_second else VALUES_OF, p, fields, True) == NULL:
        return False
    counts[VALUES_OF] = number_in(c, &fields[VALUES_OF], -1)
    if is_second:
        counts[NULLS_OF], counts[ROWS_OF] = number_in(c, &fields[NULLS_OF], -1), number_in(c, &fields[ROWS_OF], -1)
    return counts[VALUES_OF] >= 0 and (not is_second or (counts[NULLS_OF] >= 0 and counts[ROWS_OF] >= 0))
