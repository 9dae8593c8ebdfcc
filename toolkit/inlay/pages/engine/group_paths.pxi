# Part of native_whole_groups.pyx: whether the chunks of a row group have the paths that they should have.

cdef int PATH_IN_META[PATH + 1]
PATH_IN_META[:] = [0, 0, 0, WIRE_LIST]


def has_paths(bytes data not None, list paths not None):
    """Whether a row group has a chunk for each of these paths, which are lists in the compact protocol, in their order; False for what
    is not plain, too."""
    cdef Cursor c = make_cursor(<Bytes>PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data), DEEPEST, 0, 0, 0)
    cdef Group group
    cdef Field own[COLUMN_INDEX + 1]
    cdef Field meta[PATH + 1]
    cdef Bytes p
    cdef bytes path
    c.container = c.binary = PyBytes_GET_SIZE(data)
    if not open_group(&c, c.begin, &group) or group.columns != len(paths):
        return False
    p = group.first
    for path in paths:
        p = locate(&c, LED_IN_CHUNK, COLUMN_INDEX, p, own, True)
        if p == NULL or own[META].at == NULL or locate(&c, PATH_IN_META, PATH, own[META].at, meta, True) == NULL:
            return False
        if meta[PATH].at == NULL or meta[PATH].end - meta[PATH].at != PyBytes_GET_SIZE(path):
            return False
        if memcmp(meta[PATH].at, PyBytes_AS_STRING(path), PyBytes_GET_SIZE(path)):
            return False
    return True
