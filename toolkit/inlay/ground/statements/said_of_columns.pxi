# Part of native_checks.pyx: what row groups say of each column, and what some of them leave unsaid.

cdef enum:  # as `said_of_columns.py` has them
    SOME = 1
    NOT_ALL = 2


def list_said(bytes data not None, int depth, Py_ssize_t leaves, row_groups):
    """Of numbers of nulls and of bounds, for each leaf, whether some of these row groups say it, and whether some do not. `data` is a
    footer that was decoded; None where it has other columns, or anything that is not known here."""
    cdef Run r
    cdef Field fields[MOST_IDS]
    cdef Bytes start = <Bytes>PyBytes_AS_STRING(data)
    cdef int64_t size = PyBytes_GET_SIZE(data)
    cdef int64_t groups = 0
    cdef int64_t columns = 0
    cdef int64_t group
    cdef Py_ssize_t leaf
    cdef Bytes p
    cdef Bytes q
    cdef bytes nulls = PyBytes_FromStringAndSize(NULL, leaves)
    cdef bytes bounds = PyBytes_FromStringAndSize(NULL, leaves)
    cdef uint8_t* of_nulls = <uint8_t*>PyBytes_AS_STRING(nulls)
    cdef uint8_t* of_bounds = <uint8_t*>PyBytes_AS_STRING(bounds)
    cdef set chosen = set(row_groups)
    cdef WrittenLists lists
    memset(of_nulls, 0, leaves)
    memset(of_bounds, 0, leaves)
    r.c = make_cursor(start, size, depth, size + 1, size + 1, 0)
    r.c.is_validated = True
    lists = write_down_lists(&r.c)
    if locate_by(&r.c, OF_ROOT, MOST_IDS - 1, start, fields, True, &lists.index) == NULL:
        return None
    p = enter_structs(&r, fields[4].at, &groups)
    for group in range(groups):
        if p != NULL:
            p = locate_by(&r.c, OF_GROUP, MOST_IDS - 1, p, fields, True, &lists.index)
        if p == NULL:
            return None
        if group not in chosen:
            continue
        q = enter_structs(&r, fields[1].at, &columns)
        if q == NULL or columns != leaves:
            return None
        for leaf in range(leaves):
            q = note_said(&r, q, &of_nulls[leaf], &of_bounds[leaf])
            if q == NULL:
                return None
    return None if p == NULL else (nulls, bounds)


cdef Bytes note_said(Run* r, Bytes p, uint8_t* of_nulls, uint8_t* of_bounds) noexcept nogil:
    """Of the chunk here; where it ends. There are no bounds of nulls, and nothing is said of no values."""
    cdef Field chunk[MOST_IDS]
    cdef Field meta[MOST_IDS]
    cdef Field said[MOST_IDS]
    cdef int64_t values, nulls
    p = locate(&r.c, OF_CHUNK, MOST_IDS - 1, p, chunk, True)
    if p == NULL or chunk[3].at == NULL:
        return NULL
    if locate(&r.c, OF_COLUMN, MOST_IDS - 1, chunk[3].at, meta, True) == NULL:
        return NULL
    values = number(r, &meta[5], LARGEST)
    if values == LARGEST:
        return NULL
    if meta[12].at == NULL:
        if values > 0:
            of_nulls[0] |= NOT_ALL
            of_bounds[0] |= NOT_ALL
        return p
    if locate(&r.c, OF_STATISTICS, MOST_IDS - 1, meta[12].at, said, True) == NULL:
        return NULL
    nulls = number(r, &said[3], -1)
    if nulls == LARGEST:
        return NULL
    if said[3].at != NULL:
        of_nulls[0] |= SOME
    elif values > 0:
        of_nulls[0] |= NOT_ALL
    if said[5].at != NULL or said[6].at != NULL or said[1].at != NULL or said[2].at != NULL:
        of_bounds[0] |= SOME
    if not ((said[5].at != NULL and said[6].at != NULL) or (said[1].at != NULL and said[2].at != NULL)):
        if values > 0 and (said[3].at == NULL or nulls != values):
            of_bounds[0] |= NOT_ALL
    return p
