# Part of native_checks.pyx: the statistics of a column chunk.


cdef struct Said:
    # what other statements of a chunk are held against
    int64_t nulls  # or -1
    Py_ssize_t low  # bytes of the minimum, or -1
    Py_ssize_t high
    int64_t least  # values that are not null, by their bounds, by what is distinct among them, and by NaNs
    bint is_zero  # no value is distinct


cdef bint check_statistics(Run* r, Bytes p, const Node* leaf, int64_t values, Said* said) noexcept nogil:
    cdef Field fields[MOST_IDS]
    cdef Text bounds[7]  # by field id
    cdef const Kind* kind = &r.kinds[leaf.kind]
    cdef int64_t nulls
    cdef int field_id
    said.nulls = said.low = said.high = -1
    said.least, said.is_zero = 0, False
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
    if fields[3].at != NULL:
        said.nulls = nulls
    said.low = size_of(&bounds[6], &bounds[2])
    said.high = size_of(&bounds[5], &bounds[1])
    if values - nulls == 1 and (is_other(&bounds[6], &bounds[5]) or is_other(&bounds[2], &bounds[1])):
        return False
    if fields[4].at != NULL and said.low >= 0 and bounds[6].data == NULL:
        return False  # deprecated ones that nobody compares with it here
    if fields[4].at != NULL and not fits_distinct(number(r, &fields[4], 0), values - nulls, &bounds[6], &bounds[5], kind, leaf):
        return False
    if fields[9].at != NULL and not fits_nans(number(r, &fields[9], 0), values - nulls, bounds, leaf):
        return False
    if not count_least(r, fields, bounds, leaf, said) or said.least > values - nulls:
        return False
    if leaf.type != T_BYTE_ARRAY and leaf.type != T_FIXED:
        if is_other(&bounds[2], &bounds[6]) or is_other(&bounds[1], &bounds[5]):
            return False
    return are_in_order(&bounds[6], &bounds[5], kind.orders, kind.order_count) and are_in_order(
        &bounds[2], &bounds[1], kind.old_orders, kind.old_order_count
    )


cdef Py_ssize_t size_of(const Text* bound, const Text* old) noexcept nogil:
    """Of a bound, or of the deprecated one without it; or -1."""
    if bound.data != NULL:
        return bound.size
    return old.size if old.data != NULL else -1


cdef bint is_other(const Text* old, const Text* new) noexcept nogil:
    if old.data == NULL or new.data == NULL:
        return False
    return old.size != new.size or memcmp(old.data, new.data, old.size) != 0


cdef bint fits_distinct(
    int64_t distinct, int64_t filled, const Text* low, const Text* high, const Kind* kind, const Node* leaf
) noexcept nogil:
    """Whether so many distinct values are surely among the values, and between the bounds."""
    if distinct > filled or (distinct == 0 and filled):
        return False
    if low.data == NULL or high.data == NULL or leaf.type == T_FLOAT or leaf.type == T_DOUBLE:
        return True
    if distinct <= 1 or not is_other(low, high):
        return distinct == 1 and not is_other(low, high)
    if leaf.type == T_BYTE_ARRAY or leaf.type == T_FIXED:
        return kind.order_count == 1 and kind.orders[0] == O_BYTES
    return low.size == high.size and distance_of(low, high) >= <uint64_t>(distinct - 1)


cdef uint64_t distance_of(const Text* low, const Text* high) noexcept nogil:
    """Between little-endian integers of at most eight bytes, the first of which is at most the second; or 0."""
    cdef uint64_t distance = 0
    cdef int borrow = 0
    cdef int difference
    cdef Py_ssize_t at
    if low.size > 8:
        return 0
    for at in range(low.size):
        difference = <int>high.data[at] - <int>low.data[at] - borrow
        borrow = difference < 0
        distance |= <uint64_t>(difference & 0xFF) << (8 * at)
    return distance


cdef bint fits_nans(int64_t nans, int64_t filled, const Text* bounds, const Node* leaf) noexcept nogil:
    """Whether so many NaNs surely fit the bounds."""
    cdef int field_id
    if nans and nans != filled:
        return True
    for field_id in range(1, 7):  # of those that are no bounds, nothing is there
        if nans and bounds[field_id].data != NULL:
            return False
        if not is_number(&bounds[field_id], leaf.type):
            return False
    return True


cdef bint is_number(const Text* bound, int type) noexcept nogil:
    """Whether a bound is surely no NaN, if there is one."""
    cdef double value = 0
    cdef float narrow = 0
    if bound.data == NULL:
        return True
    if type == T_FLOAT and bound.size == 4:
        memcpy(&narrow, bound.data, 4)
        return narrow == narrow
    if type == T_DOUBLE and bound.size == 8:
        memcpy(&value, bound.data, 8)
        return value == value
    return False


cdef bint check_levels(
    Run* r, Bytes p, const Node* leaf, int64_t rows, int64_t values, const Said* said
) noexcept nogil:
    """Of size statistics: as many values as the chunk has, by each of the levels, and bytes that fit its bounds."""
    cdef Field fields[MOST_IDS]
    cdef int64_t size
    cdef int64_t filled = -1  # unknown: empty lists are nulls or not
    if p == NULL:
        return True
    if locate(&r.c, OF_SIZES, MOST_IDS - 1, p, fields, True) == NULL:
        return False
    if fields[1].at != NULL and leaf.type == T_BYTE_ARRAY:
        size = number(r, &fields[1], 0)
        if size < 0 or size < said.low or size < said.high:
            return False
        if size and (said.high == 0 or said.nulls == values or values == 0):
            return False
    if fields[3].at != NULL and said.nulls < 0 and leaf.definition and leaf.repetition == 0:
        return False  # levels are held against the rest here by the number of nulls
    if said.nulls >= 0 and (leaf.repetition == 0 or said.nulls == values):
        filled = values - said.nulls
    return check_histogram(r, fields[2].at, leaf.repetition, values, rows, -1) and check_histogram(
        r, fields[3].at, leaf.definition, values, -1, filled
    )


cdef bint check_histogram(
    Run* r, Bytes p, int highest, int64_t values, int64_t lowest_count, int64_t highest_count
) noexcept nogil:
    """`lowest_count` and `highest_count` are those of the lowest and the highest level, or -1."""
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
        if at == 0 and lowest_count >= 0 and value != lowest_count:
            return False
        if at == highest and highest_count >= 0 and value != highest_count:
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
    cdef int order
    if not flipped_first and not flipped:
        order = memcmp(low.data, high.data, size)
        return order if order else (low.size > high.size) - (low.size < high.size)
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
    cdef int64_t first = 0
    cdef int64_t second = 0
    if low.size == 8 and sign:
        memcpy(&first, low.data, 8)
        memcpy(&second, high.data, 8)
        return first <= second
    for at in range(low.size - 1, -1, -1):
        one = low.data[at] ^ (sign if at == low.size - 1 else 0)
        other = high.data[at] ^ (sign if at == low.size - 1 else 0)
        if one != other:
            return one < other
    return True
