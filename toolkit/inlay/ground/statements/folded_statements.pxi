# Part of native_checks.pyx: the statements of all chunks of a column, folded into those of its file.

cdef enum:  # of FileMetaData, RowGroup and ColumnMetaData; rows have one id in the first two
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
    int64_t stated_rows  # of the file
    bint has_stated_rows
    Text key[MOST_KEYS]
    int key_ids[MOST_KEYS]
    int key_count
    bint is_folded
    bint lacks_memory


cdef class FoldedLeaves:
    """What is stated of the leaves of a footer: `key` is what says how all of it is meant, and `offsets` are where the first page of each
    row group lies. `rows` are those of all row groups, `stated_rows` those that the file says that it has."""

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

    @property
    def stated_rows(self):
        return self.fold.stated_rows

    def sizes_of(self, Py_ssize_t leaf):
        """The values of a leaf, and its compressed bytes."""
        if not 0 <= leaf < self.fold.leaf_count:
            raise IndexError(leaf)
        return self.fold.leaves[leaf].values, self.fold.leaves[leaf].compressed

    def list_leaves(self, list known not None, type leaf_kind not None, type bound_kind not None):
        """Of each leaf a tuple of this kind, with a bound of that kind at each end: behind what is known of it its values, compressed bytes,
        bounds, nulls, NaNs, and the bytes of byte arrays. None where anything is odd in a chunk, and for a leaf without rules.

        `known` has for each leaf what stands before that, whether bounds are floats, whether they may be exact, and whether the bytes of
        byte arrays are counted.
        """
        cdef Folded* one
        cdef Py_ssize_t at, place
        cdef bint is_float, may_be_exact, has_sizes
        cdef tuple first, leaf
        cdef list leaves = []
        if len(known) != self.fold.leaf_count:
            raise ValueError(len(known))
        if not issubclass(leaf_kind, tuple) or not issubclass(bound_kind, tuple):
            raise TypeError(leaf_kind, bound_kind)
        for at in range(self.fold.leaf_count):
            one = &self.fold.leaves[at]
            if one.is_odd or not self.fold.groups:
                leaves.append(None)
                continue
            first, is_float, may_be_exact, has_sizes = known[at]
            leaf = make_empty(leaf_kind, len(first) + 9)
            for place in range(len(first)):
                put(leaf, place, first[place])
            place = len(first)
            put(leaf, place, one.values)
            put(leaf, place + 1, one.compressed)
            put(leaf, place + 2, make_bound(bound_kind, &one.low, is_float, True, one.is_low_exact and may_be_exact))
            put(leaf, place + 3, make_bound(bound_kind, &one.high, is_float, False, one.is_high_exact and may_be_exact))
            put(leaf, place + 4, one.nulls)
            put(leaf, place + 5, None if one.nans < 0 or not is_float else one.nans)
            put(leaf, place + 6, None if one.plain < 0 or not has_sizes else one.plain)
            put(leaf, place + 7, "")
            put(leaf, place + 8, None)
            leaves.append(leaf)
        return leaves


cdef tuple make_empty(type kind, Py_ssize_t size):
    """A tuple of this kind, to be filled at once. The cyclic collector does not look at it: nothing in it leads back to it, and a lake has
    millions."""
    made = PyType_GenericAlloc(<PyTypeObject*>kind, size)
    PyObject_GC_UnTrack(<PyObject*>made)
    return <tuple>made


cdef void put(tuple made, Py_ssize_t place, value):
    Py_INCREF(value)
    PyTuple_SET_ITEM(made, place, value)


cdef tuple make_bound(type kind, const Text* said, bint is_float, bint is_lower, bint is_exact):
    cdef bytes raw = bytes_of(said)
    cdef tuple made = make_empty(kind, 2)
    put(made, 0, widen_zero(raw, is_lower) if is_float else raw)
    put(made, 1, is_exact)
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


def fold_statements(list rules not None, list footers not None, limits):
    """What is stated of each leaf in all of its chunks, for each of these footers; None for one that has other columns, an encrypted one,
    one that is not known here, and one that does not decode within these limits. Other threads run meanwhile.

    `rules` are PlainStatements or None, one for each leaf. Of a footer with other columns than theirs, what comes of it says nothing, and
    its `key` is another one.
    """
    cdef list held = [*rules]  # whose memory is read without the GIL
    cdef list made = [FoldedLeaves(data, len(held)) for data in footers]
    cdef Py_ssize_t count = len(made)
    cdef Py_ssize_t at
    cdef Plan* plan = plan_of(FOOTER)
    cdef const Meant** meant = NULL
    cdef Fold** folds = NULL
    cdef Cursor like
    cdef int64_t base = limits.memory(0), factor = limits.memory(1) - base
    if plan == NULL or not plan.is_native or plan.has_hooks or not is_plain(FOOTER, plan) or limits.depth > DEEPEST:
        return [None] * count
    like = make_cursor(NULL, 0, limits.depth, limits.container, limits.binary, base)
    meant = <const Meant**>calloc(len(held) + 1, sizeof(void*))
    folds = <Fold**>calloc(count + 1, sizeof(void*))
    try:
        if meant == NULL or folds == NULL:
            raise MemoryError
        for at in range(len(held)):
            meant[at] = NULL if held[at] is None else &(<PlainStatements?>held[at]).meant
        for at in range(count):
            folds[at] = &(<FoldedLeaves>made[at]).fold
        with nogil:
            for at in range(count):
                folds[at].is_folded = (
                    decodes(folds[at], plan, &like, factor)
                    and fold_footer(folds[at], meant, like.deepest)
                    and folds[at].groups >= 0
                    and folds[at].has_stated_rows
                )
        for at in range(count):
            if folds[at].lacks_memory:
                raise MemoryError
        return [it if folds[at].is_folded else None for at, it in enumerate(made)]
    finally:
        free(meant)
        free(folds)


cdef bint decodes(const Fold* fold, Plan* plan, const Cursor* like, int64_t factor) noexcept nogil:
    """Whether all of it is one struct, by the pass that every decode begins with."""
    cdef Pass v
    cdef Bytes end
    memset(&v, 0, sizeof(Pass))
    v.cursor = make_cursor(
        fold.data, fold.size, like.deepest, like.container, like.binary, like.budget + factor * fold.size
    )
    end = validate(&v, fold.data, plan)
    release_pass(&v)
    return end == fold.data + fold.size


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
            elif p != NULL and field_id == ROWS and wire == WIRE_I64:
                if fold.has_stated_rows or read_integer(&r.c, value, 10, 64, &fold.stated_rows) == NULL:
                    return False
                fold.has_stated_rows = True
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
        if p == NULL or not has_columns or not 0 <= rows < LARGEST or fold.rows >= LARGEST:
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
