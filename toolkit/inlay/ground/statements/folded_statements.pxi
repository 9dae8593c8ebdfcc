# Part of native_checks.pyx: the statements of all chunks of a column, folded into those of its file.

cdef enum:  # of ColumnMetaData
    COMPRESSED = 7
    DATA_OFFSET = 9
    DICTIONARY_OFFSET = 11


cdef struct Folded:
    # of a leaf
    int64_t values
    int64_t compressed
    int64_t nulls
    int64_t plain  # bytes of all byte arrays, or -1
    bint is_odd  # its statements are left to Python
    bint is_bound
    bint is_low_exact
    bint is_high_exact
    Text low
    Text high


def fold_statements(list rules not None, bytes data not None, int depth):
    """Where the first page of each row group lies; and of each leaf its values, its compressed bytes, and what is stated of all of them:
    nulls, bounds, whether these are exact, and the bytes of byte arrays, None if a chunk does not say. None where anything is odd in a
    chunk, and for a leaf without rules; None altogether for a footer that has other columns, an encrypted one, or none that is known here.

    `rules` are PlainStatements or None, one for each leaf; `data` is a footer that was decoded.
    """
    cdef Run r
    cdef Field fields[MOST_IDS]
    cdef Bytes start = <Bytes>PyBytes_AS_STRING(data)
    cdef int64_t size = PyBytes_GET_SIZE(data)
    cdef int64_t groups = 0
    cdef int64_t columns = 0
    cdef int64_t group, rows, first
    cdef Py_ssize_t count = len(rules)
    cdef Py_ssize_t leaf
    cdef Bytes p
    cdef Bytes q
    cdef Folded* folded
    cdef list offsets = []
    r.c = make_cursor(start, size, depth, size + 1, size + 1, 0)
    r.c.is_validated = True
    if locate(&r.c, OF_ROOT, MOST_IDS - 1, start, fields, True) == NULL:
        return None
    p = enter_structs(&r, fields[4].at, &groups)
    folded = <Folded*>calloc(count + 1, sizeof(Folded))
    if folded == NULL:
        raise MemoryError
    try:
        for group in range(groups):
            if p != NULL:
                p = locate(&r.c, OF_GROUP, MOST_IDS - 1, p, fields, True)
            if p == NULL:
                return None
            rows = number(&r, &fields[3], LARGEST)
            q = enter_structs(&r, fields[1].at, &columns)
            if q == NULL or columns != count:
                return None
            first = LARGEST
            for leaf in range(count):
                q = fold_chunk(&r, q, <PlainStatements>rules[leaf], rows, &folded[leaf], &first)
                if q == NULL:
                    return None
            if count:
                offsets.append(first)
        if p == NULL:
            return None
        return offsets, [list_folded(&folded[leaf], groups) for leaf in range(count)]
    finally:
        free(folded)


cdef Bytes fold_chunk(Run* r, Bytes p, PlainStatements rules, int64_t rows, Folded* folded, int64_t* first) except? NULL:
    """Behind the chunk."""
    cdef Field of_chunk[MOST_IDS]
    cdef Field fields[MOST_IDS]
    cdef Stated stated
    cdef int64_t values, compressed, offset, dictionary
    p = locate(&r.c, OF_CHUNK, MOST_IDS - 1, p, of_chunk, True)
    if p == NULL or of_chunk[META].at == NULL or of_chunk[CRYPTO].at != NULL:
        return NULL
    if locate(&r.c, OF_COLUMN, MOST_IDS - 1, of_chunk[META].at, fields, True) == NULL:
        return NULL
    values, compressed = number(r, &fields[VALUES], -1), number(r, &fields[COMPRESSED], -1)
    offset, dictionary = number(r, &fields[DATA_OFFSET], -1), number(r, &fields[DICTIONARY_OFFSET], 0)
    if values < 0 or values == LARGEST or compressed == LARGEST or offset == LARGEST or dictionary == LARGEST:
        return NULL
    if folded.values > LARGEST - values or not -LARGEST < folded.compressed + compressed < LARGEST:
        return NULL
    folded.values += values
    folded.compressed += compressed
    if dictionary and (not offset or dictionary < offset):
        offset = dictionary
    if offset < first[0]:
        first[0] = offset
    if folded.is_odd:
        return p
    if rules is None or values != rows or fields[STATISTICS].at == NULL or not look_at_statistics(
        rules, r, fields[STATISTICS].at, fields[SIZE_STATISTICS].at, rows, &stated
    ):
        folded.is_odd = True
        return p
    folded.nulls += stated.nulls
    folded.is_odd = not fold_ends(folded, &stated, rules.order)
    add_plain(r, folded, fields[SIZE_STATISTICS].at)
    return p


cdef bint fold_ends(Folded* folded, const Stated* stated, int order) noexcept:
    """Whether bounds of the chunk compare with those before it. One that is flagged exact is the file's where others are no further out."""
    cdef bint is_low_exact = stated.is_low_exact.at != NULL and stated.is_low_exact.wire == TRUE
    cdef bint is_high_exact = stated.is_high_exact.at != NULL and stated.is_high_exact.wire == TRUE
    if not folded.is_bound:
        folded.low, folded.high, folded.is_bound = stated.low, stated.high, True
        folded.is_low_exact, folded.is_high_exact = is_low_exact, is_high_exact
        return True
    return fold_end(&folded.low, &folded.is_low_exact, &stated.low, is_low_exact, order, True) and fold_end(
        &folded.high, &folded.is_high_exact, &stated.high, is_high_exact, order, False
    )


cdef bint fold_end(Text* known, bint* is_exact, const Text* bound, bint is_bound_exact, int order, bint is_lower) noexcept:
    cdef bint is_within = is_at_most(known, bound, order) if is_lower else is_at_most(bound, known, order)
    cdef bint is_beyond = is_at_most(bound, known, order) if is_lower else is_at_most(known, bound, order)
    if not is_within and not is_beyond:  # as decimals of different lengths
        return False
    if is_within and is_beyond:
        is_exact[0] = is_exact[0] or is_bound_exact
    elif is_beyond:
        known[0], is_exact[0] = bound[0], is_bound_exact
    return True


cdef void add_plain(Run* r, Folded* folded, Bytes sizes) noexcept:
    cdef Field fields[MOST_IDS]
    cdef int64_t size = -1
    if folded.plain < 0:
        return
    if sizes != NULL and locate(&r.c, OF_SIZES, MOST_IDS - 1, sizes, fields, True) != NULL:
        size = number(r, &fields[BYTES_OF_VALUES], -1)
    folded.plain = -1 if size < 0 or size >= LARGEST - folded.plain else folded.plain + size


cdef tuple list_folded(const Folded* folded, int64_t groups):
    if folded.is_odd or not groups:
        return folded.values, folded.compressed, None
    return folded.values, folded.compressed, (
        folded.nulls, bytes_of(&folded.low), bytes_of(&folded.high), bool(folded.is_low_exact), bool(folded.is_high_exact),
        None if folded.plain < 0 else folded.plain,
    )  # fmt: skip
