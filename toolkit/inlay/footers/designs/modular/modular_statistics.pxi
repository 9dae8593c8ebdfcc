# Part of native_modular.pyx: the statistics of a column as `ColumnStatistics`. `statistics.py` is the specification.

cdef enum:
    MOST_RANGES = 1 << 16
    PAGE_ROOM = 64  # of an ArrayPage without its bytes
    PRESENT_INDEX = 1

cdef int64_t MOST_COUNTED = 0x100000000000000  # of 56 bits, which beside 7 of another value fit a word

cdef enum:  # of ColumnStatistics
    NULL_COUNTS = 1
    PREFIXES = 2
    MIN_SUFFIXES = 3
    MAX_SUFFIXES = 4
    NAN_COUNTS = 7


cdef struct Sparse:  # values at some positions
    int64_t* positions
    int64_t* values  # of byte arrays, where each ends; the first is 0
    int64_t count
    const char** parts  # of byte arrays
    int64_t largest


cdef int width_of(uint64_t largest) noexcept nogil:
    cdef int width = 0
    while largest:
        width += 1
        largest >>= 1
    return width


cdef uint8_t* store_bits(uint8_t* to, const int64_t* values, int64_t count, int width) noexcept nogil:
    cdef uint64_t waiting = 0
    cdef int bits = 0
    cdef int64_t at
    for at in range(count):
        waiting |= <uint64_t>values[at] << bits
        bits += width
        while bits >= 8:
            to[0] = <uint8_t>waiting
            to += 1
            waiting >>= 8
            bits -= 8
    if bits:
        to[0] = <uint8_t>waiting
        to += 1
    return to


cdef bint put_page(Output* out, int* last, int field_id, const Sparse* sparse, int64_t domain) noexcept nogil:
    """Writes an array; False without memory."""
    cdef bint is_bytes = sparse.parts != NULL
    cdef int64_t entries = sparse.count + is_bytes
    cdef int width = width_of(sparse.largest)
    cdef int position_width = width_of(domain - 1)
    cdef int64_t content = sparse.values[sparse.count] if is_bytes else 0
    cdef int64_t size = (sparse.count * position_width + 7) // 8 + (entries * width + 7) // 8 + content
    cdef int64_t at, part
    cdef uint8_t* to
    if not make_room(out, PAGE_ROOM + size):
        return False
    to = store_field_header(end_of(out), last[0], field_id, WIRE_STRUCT)
    last[0] = field_id
    to = store_varint(store_field_header(to, 0, 1, WIRE_BINARY), size)
    to = store_bits(to, sparse.positions, sparse.count, position_width)
    to = store_bits(to, sparse.values, entries, width)
    if is_bytes:
        for at in range(sparse.count):
            part = sparse.values[at + 1] - sparse.values[at]
            memcpy(to, sparse.parts[at], part)
            to += part
    to = store_varint(store_field_header(to, 1, 2, WIRE_I32), to_zigzag(PRESENT_INDEX))
    to = store_varint(store_field_header(to, 2, 3, WIRE_I32), to_zigzag(domain))
    to = store_field_header(to, 3, 4, WIRE_STRUCT)
    to = store_field_header(to, 0, PRESENT_INDEX + 1, WIRE_STRUCT)
    to = store_varint(store_field_header(to, 0, 1, WIRE_I32), to_zigzag(sparse.count))
    to = store_field_header(to, 1, 2, WIRE_I8)
    to[0] = <uint8_t>position_width
    to = store_field_header(to + 1, 2, 3, WIRE_I8)
    to[0] = <uint8_t>width
    memset(to + 1, 0, 3)  # the ends of the parameters, of their union, and of the array
    take_up_to(out, to + 4)
    return True


cdef bint add_count(Sparse* sparse, int64_t position, count) except -1:
    """False for one that is left to Python."""
    if count is None:
        return True
    if not 0 <= count < MOST_COUNTED:
        return False
    sparse.positions[sparse.count], sparse.values[sparse.count] = position, count
    sparse.largest = max(sparse.largest, <int64_t>count)
    sparse.count += 1
    return True


cdef void add_part(Sparse* sparse, int64_t position, const char* part, int64_t size) noexcept:
    sparse.positions[sparse.count], sparse.parts[sparse.count] = position, part
    sparse.largest = sparse.values[sparse.count] + size
    sparse.count += 1
    sparse.values[sparse.count] = sparse.largest


cdef bint add_bounds(Sparse* pages, int64_t position, bytes low, bytes high, int64_t limit) noexcept:
    """False for one that is cut. `pages` are of prefixes and of suffixes."""
    cdef const char* of_low = PyBytes_AS_STRING(low)
    cdef const char* of_high = PyBytes_AS_STRING(high)
    cdef int64_t least = min(PyBytes_GET_SIZE(low), PyBytes_GET_SIZE(high)), same = 0
    while same < least and of_low[same] == of_high[same]:
        same += 1
    if limit >= 0 and max(PyBytes_GET_SIZE(low), PyBytes_GET_SIZE(high)) - same > limit:
        return False
    add_part(&pages[0], position, of_low, same)
    add_part(&pages[1], position, of_low + same, PyBytes_GET_SIZE(low) - same)
    add_part(&pages[2], position, of_high + same, PyBytes_GET_SIZE(high) - same)
    return True


def encode_statistics(list said not None, bint absent_means_exact, suffix_limit):
    """What the statistics of a column say, range by range, None for one without; no bytes where they say nothing. None for what is
    left to Python: negative counts, bounds that are cut, and flags that say something else than all others."""
    cdef int64_t domain = len(said), limit = -1 if suffix_limit is None else suffix_limit, at
    cdef Sparse counts[2]
    cdef Sparse bounds[3]
    cdef Output out = make_output()
    cdef int64_t* room
    cdef const char** parts
    cdef int last = 0
    cdef bint done
    cdef list kept = []  # what pointers lead to
    expected = True if absent_means_exact else None
    if not 0 < domain <= MOST_RANGES or limit > 1 << 30:
        return None
    room = <int64_t*>calloc(10 * (domain + 1), sizeof(int64_t))
    parts = <const char**>calloc(3 * domain, sizeof(char*))
    try:
        if room == NULL or parts == NULL:
            raise MemoryError
        for at in range(2):
            counts[at] = Sparse(&room[2 * at * (domain + 1)], &room[(2 * at + 1) * (domain + 1)], 0, NULL, 0)
        for at in range(3):
            bounds[at] = Sparse(
                &room[(4 + 2 * at) * (domain + 1)], &room[(5 + 2 * at) * (domain + 1)], 0, &parts[at * domain], 0
            )
        for at in range(domain):
            statistics = said[at]
            if statistics is None:
                continue
            if not add_count(&counts[0], at, statistics.null_count) or not add_count(&counts[1], at, statistics.nan_count):
                return None
            low, high = statistics.min_value, statistics.max_value
            if low is None or high is None:
                continue
            if type(low) is not bytes or type(high) is not bytes or not add_bounds(bounds, at, low, high, limit):
                return None
            kept.append((low, high))
            if statistics.is_min_value_exact is not expected or statistics.is_max_value_exact is not expected:
                return None
        done = not counts[0].count or put_page(&out, &last, NULL_COUNTS, &counts[0], domain)
        if bounds[0].count:
            for at in range(3):
                done = done and put_page(&out, &last, PREFIXES + at, &bounds[at], domain)
        done = done and (not counts[1].count or put_page(&out, &last, NAN_COUNTS, &counts[1], domain))
        if not done or (out.size and not make_room(&out, 1)):
            raise MemoryError
        if not out.size:
            return b""
        out.data[out.size] = 0
        return PyBytes_FromStringAndSize(<char*>out.data, out.size + 1)
    finally:
        free(room)
        free(parts)
        free(out.data)
