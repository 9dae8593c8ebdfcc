# The parts of a footer that belong to some columns, as they lie there. Everything is walked but the column chunks: those
# that are asked for are found through the index, and the walk goes on where it says that the last one of a row group ends.
# None is for what is not plain, or not so; then the whole footer is read.

def choose_elements(bytes data not None, int64_t at, set names not None, limits):
    """The schema whose list begins at `at`: where it ends, its elements, its leaves, where its root ends, and of each top
    column of these names: name, start, end, first leaf, leaves."""
    cdef Cursor c = _cursor_over(data, limits)
    cdef Bytes p = c.begin + at
    cdef Bytes start
    cdef int64_t size = 0
    cdef int64_t length = 0
    cdef int64_t children = 0
    cdef int64_t top = -1
    cdef int64_t left = 1
    cdef int64_t inside = 0
    cdef int64_t leaves = 0
    cdef int64_t first = 0
    cdef int64_t begin = 0
    cdef int64_t position
    cdef int element_type = 0
    cdef Field fields[CHILDREN + 1]
    cdef bytes name = None
    cdef list chosen = []
    p = list_header(&c, p, &size, &element_type)
    if p == NULL or element_type != WIRE_STRUCT or not size:
        return None
    for position in range(size):
        if not left and not inside:
            return None
        start = p
        p = locate(&c, ELEMENT_WIRES, CHILDREN, p, fields, True)
        if p == NULL or fields[NAME].at == NULL:
            return None
        children = 0
        if fields[CHILDREN].at != NULL and read_integer(&c, fields[CHILDREN].at, 5, 32, &children) == NULL:
            return None
        if children < 0 or (fields[TYPE].at != NULL) != (children == 0):
            return None
        if not position:
            left = children
            continue
        if not inside:
            left -= 1
            top += 1
            inside = 1
            first = leaves
            begin = start - c.begin
            if read_size(&c, fields[NAME].at, &length) == NULL or memchr(fields[NAME].end - length, 46, length) != NULL:
                return None  # a dot
            name = (<const char*>fields[NAME].end - length)[:length]
        inside += children - 1
        leaves += not children
        if not inside and name in names:
            chosen.append((name, top, begin, p - c.begin, first, leaves - first))
    if left or inside:
        return None
    return p - c.begin, leaves, chosen


def cut_row_groups(cls, bytes data not None, int64_t at, offsets, int width, int64_t columns, list leaves not None, list paths not None, limits):
    """The list of row groups that begins at `at`, with the chunks of some leaves only, and where it ends. `paths` has for each
    of them its path as a list in the compact protocol."""
    cdef Lent lent = Lent(offsets)
    cdef const uint8_t* slots = <const uint8_t*>lent.view.buf
    cdef Plan* plan = plan_of(cls)
    cdef Pass v
    cdef Cursor c = _cursor_over(data, limits)
    cdef Bytes p = c.begin + at
    cdef Bytes start
    cdef Bytes last
    cdef Bytes stop
    cdef Field meta[PATH + 1]
    cdef int64_t size = 0
    cdef int64_t count = 0
    cdef int64_t group, leaf
    cdef int element_type = 0
    cdef bytes path
    cdef bytes begins
    cdef list pieces
    if not _can_read(plan, limits) or not 0 < width <= 8 or columns < 1 or len(leaves) != len(paths):
        return None
    p = list_header(&c, p, &size, &element_type)
    if p == NULL or element_type != WIRE_STRUCT or size * (columns + 1) * width != lent.view.len:
        return None
    begins = b"\x19" + _list_header_of(len(leaves), WIRE_STRUCT)
    pieces = [_list_header_of(size, WIRE_STRUCT)]
    memset(&v, 0, sizeof(Pass))
    v.cursor = c
    try:
        for group in range(size):
            if p >= c.end or p[0] != 0x19:  # the columns come first
                return None
            p = list_header(&c, p + 1, &count, &element_type)
            if p == NULL or element_type != WIRE_STRUCT or count != columns:
                return None
            at = group * (columns + 1)
            stop = _at(&c, slots, width, at + columns)
            if _at(&c, slots, width, at) != p or stop == NULL:
                return None
            pieces.append(begins)
            for leaf, path in zip(leaves, paths):
                if not 0 <= leaf < columns:
                    return None
                start = _at(&c, slots, width, at + leaf)
                last = _at(&c, slots, width, at + leaf + 1)
                if start == NULL or last == NULL or not p <= start < last <= stop:
                    return None
                if not _read_chunk(&v, plan, start, last, path, meta, PATH):
                    return None
                pieces.append((<const char*>start)[:last - start])
                p = last
            p = _rest_of_struct(&c, stop)
            if p == NULL:
                return None
            pieces.append((<const char*>stop)[:p - stop])
    finally:
        release_pass(&v)
    return b"".join(pieces), p - c.begin


def cut_structs(bytes data not None, int64_t at, int64_t count, list chosen not None, limits):
    """The list of `count` structs that begins at `at`, with some of them only, and where it ends."""
    cdef Cursor c = _cursor_over(data, limits)
    cdef Bytes p = c.begin + at
    cdef Bytes start
    cdef int64_t size = 0
    cdef int64_t position
    cdef int64_t taken = 0
    cdef int element_type = 0
    cdef list pieces = [_list_header_of(len(chosen), WIRE_STRUCT)]
    p = list_header(&c, p, &size, &element_type)
    if p == NULL or element_type != WIRE_STRUCT or size != count:
        return None
    for position in range(size):
        start = p
        p = skip_struct(&c, p)
        if p == NULL:
            return None
        if taken < len(chosen) and chosen[taken] == position:
            pieces.append((<const char*>start)[:p - start])
            taken += 1
    return (b"".join(pieces), p - c.begin) if taken == len(chosen) else None


cdef Bytes _at(Cursor* c, const uint8_t* offsets, int width, int64_t position) noexcept nogil:
    """Where an offset leads to; NULL if that is outside."""
    cdef uint64_t offset = _slot(offsets + position * width, width)
    return c.begin + offset if offset <= <uint64_t>(c.end - c.begin) else NULL


cdef Bytes _rest_of_struct(Cursor* c, Bytes p) noexcept nogil:
    """Passes over fields up to the stop."""
    cdef int64_t field_id = 1
    cdef int wire = 0
    while True:
        p = read_field_header(c, p, &wire, &field_id)
        if p == NULL or wire == STOP:
            return p
        p = skip(c, p, wire)
        if p == NULL:
            return NULL
