# Part of native_whole_groups.pyx: offset indexes side by side, with the places that pages have now.

def move_all_locations(cls, bytes data not None, list sizes not None, starts, ends, distances, int64_t body, limits):
    """The offset indexes of which `data` consists, each of so many bytes, with every page led to where it is now, and the bytes of each.
    The runs are those of `move_offsets`. None unless all are spelt as they would be written, and lead to what has moved."""
    cdef Lent lent_starts = Lent(starts), lent_ends = Lent(ends), lent_distances = Lent(distances)
    cdef Plan* plan = plan_of(cls)
    cdef Runs runs
    cdef int64_t at = 0, size
    cdef bytes moved
    cdef list all_moved = [], moved_sizes = []
    if not set_runs(&runs, lent_starts, lent_ends, lent_distances, body):
        return None
    for size in sizes:
        if not 0 < size <= PyBytes_GET_SIZE(data) - at:
            return None
        moved = lead_index(plan, data[at : at + size], &runs, limits)
        if moved is None:
            return None
        at += size
        all_moved.append(moved)
        moved_sizes.append(PyBytes_GET_SIZE(moved))
    return (b"".join(all_moved), moved_sizes) if at == PyBytes_GET_SIZE(data) else None


cdef bytes lead_index(Plan* plan, bytes data, Runs* runs, limits):
    cdef Pass v
    cdef Pages pages
    cdef Field fields[FIRST_ROW + 1]
    cdef Output out
    cdef int64_t count = 0, at
    cdef int element = 0
    cdef uint8_t* room
    cdef Bytes p = enter_list(&v, plan, data, limits, &count, &element)
    if p == NULL or (count and element != WIRE_STRUCT):
        return None
    room = <uint8_t*>malloc(PyBytes_GET_SIZE(data) + count * LONGEST)
    if room == NULL:
        raise MemoryError
    try:
        pages.start, pages.end, pages.new_start = 0, -1, 0
        out.p, out.copied = room, <Bytes>PyBytes_AS_STRING(data)
        for at in range(count):
            p = locate(&v.cursor, OF_LOCATION, FIRST_ROW, p, fields, True)
            if p == NULL or fields[1].at == NULL or not lead(&v.cursor, runs, &fields[1], 0, -1, &pages, &out):
                return None
        copy_up_to(&out, <Bytes>PyBytes_AS_STRING(data) + PyBytes_GET_SIZE(data))
        return PyBytes_FromStringAndSize(<char*>room, out.p - room)
    finally:
        free(room)
