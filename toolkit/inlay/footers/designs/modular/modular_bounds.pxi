# Part of native_modular.pyx: the seven arrays of a descriptor of bounds.

cdef enum:
    MOST_FIELDS = 10

cdef int BOUNDS_WIRES[MOST_FIELDS]
BOUNDS_WIRES[:] = [0] + [WIRE_STRUCT] * (MOST_FIELDS - 1)


cdef bint values_in(const Page* page, Bytes limit, int64_t count, bint is_bytes, Bytes p, Stream* values) noexcept nogil:
    """Whether the values from `p` on are all of the rest of an array: numbers, or offsets with the bytes behind them."""
    cdef int64_t rest, index
    cdef uint64_t value
    cdef uint64_t before = 0
    if not stream_over(p, limit, page.width, count + is_bytes, values) or not is_padded(values):
        return False
    rest = page.data + page.size - p - size_of(values)
    if not is_bytes:
        return rest == 0
    if rest < 0 or unpack_at(values, 0) != 0:
        return False
    for index in range(1, values.count):
        value = unpack_at(values, index)
        if value < before:
            return False
        before = value
    return before == <uint64_t>rest


cdef bint positions_in(const Page* page, Bytes limit, Stream* positions) noexcept nogil:
    """Whether the positions of an array rise, and lie inside of it."""
    cdef int64_t index
    cdef int64_t value
    cdef int64_t before = -1
    if not stream_over(page.data, limit, page.position_width, page.num_present, positions) or not is_padded(positions):
        return False
    if size_of(positions) > page.size or positions.width > 62:
        return False
    for index in range(positions.count):
        value = <int64_t>unpack_at(positions, index)
        if value <= before or value >= page.length:
            return False
        before = value
    return True


def locate_bounds(data, int64_t length, array_type, stream_type):
    """The seven arrays of `length` positions that a descriptor of statistics is made of, each None where it is absent. None for
    what is left to Python, arrays with a bitmap among it."""
    cdef Lent lent = Lent(data)
    cdef Bytes begin = <Bytes>lent.view.buf
    cdef Bytes values_at
    cdef Cursor c = make_cursor(begin, lent.view.len, 16, lent.view.len, lent.view.len, 0)
    cdef Field fields[MOST_FIELDS]
    cdef Page page
    cdef Stream positions, values
    cdef int index
    cdef bint is_bytes
    cdef list arrays = []
    if locate(&c, BOUNDS_WIRES, 7, begin, fields, False) != c.end:
        return None
    for index in range(1, 8):
        if fields[index].at == NULL:
            arrays.append(None)
            continue
        is_bytes = 2 <= index <= 4
        if not page_in(&c, fields[index].at, &page) or page.length != length:
            return None
        if not 0 <= page.num_present <= length:
            return None
        placed = None
        values_at = page.data
        if page.encoding != BITSET:
            if not positions_in(&page, c.end, &positions):
                return None
            placed = stream_type(positions.data - begin, positions.width, positions.count)
            values_at += size_of(&positions)
        elif page.num_present != length:
            return None
        if not values_in(&page, c.end, page.num_present, is_bytes, values_at, &values):
            return None
        arrays.append(array_type(
            length, page.num_present, -1, placed, stream_type(values.data - begin, values.width, values.count),
            values.data - begin + size_of(&values), page.data + page.size - begin,
        ))
    return arrays
