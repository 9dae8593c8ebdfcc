# Part of native_modular.pyx: the bounds of many columns as the six columns of one answer.

cdef struct Located:
    # One of the seven arrays of a descriptor, where `is_there`
    bint is_there
    bint is_sparse
    Stream positions
    Stream values
    Bytes content
    Bytes end


cdef bint locate_all(Bytes begin, int64_t size, int64_t length, Located* seven) noexcept nogil:
    """Whether a descriptor has nothing but arrays of `length` positions, none of them with a bitmap, that keep all rules."""
    cdef Cursor c = make_cursor(begin, size, 16, size, size, 0)
    cdef Field fields[MOST_FIELDS]
    cdef Page page
    cdef Located* array
    cdef Bytes values_at
    cdef int index
    if locate(&c, BOUNDS_WIRES, 7, begin, fields, False) != c.end:
        return False
    for index in range(7):
        array = &seven[index]
        array.is_there = fields[index + 1].at != NULL
        if not array.is_there:
            continue
        if not page_in(&c, fields[index + 1].at, &page) or page.length != length:
            return False
        if not 0 <= page.num_present <= length:
            return False
        values_at = page.data
        array.is_sparse = page.encoding != BITSET
        if array.is_sparse:
            if not positions_in(&page, c.end, &array.positions):
                return False
            values_at += size_of(&array.positions)
        elif page.num_present != length:
            return False
        if not values_in(&page, c.end, page.num_present, 1 <= index <= 3, values_at, &array.values):
            return False
        array.content = values_at + size_of(&array.values)
        array.end = page.data + page.size
    return True


cdef inline int64_t position_of(const Located* array, int64_t entry) noexcept nogil:
    return <int64_t>unpack_at(&array.positions, entry) if array.is_sparse else entry


cdef bint are_at_one_place(const Located* one, const Located* other) noexcept nogil:
    """Whether two arrays have values at the same positions."""
    cdef int64_t entry
    if one.is_sparse != other.is_sparse or one.values.count != other.values.count:
        return False
    for entry in range(one.positions.count if one.is_sparse else 0):
        if unpack_at(&one.positions, entry) != unpack_at(&other.positions, entry):
            return False
    return True


cdef class Answer:
    """A column of the answer: `size` bytes a row, or bits where that is 0."""

    cdef bytes values
    cdef bytes validity
    cdef int64_t size, rows, there

    def __init__(self, int64_t rows, int64_t size):
        self.size, self.rows, self.there = size, rows, 0
        self.values = bytes(rows * size if size else (rows + 7) // 8)
        self.validity = bytes((rows + 7) // 8)

    cdef inline void mark(self, int64_t row) noexcept:
        self.there += 1
        (<char*>self.validity)[row >> 3] |= <char>(1 << (row & 7))

    cdef inline bint is_marked(self, int64_t row) noexcept:
        return (<char*>self.validity)[row >> 3] >> (row & 7) & 1

    cdef bint add_counts(self, const Located* array, int64_t first) noexcept:
        """Whether all are numbers that the answer can have."""
        cdef int64_t entry, row
        for entry in range(array.values.count):
            row = first + position_of(array, entry)
            if not put(&array.values, entry, 1, 8, <char*>self.values + 8 * row):
                return False
            self.mark(row)
        return True

    cdef bint add_flags(self, const Located* array, int64_t first, Answer bounds) noexcept:
        """Whether all are flags of bounds that are there."""
        cdef int64_t entry, row
        cdef uint64_t value
        for entry in range(array.values.count):
            row = first + position_of(array, entry)
            value = unpack_at(&array.values, entry)
            if value > 1 or not bounds.is_marked(row):
                return False
            (<char*>self.values)[row >> 3] |= <char>(value << (row & 7))
            self.mark(row)
        return True

    cdef void add_exact(self, const Located* bounds, int64_t first) noexcept:
        """That all of these bounds are."""
        cdef int64_t entry, row
        for entry in range(bounds.values.count - 1):
            row = first + position_of(bounds, entry)
            (<char*>self.values)[row >> 3] |= <char>(1 << (row & 7))
            self.mark(row)

    cdef tuple take(self):
        return self.values, self.validity if self.there < self.rows else None, self.rows - self.there


cdef class BytesAnswer(Answer):
    """One of byte arrays, whose ends are its values."""

    cdef bytearray content

    def __init__(self, int64_t rows):
        super().__init__(rows, 4)
        self.content = bytearray()

    cdef bint add(self, const Located* prefixes, const Located* suffixes, int64_t first) except -1:
        """Each prefix with its suffix; whether int32 counts the bytes of all."""
        cdef int64_t entry, row, prefix, suffix, prefix_at, suffix_at
        cdef int64_t size = len(self.content)
        cdef int64_t more = <int64_t>unpack_at(&suffixes.values, suffixes.values.count - 1)
        more += <int64_t>unpack_at(&prefixes.values, prefixes.values.count - 1)
        if size + more > 0x7FFFFFFF:
            return False
        self.content.extend(bytes(more))
        cdef char* out = PyByteArray_AS_STRING(self.content) + size
        for entry in range(suffixes.values.count - 1):
            row = first + position_of(suffixes, entry)
            prefix_at = <int64_t>unpack_at(&prefixes.values, entry)
            prefix = <int64_t>unpack_at(&prefixes.values, entry + 1) - prefix_at
            suffix_at = <int64_t>unpack_at(&suffixes.values, entry)
            suffix = <int64_t>unpack_at(&suffixes.values, entry + 1) - suffix_at
            memcpy(out, prefixes.content + prefix_at, prefix)
            memcpy(out + prefix, suffixes.content + suffix_at, suffix)
            out += prefix + suffix
            (<int32_t*><char*>self.values)[row] = <int32_t>(prefix + suffix)
            self.mark(row)
        return True

    cdef tuple take(self):
        """Where each ends, from their lengths."""
        cdef int64_t row
        cdef int32_t end = 0
        offsets = bytes(4 * (self.rows + 1))
        for row in range(self.rows):
            end += (<int32_t*><char*>self.values)[row]
            (<int32_t*><char*>offsets)[row + 1] = end
        _, validity, nulls = Answer.take(self)
        return offsets, bytes(self.content), validity, nulls


def expand_bounds(list pieces not None, int64_t groups, bint absent_means_exact):
    """The answer about all row groups, in buffers of Arrow, from the descriptor of each column: minimum, maximum, whether each is exact,
    counts of nulls and NaNs. None for what is left to Python, such as whatever breaks a rule."""
    cdef int64_t rows = len(pieces) * groups
    cdef int64_t first = 0
    cdef Located seven[7]
    cdef BytesAnswer minimum, maximum
    cdef Answer low, high, nulls, nans
    cdef Lent lent
    if rows > 0x7FFFFFFF:
        return None
    minimum, maximum = BytesAnswer(rows), BytesAnswer(rows)
    low, high, nulls, nans = Answer(rows, 0), Answer(rows, 0), Answer(rows, 8), Answer(rows, 8)
    for piece in pieces:
        lent = Lent(piece)
        if lent.view.len:
            if not locate_all(<Bytes>lent.view.buf, lent.view.len, groups, seven):
                return None
            if seven[0].is_there and not nulls.add_counts(&seven[0], first):
                return None
            if seven[6].is_there and not nans.add_counts(&seven[6], first):
                return None
            if not add_pairs(seven, first, absent_means_exact, minimum, maximum, low, high):
                return None
        first += groups
    return minimum.take(), maximum.take(), low.take(), high.take(), nulls.take(), nans.take()


cdef bint add_pairs(
    const Located* seven, int64_t first, bint absent_means_exact,
    BytesAnswer minimum, BytesAnswer maximum, Answer low, Answer high,
) except -1:
    """Whether the bounds of a column, and what is said of their exactness, fit each other."""
    cdef int side
    cdef Answer exact
    if not (seven[1].is_there and seven[2].is_there and seven[3].is_there):
        return not (seven[1].is_there or seven[2].is_there or seven[3].is_there or seven[4].is_there or seven[5].is_there)
    if not are_at_one_place(&seven[1], &seven[2]) or not are_at_one_place(&seven[1], &seven[3]):
        return False
    if not minimum.add(&seven[1], &seven[2], first) or not maximum.add(&seven[1], &seven[3], first):
        return False
    for side in range(2):
        exact = high if side else low
        if seven[4 + side].is_there:
            if not exact.add_flags(&seven[4 + side], first, minimum):
                return False
        elif absent_means_exact:
            exact.add_exact(&seven[1], first)
    return True
