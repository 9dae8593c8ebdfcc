# Part of native_tables.pyx: what code fills of a column chunk: see `from_thrift.py` and `chunk_statistics.py`, which say the
# same of records.


cdef int fill_column(Run* r, const Field* fields, Shape s, Cell* cells) except -1:
    """Type and number of values where they are not to be expected, and whether all pages are dictionary-encoded."""
    cdef int64_t type_ = read_number(r, fields[F_TYPE].at, WIRE_I32)
    cdef int64_t num_values = read_number(r, fields[F_NUM_VALUES].at, 0)
    if num_values != r.num_rows:
        set_number(cells, s.rows[NUM_VALUES], num_values)
    if r.leaf == NULL or r.leaf.type != type_:
        set_number(cells, s.rows[TYPE], in_a_byte(type_))
    set_number(cells, s.rows[ALL_DICTIONARY], is_all_dictionary(r, fields))
    return 0


cdef inline void set_number(Cell* cells, int row, int64_t number) noexcept:
    """Of a slot that the schema has."""
    if row >= 0:
        cells[row].is_number = True
        cells[row].number = number


cdef bint is_all_dictionary(Run* r, const Field* fields) except -1:
    cdef int64_t count = 0
    cdef int64_t encoding = 0
    cdef Bytes p
    cdef Py_ssize_t at
    cdef bint has_dictionary = False
    if fields[F_PAGES].at != NULL:
        return are_pages_of_dictionary(r, fields[F_PAGES].at)
    p = read_list(r, fields[F_ENCODINGS].at, WIRE_I32, &count)
    for at in range(count):
        p = read_integer(&r.c, p, 10, 64, &encoding)
        if p == NULL:
            raise Rejected
        if encoding == 2:  # PLAIN_DICTIONARY
            has_dictionary = True
        elif encoding != 3 and encoding != 4:  # RLE and BIT_PACKED, of levels
            return False
    return has_dictionary


cdef bint are_pages_of_dictionary(Run* r, Bytes p) except -1:
    cdef Field fields[4]
    cdef int[4] wires
    cdef int64_t count = 0
    cdef int64_t encoding, kind
    cdef Py_ssize_t at
    cdef bint has_pages = False
    wires[0], wires[1], wires[2], wires[3] = 0, WIRE_I32, WIRE_I32, WIRE_I32
    p = read_list(r, p, WIRE_STRUCT, &count)
    for at in range(count):
        p = locate(&r.c, wires, 3, p, fields, False)
        if p == NULL:
            raise Rejected
        kind = read_number(r, fields[1].at, WIRE_I32)
        encoding = read_number(r, fields[2].at, WIRE_I32)
        if (kind == 0 or kind == 3) and read_number(r, fields[3].at, WIRE_I32) > 0:  # data pages
            if encoding != 2 and encoding != 8:  # of a dictionary
                return False
            has_pages = True
    return has_pages


cdef bint is_path_of_leaf(Run* r, Bytes p) except -1:
    """Whether a path is the one that the schema gives for the leaf."""
    cdef Text names[MOST_NAMES]
    cdef const Text* name
    cdef int64_t count = 0
    cdef Py_ssize_t at, group
    p = read_list(r, p, WIRE_BINARY, &count)
    if r.leaf == NULL or not r.adds_up or count != r.leaf.depth:
        return False
    if count > MOST_NAMES:
        raise Rejected
    for at in range(count):
        names[at].data = read_binary(r, p, &names[at].size)
        p = names[at].data + names[at].size
    name, group = &r.leaf.name, r.leaf.group
    for at in range(count - 1, -1, -1):
        if names[at].size != name.size or memcmp(names[at].data, name.data, name.size):
            return False
        name, group = &r.groups[group].name, r.groups[group].parent
    return True


cdef int pack_bounds(Run* r, const Field* fields, Shape s, Cell* cells, Bounds* bounds) except -1:
    """Fills the slots of packed bounds, and says of each whether that is all of it."""
    cdef Packed packed[2]
    cdef bint is_exact[2]
    cdef const Span* whole
    cdef Span* old
    cdef const int* rows
    cdef int number
    for number in range(2):
        read_bound(r, &fields[F_MAX_VALUE + 1 - number], &bounds.whole[number])
        read_bound(r, &fields[F_OLD_MAX + 1 - number], &bounds.old[number])
        is_exact[number] = fields[F_MAX_EXACT + 1 - number].at != NULL and fields[F_MAX_EXACT + 1 - number].wire == TRUE
    bounds.prefix = pack(
        packed,
        bounds.whole,
        is_exact,
        r.leaf.type if r.leaf != NULL and r.leaf.may_pack else -1,
        r.leaf != NULL and r.leaf.may_truncate,
    )
    for number in range(2):
        rows = s.rows + OF_ONE * number
        whole, old = &bounds.whole[number], &bounds.old[number]
        bounds.is_told[number] = False
        if packed[number].is_there:
            set_number(cells, rows[LO4], packed[number].lo4)
            set_number(cells, rows[LO8], <int64_t>packed[number].lo8)
            set_number(cells, rows[HI8], <int64_t>packed[number].hi8)
            set_number(cells, rows[LENGTH], packed[number].length)
            bounds.is_told[number] = bounds.prefix + abs(packed[number].length) == whole.size
        if old.data != NULL and whole.data != NULL and old.size == whole.size and not memcmp(old.data, whole.data, old.size):
            set_number(cells, rows[EQUALS], 1)
            old.data = NULL
    return 0


cdef int read_bound(Run* r, const Field* field, Span* bound) except -1:
    bound.data, bound.size = NULL, 0
    if field.at != NULL:
        bound.data = read_binary(r, field.at, &bound.size)
    return 0


cdef int write_bound(Run* r, const Origin* origin, const Bounds* bounds, Cell* cell, const Row* row) except -1:
    """What the packed slots leave: the prefix, a bound that they do not tell, and a deprecated one of its own."""
    cdef const Span* bound
    if origin.kind == S_PREFIX:
        if bounds.prefix:
            cell.child = write_span(r, bounds.whole[0].data, bounds.prefix, row)
        return 0
    bound = &bounds.old[origin.number]
    if origin.kind == S_WHOLE_BOUND:
        bound = &bounds.whole[origin.number]
        if bounds.is_told[origin.number]:
            return 0
    if bound.data != NULL:
        cell.child = write_span(r, bound.data, bound.size, row)
    return 0
