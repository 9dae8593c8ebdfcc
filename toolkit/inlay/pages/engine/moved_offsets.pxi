# Part of native_whole_groups.pyx: a row group whose bytes have moved in runs, with offsets that lead to where they are now.

cdef int LED_IN_GROUP[GROUP_OFFSET + 1]
LED_IN_GROUP[:] = [0, 0, 0, 0, 0, WIRE_I64]  # what is not an offset is skipped
cdef int LED_IN_CHUNK[COLUMN_INDEX + 1]
LED_IN_CHUNK[:] = [0, 0, WIRE_I64, WIRE_STRUCT, WIRE_I64, WIRE_I32, WIRE_I64]
cdef int LED_IN_META[FILTER + 1]
LED_IN_META[:] = [0, 0, 0, 0, 0, 0, 0, WIRE_I64, 0, WIRE_I64, WIRE_I64, WIRE_I64, 0, 0, WIRE_I64]

cdef struct Runs:
    const int64_t* starts  # in their order
    const int64_t* ends
    const int64_t* distances
    int64_t count
    int64_t body  # its end, behind which nothing moves
    int64_t last  # the number of the one that was asked for last


cdef struct Pages:  # of a chunk
    int64_t start
    int64_t end
    int64_t new_start


def move_offsets(bytes data not None, starts, ends, distances, int64_t body, offset_indexes):
    """A row group as it was, with every offset of what lay in one of the runs led to where that is now. `offset_indexes`, if it is not None,
    has two numbers for each chunk: where its offset index is, and the length of that; the first is -1 where it follows its run.

    None for what is not plain, and where an offset leads into the body to what is in no run.
    """
    cdef Lent lent_starts = Lent(starts), lent_ends = Lent(ends), lent_distances = Lent(distances)
    cdef Lent lent_indexes = None if offset_indexes is None else Lent(offset_indexes)
    cdef const int64_t* indexes = NULL
    cdef Cursor c = make_cursor(<Bytes>PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data), DEEPEST, 0, 0, 0)
    cdef Group group
    cdef Runs runs
    cdef uint8_t* room
    cdef int64_t size
    c.container = c.binary = PyBytes_GET_SIZE(data)
    if not set_runs(&runs, lent_starts, lent_ends, lent_distances, body):
        return None
    if not open_group(&c, c.begin, &group):
        return None
    if lent_indexes is not None:
        indexes = <const int64_t*>lent_indexes.view.buf
        if lent_indexes.view.len // 16 != group.columns:
            return None
    room = <uint8_t*>malloc(PyBytes_GET_SIZE(data) + (group.columns * 8 + 1) * LONGEST)
    if room == NULL:
        raise MemoryError
    try:
        with nogil:
            size = lead_group(&c, &group, &runs, indexes, room)
        return None if size < 0 else PyBytes_FromStringAndSize(<char*>room, size)
    finally:
        free(room)


cdef bint set_runs(Runs* runs, Lent starts, Lent ends, Lent distances, int64_t body):
    """Whether each has all three."""
    runs.starts = <const int64_t*>starts.view.buf
    runs.ends = <const int64_t*>ends.view.buf
    runs.distances = <const int64_t*>distances.view.buf
    runs.count, runs.body, runs.last = starts.view.len // 8, body, 0
    return ends.view.len == starts.view.len and distances.view.len == starts.view.len


cdef int64_t lead_group(Cursor* c, Group* group, Runs* runs, const int64_t* indexes, uint8_t* room) noexcept nogil:
    """Its bytes; -1 for what is not plain."""
    cdef Output out
    cdef Field fields[GROUP_OFFSET + 1]
    cdef Bytes p = group.first
    cdef Pages pages
    cdef int64_t leaf
    cdef int64_t first = -1, new_first = -1  # of all that have pages
    cdef int64_t offset = 0
    out.p, out.copied = room, c.begin
    for leaf in range(group.columns):
        p = lead_chunk(c, p, runs, NULL if indexes == NULL else &indexes[2 * leaf], &out, &pages)
        if p == NULL:
            return -1
        if pages.end >= 0:
            first = pages.start if first < 0 else min(first, pages.start)
            new_first = pages.new_start if new_first < 0 else min(new_first, pages.new_start)
    p = locate_behind(c, LED_IN_GROUP, GROUP_OFFSET, p, fields, True, NULL, COLUMNS)
    if p != c.end:
        return -1
    if group.columns and fields[GROUP_OFFSET].at != NULL:
        if read_integer(c, fields[GROUP_OFFSET].at, LONGEST, 64, &offset) == NULL:
            return -1
        if offset and offset == first:
            put_number(&out, &fields[GROUP_OFFSET], new_first)
        elif offset and not lead(c, runs, &fields[GROUP_OFFSET], 0, -1, &pages, &out):
            return -1
    copy_up_to(&out, c.end)
    return out.p - room


cdef Bytes lead_chunk(Cursor* c, Bytes p, Runs* runs, const int64_t* index, Output* out, Pages* pages) noexcept nogil:
    """Where it ends, or NULL."""
    cdef Field own[COLUMN_INDEX + 1]
    cdef Field meta[FILTER + 1]
    cdef Bytes end = locate(c, LED_IN_CHUNK, COLUMN_INDEX, p, own, True)
    if end == NULL or own[META].at == NULL or locate(c, LED_IN_META, FILTER, own[META].at, meta, True) == NULL:
        return NULL
    if not find_pages(c, runs, meta, pages):
        return NULL
    # Behind the pages is where old writers point it to.
    if own[CHUNK_OFFSET].at == NULL or not lead(c, runs, &own[CHUNK_OFFSET], pages.start, pages.end, pages, out):
        return NULL
    # 0 stands for a kind of page that there is not.
    if not lead(c, runs, &meta[DATA_PAGE], max(pages.start, 1), pages.end - 1, pages, out):
        return NULL
    if not lead(c, runs, &meta[INDEX_PAGE], max(pages.start, 1), pages.end - 1, pages, out):
        return NULL
    if not lead(c, runs, &meta[DICTIONARY_PAGE], max(pages.start, 1), pages.end - 1, pages, out):
        return NULL
    if not lead(c, runs, &meta[FILTER], 0, -1, pages, out):
        return NULL
    if index != NULL and index[0] >= 0:
        if own[OFFSET_INDEX].at < out.copied or own[OFFSET_INDEX + 1].at < own[OFFSET_INDEX].end:
            return NULL
        put_number(out, &own[OFFSET_INDEX], index[0])
        put_number(out, &own[OFFSET_INDEX + 1], index[1])
    elif not lead(c, runs, &own[OFFSET_INDEX], 0, -1, pages, out):
        return NULL
    return end if lead(c, runs, &own[COLUMN_INDEX], 0, -1, pages, out) else NULL


cdef bint find_pages(Cursor* c, Runs* runs, const Field* meta, Pages* pages) noexcept nogil:
    """As `locate_pages` does; of a chunk without pages, that none is in them."""
    cdef int64_t size = 0, data = 0, dictionary = 0
    pages.start, pages.end, pages.new_start = 0, -1, 0
    if not read(c, &meta[PACKED], &size) or not read(c, &meta[DATA_PAGE], &data):
        return False
    if meta[DICTIONARY_PAGE].at != NULL and not read(c, &meta[DICTIONARY_PAGE], &dictionary):
        return False
    data = dictionary if dictionary and (not data or dictionary < data) else data
    if size < 0 or data < 0 or size > INT64_MAX - data:
        return False
    if size == 0:
        return True
    pages.start, pages.end = data, data + size
    return find_new(runs, data, &pages.new_start) and size <= INT64_MAX - pages.new_start


cdef bint read(Cursor* c, const Field* field, int64_t* value) noexcept nogil:
    return field.at != NULL and read_integer(c, field.at, LONGEST, 64, value) != NULL


cdef bint lead(
    Cursor* c, Runs* runs, const Field* field, int64_t least, int64_t most, const Pages* pages, Output* out
) noexcept nogil:
    """An offset between the two follows the pages, any other its run; one that is absent stays so. False for one that leads to what
    is not known, and for a field that does not lie behind those that were put."""
    cdef int64_t offset = 0, new = 0
    if field.at == NULL:
        return True
    if field.at < out.copied or not read(c, field, &offset):
        return False
    if least <= offset <= most:
        new = offset - pages.start + pages.new_start
    elif not find_new(runs, offset, &new):
        return False
    put_number(out, field, new)
    return True


cdef bint find_new(Runs* runs, int64_t old, int64_t* new) noexcept nogil:
    cdef int64_t low = 0, high = runs.count, middle
    if not 0 <= old < runs.body:
        new[0] = old
        return True
    if not (runs.last < runs.count and runs.starts[runs.last] <= old < runs.ends[runs.last]):
        while low < high:
            middle = (low + high) // 2
            if runs.starts[middle] <= old:
                low = middle + 1
            else:
                high = middle
        if low == 0 or old >= runs.ends[low - 1]:
            return False
        runs.last = low - 1
    new[0] = old + runs.distances[runs.last]
    return True
