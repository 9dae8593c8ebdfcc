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
    cdef Located seven[7]
    cdef Located* array
    cdef int64_t start, count
    cdef int index
    cdef list arrays = []
    if not locate_all(begin, lent.view.len, length, seven):
        return None
    for index in range(7):
        array = &seven[index]
        if not array.is_there:
            arrays.append(None)
            continue
        placed = None
        if array.is_sparse:
            placed = stream_type(array.positions.data - begin, array.positions.width, array.positions.count)
        start, count = array.values.data - begin, array.values.count
        arrays.append(array_type(
            length, count - (1 <= index <= 3), -1, placed, stream_type(start, array.values.width, count),
            array.content - begin, array.end - begin,
        ))
    return arrays
