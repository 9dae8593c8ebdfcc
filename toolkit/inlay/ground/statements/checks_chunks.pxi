# Part of native_checks.pyx: row groups and column chunks, check by check.


cdef bint check_groups(Run* r, Bytes p, Index* lists) noexcept nogil:
    cdef Field fields[MOST_IDS]
    cdef int64_t count = 0
    cdef int64_t at
    p = enter_structs(r, p, &count)
    for at in range(count):
        p = locate_by(&r.c, OF_GROUP, MOST_IDS - 1, p, fields, True, lists)
        if p == NULL or not group_passes(r, fields):
            return False
    return p != NULL


cdef bint group_passes(Run* r, const Field* fields) noexcept nogil:
    cdef Field of_chunk[MOST_IDS]
    cdef Bytes p
    cdef int64_t count = 0
    cdef int64_t whole = 0
    cdef int64_t packed = 0
    cdef int64_t said = number(r, &fields[2], LARGEST)
    cdef int64_t rows = number(r, &fields[3], LARGEST)
    cdef int64_t at
    p = enter_structs(r, fields[1].at, &count)
    if p == NULL or count != r.leaf_count or not 0 <= rows < LARGEST - r.rows:
        return False
    r.rows += rows
    for at in range(count):
        p = locate(&r.c, OF_CHUNK, MOST_IDS - 1, p, of_chunk, True)
        if p == NULL or not check_chunk(r, of_chunk, &r.nodes[r.leaves[at]], rows, &whole, &packed):
            return False
    if said != 0 and said != whole and said != packed:
        return False
    return number(r, &fields[6], packed) == packed and check_sorting(r, fields[4].at)


cdef bint check_sorting(Run* r, Bytes p) noexcept nogil:
    cdef Field fields[MOST_IDS]
    cdef int64_t count = 0
    cdef int64_t at
    if p == NULL:
        return True
    p = enter_structs(r, p, &count)
    for at in range(count):
        if p != NULL:
            p = locate(&r.c, OF_SORTING, MOST_IDS - 1, p, fields, True)
        if p == NULL or not 0 <= number(r, &fields[1], -1) < r.leaf_count:
            return False
    return p != NULL


cdef bint check_chunk(
    Run* r, const Field* chunk, const Node* leaf, int64_t rows, int64_t* whole_size, int64_t* packed_size
) noexcept nogil:
    """One with metadata of its own in this file; sums up its sizes."""
    cdef Field meta[MOST_IDS]
    cdef Said said
    cdef int64_t values, whole, packed
    if chunk[1].at != NULL or chunk[3].at == NULL or chunk[8].at != NULL:  # elsewhere, or encrypted
        return False
    if locate(&r.c, OF_COLUMN, MOST_IDS - 1, chunk[3].at, meta, True) == NULL:
        return False
    if number(r, &meta[1], -1) != leaf.type or not is_path_of(r, meta[3].at, leaf):
        return False
    if meta[17].at != NULL:  # geospatial_statistics, whose box the checks look at
        return False
    values, whole, packed = number(r, &meta[5], -1), number(r, &meta[6], -1), number(r, &meta[7], -1)
    if not 0 <= values < LARGEST or not 0 <= whole < LARGEST or not 0 <= packed < LARGEST:
        return False
    if values < rows or (leaf.repetition == 0 and values != rows):
        return False
    if number(r, &meta[4], -1) == 0 and whole and whole != packed:
        return False
    whole_size[0] += whole
    packed_size[0] += packed
    if not 0 <= whole_size[0] < LARGEST or not 0 <= packed_size[0] < LARGEST:
        return False
    if not check_pages(r, meta, values, packed):
        return False
    if not index_passes(r, &chunk[4], &chunk[5]) or not index_passes(r, &chunk[6], &chunk[7]):
        return False
    if meta[14].at != NULL and not is_inside(r, number(r, &meta[14], 0), number(r, &meta[15], 0)):
        return False
    return check_statistics(r, meta[12].at, leaf, values, &said) and check_levels(
        r, meta[16].at, leaf, rows, values, &said
    ) and is_room_left(r, meta[16].at, leaf, &said)


cdef bint is_path_of(Run* r, Bytes p, const Node* leaf) noexcept nogil:
    cdef Text names[MOST_NAMES]
    cdef int64_t count = 0
    cdef int element = 0
    cdef Py_ssize_t at
    if p == NULL:
        return False
    p = list_header(&r.c, p, &count, &element)
    if p == NULL or count != leaf.depth or count > MOST_NAMES or (count and element != WIRE_BINARY):
        return False
    for at in range(count):
        if not text_of(r, p, &names[at]):
            return False
        p = names[at].data + names[at].size
    for at in range(count - 1, -1, -1):
        if names[at].size != leaf.name.size or memcmp(names[at].data, leaf.name.data, leaf.name.size):
            return False
        leaf = &r.nodes[leaf.parent]
    return True


cdef bint is_inside(const Run* r, int64_t start, int64_t size) noexcept nogil:
    """Between the first magic and the footer."""
    return FIRST <= start < LARGEST and -LARGEST < size < LARGEST and start + size <= r.footer


cdef bint check_pages(Run* r, const Field* meta, int64_t values, int64_t packed) noexcept nogil:
    """Where pages begin; and where they lie is noted."""
    cdef int64_t data = number(r, &meta[9], 0)
    cdef int64_t dictionary = number(r, &meta[11], 0)
    cdef int64_t start
    if data == LARGEST or dictionary == LARGEST or data < 0 or dictionary < 0:
        return False
    start = dictionary if dictionary and (data == 0 or dictionary < data) else data
    if packed == 0:
        return True
    if data == 0:
        if values:
            return False
    elif dictionary > data or data > start + packed:
        return False
    if not is_inside(r, start, packed) or r.extent_count == r.extent_room:
        return False
    r.extents[r.extent_count].start, r.extents[r.extent_count].end = start, start + packed
    r.extent_count += 1
    return True


cdef bint index_passes(Run* r, const Field* offset, const Field* length) noexcept nogil:
    """An offset and a length inside of the file, or neither."""
    if offset.at == NULL or length.at == NULL:
        return offset.at == NULL and length.at == NULL
    return number(r, length, 0) >= 0 and is_inside(r, number(r, offset, 0), number(r, length, 0))


cdef int compare_starts(const void* first, const void* second) noexcept nogil:
    cdef int64_t one = (<const Extent*>first).start
    cdef int64_t other = (<const Extent*>second).start
    return (one > other) - (one < other)


cdef bint are_apart(Run* r) noexcept nogil:
    """Whether no two chunks share bytes. Most writers have them in order."""
    cdef Py_ssize_t at
    for at in range(1, r.extent_count):
        if r.extents[at].start < r.extents[at - 1].end:
            break
    else:
        return True
    qsort(r.extents, r.extent_count, sizeof(Extent), compare_starts)
    for at in range(1, r.extent_count):
        if r.extents[at].start < r.extents[at - 1].end:
            return False
    return True
