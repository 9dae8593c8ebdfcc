# Part of compact.pyx: how far a struct that the pass refuses was accepted, and ways over what was.


def is_refused(cls, bytes data, Py_ssize_t offset, limits, bint strict):
    """Whether the pass refuses the struct, and pure Python refuses it for sure."""
    cdef Pass v
    return refuses(cls, data, offset, limits, strict, &v)


def find_refused(cls, bytes data, Py_ssize_t offset, limits, bint strict):
    """Where the last element of a list begins that the pass went into before it refused the struct, and the budget that was left
    there. None if there is no such list, and where `is_refused` says no."""
    cdef Pass v
    if not refuses(cls, data, offset, limits, strict, &v) or v.reached == NULL:
        return None
    return v.reached - v.cursor.begin, v.budget_there


cdef bint refuses(cls, bytes data, Py_ssize_t offset, limits, bint strict, Pass* v) except -1:
    """False where pure Python may find something before that: what hooks raise, keys of maps that occur twice."""
    cdef Plan* plan = plan_of(cls)
    cdef Py_ssize_t size = PyBytes_GET_SIZE(data)
    cdef Bytes end
    if plan == NULL or not plan.is_native or plan.has_hooks or not is_plain(cls, plan):
        return False
    if offset > size or size >= 0xFFFFFFFF or limits.depth > DEEPEST:
        return False
    memset(v, 0, sizeof(Pass))
    v.strict = strict
    try:
        v.cursor = make_cursor(
            <Bytes>PyBytes_AS_STRING(data), size, limits.depth, limits.container, limits.binary,
            limits.memory(size - offset),
        )
    except OverflowError:
        return False
    with nogil:
        end = validate(v, v.cursor.begin + offset, plan)
    release_pass(v)
    return end == NULL and not v.has_maps


def pass_elements(bytes data, Py_ssize_t position, int wire_type, int64_t count, Py_ssize_t until, int depth):
    """How many of `count` elements of a list end at `until` or before, and where the next one begins. They are nested no
    deeper than `depth`."""
    cdef Py_ssize_t size = PyBytes_GET_SIZE(data)
    cdef Cursor c
    cdef Bytes p
    cdef Bytes after
    cdef int64_t passed = 0
    if until > size or position > until:
        return 0, position
    c = make_cursor(
        <Bytes>PyBytes_AS_STRING(data), until, depth if depth < DEEPEST else DEEPEST, size, size, 0
    )
    c.is_validated = True
    p = c.begin + position
    with nogil:
        while passed < count:
            c.depth = 0
            after = skip_element(&c, p, wire_type)
            if after == NULL:
                break
            p = after
            passed += 1
    return passed, p - c.begin
