# Part of native_checks.pyx: the statements of all chunks of a column, folded into those of its file.

cdef enum:  # of FileMetaData, RowGroup and ColumnMetaData
    SCHEMA = 2
    ROW_GROUPS = 4
    WRITER = 6
    ORDERS = 7
    COLUMNS = 1
    ROWS = 3
    COMPRESSED = 7
    DATA_OFFSET = 9
    DICTIONARY_OFFSET = 11


cdef enum:
    MOST_KEYS = 3  # SCHEMA, WRITER, ORDERS


cdef struct Folded:
    # of a leaf
    int64_t values
    int64_t values_of_group  # of the last row group
    int64_t compressed
    int64_t nulls
    int64_t nans  # or -1
    int64_t plain  # bytes of all byte arrays, or -1
    bint is_odd  # its statements are left to Python
    bint is_bound
    bint is_low_exact
    bint is_high_exact
    Text low
    Text high


cdef struct Below:
    # a struct in a struct, whose fields are located in the same pass
    int field_id
    int most
    const int* wires
    Field* fields
    const Below* below
    int count


cdef struct Fold:
    # of a footer
    Bytes data
    int64_t size
    Folded* leaves
    Py_ssize_t leaf_count
    int64_t groups  # -1 before they are known
    int64_t* offsets  # of the first page of each row group
    int64_t offset_count
    int64_t rows  # of all row groups
    Text key[MOST_KEYS]
    int key_ids[MOST_KEYS]
    int key_count
    bint is_folded
    bint lacks_memory


cdef class FoldedLeaves:
    """What is stated of the leaves of a footer: `key` is what says how all of it is meant, and `offsets` are where the first page of each
    row group lies. `rows` are those of all row groups."""

    cdef Fold fold
    cdef bytes data  # which bounds lie in

    def __cinit__(self, bytes data not None, Py_ssize_t leaf_count):
        self.data = data
        memset(&self.fold, 0, sizeof(Fold))
        self.fold.data, self.fold.size = <Bytes>PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data)
        self.fold.leaf_count, self.fold.groups = leaf_count, -1
        self.fold.leaves = <Folded*>calloc(leaf_count + 1, sizeof(Folded))
        if self.fold.leaves == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.fold.leaves)
        free(self.fold.offsets)

    @property
    def key(self):
        cdef bytes key = b""
        cdef int at
        for at in range(self.fold.key_count):
            key += bytes((self.fold.key_ids[at],)) + bytes_of(&self.fold.key[at])
        return key

    @property
    def offsets(self):
        cdef int64_t at
        return [self.fold.offsets[at] for at in range(self.fold.offset_count)]

    @property
    def rows(self):
        return self.fold.rows

    def sizes_of(self, Py_ssize_t leaf):
        """The values of a leaf, and its compressed bytes."""
        if not 0 <= leaf < self.fold.leaf_count:
            raise IndexError(leaf)
        return self.fold.leaves[leaf].values, self.fold.leaves[leaf].compressed

    def list_leaves(self, list known not None, leaf_kind, bound_kind):
        """Of each leaf a tuple of this kind, with a bound of that kind at each end: behind what is known of it its values, compressed bytes,
        bounds, nulls, NaNs, and the bytes of byte arrays. None where anything is odd in a chunk, and for a leaf without rules.

        `known` has for each leaf what stands before that, whether bounds are floats, whether they may be exact, and whether the bytes of
        byte arrays are counted.
        """
        cdef Folded* one
        cdef Py_ssize_t at
        cdef bint is_float, may_be_exact, has_sizes
        cdef list leaves = []
        if len(known) != self.fold.leaf_count:
            raise ValueError(len(known))
        for at in range(self.fold.leaf_count):
            one = &self.fold.leaves[at]
            if one.is_odd or not self.fold.groups:
                leaves.append(None)
                continue
            first, is_float, may_be_exact, has_sizes = known[at]
            low, high = bytes_of(&one.low), bytes_of(&one.high)
            if is_float:
                low, high = widen_zero(low, True), widen_zero(high, False)
            leaves.append(make_untracked(leaf_kind, (
                *<tuple>first, one.values, one.compressed,
                make_untracked(bound_kind, (low, bool(one.is_low_exact and may_be_exact))),
                make_untracked(bound_kind, (high, bool(one.is_high_exact and may_be_exact))),
                one.nulls, None if one.nans < 0 or not is_float else one.nans,
                None if one.plain < 0 or not has_sizes else one.plain, "", None,
            )))  # fmt: skip
        return leaves


cdef object make_untracked(kind, tuple values):
    """A tuple of this kind that the cyclic collector does not look at: nothing in it leads back to it, and a lake has millions."""
    made = tuple.__new__(kind, values)
    PyObject_GC_UnTrack(<PyObject*>made)
    return made


cdef bytes widen_zero(bytes raw, bint is_lower):
    """A lower bound of 0 becomes -0.0, an upper one of -0.0 becomes 0.0."""
    cdef Bytes data = <Bytes>PyBytes_AS_STRING(raw)
    cdef Py_ssize_t size = PyBytes_GET_SIZE(raw)
    cdef Py_ssize_t at
    for at in range(size - 1):
        if data[at]:
            return raw
    if size == 0 or data[size - 1] & 0x7F:
        return raw
    return raw[:size - 1] + (b"\x80" if is_lower else b"\x00")


def fold_statements(list rules not None, list footers not None, int depth):
    """What is stated of each leaf in all of its chunks, for each of these footers; None for one that has other columns, an encrypted one,
    or one that is not known here. Other threads run meanwhile.

    `rules` are PlainStatements or None, one for each leaf. Of a footer that does not decode, or with rules of other columns, what comes of
    it says nothing: with the latter, its `key` is another one, too.
    """
    cdef list held = [*rules]  # whose memory is read without the GIL
    cdef list made = [FoldedLeaves(data, len(held)) for data in footers]
    cdef Py_ssize_t count = len(made)
    cdef Py_ssize_t at
    cdef const Meant** meant = <const Meant**>calloc(len(held) + 1, sizeof(void*))
    cdef Fold** folds = <Fold**>calloc(count + 1, sizeof(void*))
    try:
        if meant == NULL or folds == NULL:
            raise MemoryError
        for at in range(len(held)):
            meant[at] = NULL if held[at] is None else &(<PlainStatements?>held[at]).meant
        for at in range(count):
            folds[at] = &(<FoldedLeaves>made[at]).fold
        with nogil:
            for at in range(count):
                folds[at].is_folded = fold_footer(folds[at], meant, depth) and folds[at].groups >= 0
        for at in range(count):
            if folds[at].lacks_memory:
                raise MemoryError
        return [it if folds[at].is_folded else None for at, it in enumerate(made)]
    finally:
        free(meant)
        free(folds)


cdef bint fold_footer(Fold* fold, const Meant** rules, int depth) noexcept nogil:
    cdef Run r
    cdef Bytes p = fold.data
    cdef Bytes value
    cdef int64_t field_id = 0
    cdef int wire = 0
    r.c = make_cursor(p, fold.size, depth, fold.size + 1, fold.size + 1, 0)
    r.c.is_validated = True
    while True:
        p = read_field_header(&r.c, p, &wire, &field_id)
        if p == NULL:
            return False
        if wire == STOP:
            return True
        if field_id == ROW_GROUPS and wire == WIRE_LIST:
            if fold.groups >= 0:
                return False
            p = fold_groups(&r, p, rules, fold)
        else:
            value = p
            p = skip(&r.c, p, wire)
            if p != NULL and (field_id == SCHEMA or field_id == WRITER or field_id == ORDERS):
                if fold.key_count == MOST_KEYS:
                    return False
                fold.key[fold.key_count] = Text(value, p - value)
                fold.key_ids[fold.key_count] = <int>field_id
                fold.key_count += 1
        if p == NULL:
            return False


cdef Bytes fold_groups(Run* r, Bytes p, const Meant** rules, Fold* fold) noexcept nogil:
    """Behind all row groups. Each byte is passed over once, so the rows of a row group are known behind its columns."""
    cdef int64_t groups = 0
    cdef int64_t group, rows, first, field_id
    cdef int wire
    cdef bint has_columns
    p = enter_structs(r, p, &groups)
    if p == NULL:
        return NULL
    fold.offsets = <int64_t*>malloc((groups + 1) * sizeof(int64_t))
    if fold.offsets == NULL:
        fold.lacks_memory = True
        return NULL
    for group in range(groups):
        rows, first, field_id, wire, has_columns = -1, LARGEST, 0, 0, False
        while p != NULL:
            p = read_field_header(&r.c, p, &wire, &field_id)
            if p == NULL or wire == STOP:
                break
            if field_id == COLUMNS and wire == WIRE_LIST:
                p = NULL if has_columns else fold_columns(r, p, rules, fold, &first)
                has_columns = True
                continue
            if field_id == ROWS and read_integer(&r.c, p, 10, 64, &rows) == NULL:
                return NULL
            p = skip(&r.c, p, wire)
        if p == NULL or not has_columns or not -LARGEST < rows < LARGEST or not -LARGEST < fold.rows < LARGEST:
            return NULL
        fold.rows += rows
        hold_rows(fold, rows)
        if fold.leaf_count:
            fold.offsets[fold.offset_count] = first
            fold.offset_count += 1
    fold.groups = groups
    return p


cdef void hold_rows(Fold* fold, int64_t rows) noexcept nogil:
    """What has not a value for each row is not looked at here."""
    cdef Py_ssize_t leaf
    for leaf in range(fold.leaf_count):
        if fold.leaves[leaf].values_of_group != rows:
            fold.leaves[leaf].is_odd = True


cdef Bytes fold_columns(Run* r, Bytes p, const Meant** rules, Fold* fold, int64_t* first) noexcept nogil:
    cdef int64_t columns = 0
    cdef Py_ssize_t leaf
    p = enter_structs(r, p, &columns)
    if p == NULL or columns != fold.leaf_count:
        return NULL
    for leaf in range(fold.leaf_count):
        p = fold_chunk(r, p, rules[leaf], &fold.leaves[leaf], first)
        if p == NULL:
            return NULL
    return p


cdef Bytes fold_chunk(Run* r, Bytes p, const Meant* rules, Folded* folded, int64_t* first) noexcept nogil:
    """Behind the chunk."""
    cdef Field of_chunk[CRYPTO + 1]
    cdef Field fields[SIZE_STATISTICS + 1]
    cdef Field statistics[NANS + 1]
    cdef Field sizes[DEFINITION_LEVELS + 1]
    cdef Below in_meta[2]
    cdef Below in_chunk
    cdef Stated stated
    cdef int64_t values, compressed, offset, dictionary
    in_meta[0] = Below(STATISTICS, NANS, &OF_STATISTICS[0], &statistics[0], NULL, 0)
    in_meta[1] = Below(SIZE_STATISTICS, DEFINITION_LEVELS, &OF_SIZES[0], &sizes[0], NULL, 0)
    in_chunk = Below(META, SIZE_STATISTICS, &OF_COLUMN[0], &fields[0], &in_meta[0], 2)
    p = locate_below(&r.c, OF_CHUNK, CRYPTO, p, of_chunk, &in_chunk, 1)
    if p == NULL or of_chunk[META].at == NULL or of_chunk[CRYPTO].at != NULL:
        return NULL
    values, compressed = number(r, &fields[VALUES], -1), number(r, &fields[COMPRESSED], -1)
    offset, dictionary = number(r, &fields[DATA_OFFSET], -1), number(r, &fields[DICTIONARY_OFFSET], 0)
    if values < 0 or values == LARGEST or compressed == LARGEST or offset == LARGEST or dictionary == LARGEST:
        return NULL
    if folded.values > LARGEST - values or not -LARGEST < folded.compressed + compressed < LARGEST:
        return NULL
    folded.values += values
    folded.values_of_group = values
    folded.compressed += compressed
    if dictionary and (not offset or dictionary < offset):
        offset = dictionary
    if offset < first[0]:
        first[0] = offset
    if folded.is_odd:
        return p
    if rules == NULL or fields[STATISTICS].at == NULL or not look_at_fields(
        rules, r, statistics, sizes if fields[SIZE_STATISTICS].at != NULL else NULL, values, &stated
    ):
        folded.is_odd = True
        return p
    folded.nulls += stated.nulls
    folded.is_odd = not fold_ends(folded, &stated, rules.order)
    add(&folded.nans, 0 if stated.has_no_nan else -1)
    add(&folded.plain, number(r, &sizes[BYTES_OF_VALUES], -1) if fields[SIZE_STATISTICS].at != NULL else -1)
    return p


cdef Bytes locate_below(Cursor* c, const int* wires, int most, Bytes p, Field* fields, const Below* below, int count) noexcept nogil:
    """As `locate` with unknown fields skipped, and with the fields of structs below."""
    cdef int64_t field_id = 0
    cdef int wire = 0
    cdef int at
    memset(fields, 0, (most + 1) * sizeof(Field))
    while True:
        p = read_field_header(c, p, &wire, &field_id)
        if p == NULL or wire == STOP:
            return p
        if not 0 < field_id <= most or wires[field_id] == 0:
            p = skip(c, p, wire)
        else:
            if fields[field_id].at != NULL:
                return NULL
            if wire != wires[field_id] and not (wire == FALSE and wires[field_id] == TRUE):
                return NULL
            fields[field_id].at = p
            fields[field_id].wire = wire
            for at in range(count):
                if below[at].field_id == field_id:
                    p = locate_below(c, below[at].wires, below[at].most, p, below[at].fields, below[at].below, below[at].count)
                    break
            else:
                if is_varint(wire) and p < c.end and p[0] < 0x80:
                    p += 1  # most fields
                else:
                    p = skip(c, p, wire)
            fields[field_id].end = p
        if p == NULL:
            return NULL


cdef bint fold_ends(Folded* folded, const Stated* stated, int order) noexcept nogil:
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


cdef bint fold_end(Text* known, bint* is_exact, const Text* bound, bint is_bound_exact, int order, bint is_lower) noexcept nogil:
    cdef bint is_within = is_at_most(known, bound, order) if is_lower else is_at_most(bound, known, order)
    cdef bint is_beyond = is_at_most(bound, known, order) if is_lower else is_at_most(known, bound, order)
    if not is_within and not is_beyond:  # as decimals of different lengths
        return False
    if is_within and is_beyond:
        is_exact[0] = is_exact[0] or is_bound_exact
    elif is_beyond:
        known[0], is_exact[0] = bound[0], is_bound_exact
    return True


cdef void add(int64_t* total, int64_t count) noexcept nogil:
    """-1 where either is not known."""
    total[0] = -1 if total[0] < 0 or count < 0 or count >= LARGEST - total[0] else total[0] + count
