# Part of native_checks.pyx: the statistics of a column chunk.


cdef bint check_statistics(Run* r, Bytes p, const Node* leaf, int64_t values) noexcept nogil:
    cdef Field fields[MOST_IDS]
    cdef Text bounds[7]  # by field id
    cdef const Kind* kind = &r.kinds[leaf.kind]
    cdef int64_t nulls
    cdef int field_id
    if p == NULL:
        return True
    if locate(&r.c, OF_STATISTICS, MOST_IDS - 1, p, fields, True) == NULL:
        return False
    nulls = number(r, &fields[3], 0)
    if not 0 <= nulls <= values or (nulls and leaf.definition == 0):
        return False
    if not 0 <= number(r, &fields[4], 0) <= values or not 0 <= number(r, &fields[9], 0) <= values - nulls:
        return False
    for field_id in range(1, 7):
        bounds[field_id].data = NULL
        bounds[field_id].size = 0
        if field_id == 3 or field_id == 4:  # no bounds
            continue
        if fields[field_id].at == NULL:
            continue
        if not text_of(r, fields[field_id].at, &bounds[field_id]):
            return False
        if kind.width >= 0 and bounds[field_id].size != kind.width:
            if kind.is_exact or bounds[field_id].size > kind.width:
                return False
    if nulls and nulls == values:  # beside which there are no bounds
        for field_id in range(1, 7):
            if bounds[field_id].data != NULL:
                return False
    return are_in_order(&bounds[6], &bounds[5], kind.orders, kind.order_count) and are_in_order(
        &bounds[2], &bounds[1], kind.old_orders, kind.old_order_count
    )


cdef bint check_levels(Run* r, Bytes p, const Node* leaf, int64_t values) noexcept nogil:
    """Of size statistics: as many values as the chunk has, by each of the levels."""
    cdef Field fields[MOST_IDS]
    if p == NULL:
        return True
    if locate(&r.c, OF_SIZES, MOST_IDS - 1, p, fields, True) == NULL:
        return False
    return check_histogram(r, fields[2].at, leaf.repetition, values) and check_histogram(
        r, fields[3].at, leaf.definition, values
    )


cdef bint check_histogram(Run* r, Bytes p, int highest, int64_t values) noexcept nogil:
    cdef int64_t count = 0
    cdef int64_t value = 0
    cdef int64_t total = 0
    cdef int element = 0
    cdef int64_t at
    if p == NULL:
        return True
    p = list_header(&r.c, p, &count, &element)
    if p == NULL or count == 0:
        return p != NULL
    if count != highest + 1 or not is_same(element, WIRE_I64):
        return False
    for at in range(count):
        p = read_integer(&r.c, p, 10, 64, &value)
        if p == NULL or not 0 <= value < LARGEST:
            return False
        total += value
        if total >= LARGEST:
            return False
    return total == values


cdef bint are_in_order(const Text* low, const Text* high, const int* orders, int count) noexcept nogil:
    """Whether the minimum is surely not more than the maximum by one of the orders, or cannot be compared."""
    cdef int at
    if low.data == NULL or high.data == NULL or count == 0:
        return True
    for at in range(count):
        if is_at_most(low, high, orders[at]):
            return True
    return False


cdef bint is_at_most(const Text* low, const Text* high, int order) noexcept nogil:
    cdef double first = 0
    cdef double second = 0
    cdef float narrow = 0
    if order == O_FLOAT and low.size == high.size == 4:
        memcpy(&narrow, low.data, 4)
        first = narrow
        memcpy(&narrow, high.data, 4)
        second = narrow
        return not first > second  # nor is NaN compared
    if order == O_DOUBLE and low.size == high.size == 8:
        memcpy(&first, low.data, 8)
        memcpy(&second, high.data, 8)
        return not first > second
    if order == O_BYTES:
        return compare_texts(low, high, 0, 0) <= 0
    if order == O_SIGNED_BYTES:
        return compare_texts(low, high, 0x80, 0x80) <= 0
    if low.size == 0 or low.size != high.size:
        return False  # not sure
    if order == O_DECIMAL:
        return compare_texts(low, high, 0x80, 0) <= 0
    if order == O_BOOLEAN and low.size == 1:
        return low.data[0] <= high.data[0]
    if order == O_SIGNED or order == O_UNSIGNED:
        return is_integer_at_most(low, high, 0x80 if order == O_SIGNED else 0)
    return False


cdef int compare_texts(const Text* low, const Text* high, uint8_t flipped_first, uint8_t flipped) noexcept nogil:
    """Byte by byte from the first, with bits flipped; a beginning is less."""
    cdef Py_ssize_t size = low.size if low.size < high.size else high.size
    cdef Py_ssize_t at
    cdef uint8_t one, other
    for at in range(size):
        one = low.data[at] ^ (flipped if at else flipped_first)
        other = high.data[at] ^ (flipped if at else flipped_first)
        if one != other:
            return 1 if one > other else -1
    return (low.size > high.size) - (low.size < high.size)


cdef bint is_integer_at_most(const Text* low, const Text* high, uint8_t sign) noexcept nogil:
    """Little-endian ones of one size."""
    cdef Py_ssize_t at
    cdef uint8_t one, other
    for at in range(low.size - 1, -1, -1):
        one = low.data[at] ^ (sign if at == low.size - 1 else 0)
        other = high.data[at] ^ (sign if at == low.size - 1 else 0)
        if one != other:
            return one < other
    return True
