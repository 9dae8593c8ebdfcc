# Part of native_checks.pyx: what chunks say, held against their column indexes, of many chunks at once.

cdef enum:  # of ColumnChunk
    PATH = 1
    OFFSETS_AT = 4
    OFFSETS_SIZE = 5
    INDEX_AT = 6
    INDEX_SIZE = 7


cdef fused Number:
    int32_t
    int64_t
    uint32_t
    uint64_t
    float
    double


def place_indexes(PlainStatements rules not None, list chunks not None, list rows not None, places not None):
    """Where the column indexes of chunks lie, as offset, size and place; and the places of chunks that have to be looked at more closely:
    somebody has touched them since they were decoded, or they have no index and something is odd. The others have no index."""
    cdef Run r
    cdef Field fields[MOST_IDS]
    cdef Stated stated
    cdef list found = []
    cdef list left = []
    cdef int64_t offset = 0
    cdef int64_t size = 0
    for at in places:
        if not enter_chunk(chunks[at], &r, fields):
            left.append(at)
        elif has_index(&r, fields, &offset, &size):
            found.append((offset, size, at))
        elif not look_at_chunk(&rules.meant, &r, fields, rows[at], &stated):
            left.append(at)
    return found, left


def find_unlike(
    PlainStatements rules not None, list chunks not None, list rows not None, list places not None, bytes data not None, int64_t start
):
    """The places of chunks that do not surely say what their column indexes say, which lie in `data`, from `start` of the file. Surely the
    same are numbers of nulls that add up, and bounds with the same bytes."""
    cdef Run r
    cdef Field fields[MOST_IDS]
    cdef Stated stated
    cdef list unlike = []
    cdef int64_t offset, size
    cdef int64_t end = PyBytes_GET_SIZE(data)
    for offset, size, at in places:
        offset -= start
        if (
            not 0 < size <= end
            or not 0 <= offset <= end - size
            or not enter_chunk(chunks[at], &r, fields)
            or not look_at_chunk(&rules.meant, &r, fields, rows[at], &stated)
            or not is_said_by_pages(&rules.meant, <Bytes>PyBytes_AS_STRING(data) + offset, size, &stated)
        ):
            unlike.append(at)
    return unlike


cdef bint has_index(Run* r, const Field* fields, int64_t* offset, int64_t* size) noexcept:
    """Whether a chunk has a column index in this file, and an offset index, without which that says nothing."""
    if fields[PATH].at != NULL or fields[OFFSETS_AT].at == NULL or fields[INDEX_AT].at == NULL:
        return False
    offset[0], size[0] = number(r, &fields[INDEX_AT], 0), number(r, &fields[INDEX_SIZE], 0)
    return size[0] != 0 and number(r, &fields[OFFSETS_SIZE], 0) != 0


cdef bint is_said_by_pages(const Meant* rules, Bytes p, int64_t size, const Stated* stated) noexcept nogil:
    """Whether the hull of the pages has the very bounds of the chunk, and their nulls are as many: then neither contradicts the other,
    whatever else the index says. One pass, in the order that writers write, up to the last that is asked for."""
    cdef Cursor c = make_cursor(p, size, DEEPEST, size, size, 0)
    cdef Elements null_pages, elements
    cdef Text bound
    cdef int64_t field_id = 0
    cdef int64_t before = 0
    cdef int64_t nulls = 0
    cdef int wire = 0
    cdef int found = 0
    cdef int asked = 4 if rules.can_be_null else 3
    cdef bint is_float = rules.order == O_FLOAT or rules.order == O_DOUBLE
    while found < asked or is_float:  # which may have numbers of NaNs behind them
        before = field_id
        p = read_field_header(&c, p, &wire, &field_id)
        if p == NULL:
            return False
        if wire == STOP:
            return p == c.end and found == asked
        if field_id <= before or field_id == NAN_COUNTS:
            return False
        if field_id != NULL_PAGES and field_id != LOWS and field_id != HIGHS and (field_id != NULL_COUNTS or not rules.can_be_null):
            p = skip(&c, p, wire)
            if p == NULL:
                return False
            continue
        found += 1
        if wire != WIRE_LIST:
            return False
        if field_id == NULL_PAGES:
            if not open_elements(&c, p, TRUE, &null_pages):
                return False
            elements.next = null_pages.next + null_pages.left
        elif found == 1:
            return False
        elif field_id == NULL_COUNTS:
            if not open_elements(&c, p, WIRE_I64, &elements) or not add_up(&c, &elements, null_pages.left, &nulls):
                return False
            if nulls != stated.nulls:
                return False
        else:
            if not open_elements(&c, p, WIRE_BINARY, &elements) or elements.left != null_pages.left:
                return False
            bound = stated.low if field_id == LOWS else stated.high
            if not reach(&c, &elements, null_pages.next, rules, &bound, field_id == LOWS):
                return False
        p = elements.next
    return True


cdef bint add_up(Cursor* c, Elements* counts, int64_t pages, int64_t* total) noexcept nogil:
    cdef int64_t value = 0
    if counts.left != pages:
        return False
    while counts.left:
        if counts.left >= 8 and c.end - counts.next >= 8 and is_zero(counts.next):  # as nearly all are
            counts.next += 8
            counts.left -= 8
            continue
        if not take_element(c, counts, &value) or not 0 <= value < LARGEST:
            return False
        total[0] += value
        if total[0] >= LARGEST:
            return False
    return True


cdef inline bint is_zero(Bytes p) noexcept nogil:
    """Whether the next eight bytes are."""
    cdef uint64_t word
    memcpy(&word, p, 8)
    return word == 0


cdef bint reach(Cursor* c, Elements* bounds, Bytes null_pages, const Meant* rules, const Text* end, bint is_low) noexcept nogil:
    """Whether one of these bounds is that of the chunk, and no other lies beyond. Null pages have none."""
    cdef int width = rules.width
    cdef int order = rules.order
    if width > 0 and bounds.left <= (c.end - bounds.next) // (width + 1) and memchr(null_pages, TRUE, bounds.left) == NULL:
        if order == O_SIGNED and width == 4:
            return reach_number(<int32_t*>NULL, bounds, end, is_low)
        if order == O_SIGNED and width == 8:
            return reach_number(<int64_t*>NULL, bounds, end, is_low)
        if order == O_UNSIGNED and width == 4:
            return reach_number(<uint32_t*>NULL, bounds, end, is_low)
        if order == O_UNSIGNED and width == 8:
            return reach_number(<uint64_t*>NULL, bounds, end, is_low)
        if order == O_FLOAT:
            return reach_number(<float*>NULL, bounds, end, is_low)
        if order == O_DOUBLE:
            return reach_number(<double*>NULL, bounds, end, is_low)
    return reach_any(c, bounds, null_pages, rules, end, is_low)


cdef bint reach_number(const Number* _kind, Elements* bounds, const Text* end, bint is_low) noexcept nogil:
    """The same of numbers of one width, of which no page has none. The file has as many bytes. NaN lies beyond."""
    cdef Bytes p = bounds.next
    cdef Number last, value
    cdef int is_reached = 0
    cdef int is_odd = 0
    cdef int64_t at
    memcpy(&last, end.data, sizeof(Number))
    if is_low:
        for at in range(bounds.left):
            memcpy(&value, p + 1, sizeof(Number))
            is_odd |= (p[0] != sizeof(Number)) | (not value >= last)
            is_reached |= value == last
            p += 1 + sizeof(Number)
    else:
        for at in range(bounds.left):
            memcpy(&value, p + 1, sizeof(Number))
            is_odd |= (p[0] != sizeof(Number)) | (not value <= last)
            is_reached |= value == last
            p += 1 + sizeof(Number)
    bounds.next = p
    return is_reached and not is_odd


cdef bint reach_any(Cursor* c, Elements* bounds, Bytes null_pages, const Meant* rules, const Text* end, bint is_low) noexcept nogil:
    cdef Text bound
    cdef int64_t at
    cdef int64_t size = 0
    cdef bint is_reached = False
    cdef int past
    for at in range(bounds.left):
        bound.data = read_size(c, bounds.next, &size)
        if bound.data == NULL:
            return False
        bound.size = size
        bounds.next = bound.data + size
        if null_pages[at] == TRUE:
            if not rules.can_be_null:
                return False
        elif size == 0 and not is_low:  # it is not a bound, perhaps
            return False
        elif rules.order == O_BYTES and is_value(rules, &bound):
            past = compare_texts(end, &bound, 0, 0) if is_low else compare_texts(&bound, end, 0, 0)
            if past > 0:
                return False
            is_reached |= past == 0
        elif size == end.size and memcmp(bound.data, end.data, size) == 0:
            is_reached = True
        elif not is_value(rules, &bound):
            return False
        elif not (is_at_most(end, &bound, rules.order) if is_low else is_at_most(&bound, end, rules.order)):
            return False
    return is_reached
