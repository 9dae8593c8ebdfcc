# Part of native_checks.pyx: numbers and traits of all chunks of a footer, without an object for each.

cdef enum:  # as `chunk_numbers.py` has them
    IS_FILLED = 1 << 0
    IS_UNPACKED = 1 << 1
    HAS_NO_COLUMN_INDEX = 1 << 2
    HAS_NO_OFFSET_INDEX = 1 << 3
    HIDES_ENCODINGS = 1 << 4
    HAS_FALLEN = 1 << 5
    HAS_NO_DICTIONARY = 1 << 6
    HAS_NO_BOUNDS = 1 << 7
    HAS_HALF = 1 << 8
    HIDES_NULLS = 1 << 9
    HAS_OLD_ONLY = 1 << 10
    HIDES_EXACTNESS = 1 << 11
    HAS_ODD_FLOAT = 1 << 12
    HAS_BLOOM_FILTER = 1 << 13
    HAS_NO_SIZES = 1 << 14
    HAS_BOX = 1 << 15
    COUNTS_DISTINCT = 1 << 16
    HAS_NEW_BOUNDS = 1 << 17
    HAS_BOUNDS = 1 << 18
    IS_EXTENDED = 1 << 19
    IS_ALL_NULL = 1 << 20
    IS_ALL_NAN = 1 << 21
    COUNTS_NULLS = 1 << 22
    IS_DOUBTFUL = 1 << 23
    IS_PACKED = 1 << 24
    HAS_PAGES_1 = 1 << 25
    HAS_PAGES_2 = 1 << 26
    COUNTS_PAGES = 1 << 27
    COUNTS_TEXTS = 1 << 28
    HAS_STATISTICS = 1 << 29
    HAS_INDEXES_ONLY = 1 << 30

cdef enum:
    E_PLAIN = 1 << 0
    E_DICTIONARY = 1 << 2 | 1 << 8  # PLAIN_DICTIONARY, RLE_DICTIONARY

cdef int64_t SUMMED = 0x100000000000  # of a chunk, so that those of all row groups can be added
cdef int64_t MOST_GROUPS = 0x40000


cdef struct ChunkSaid:
    int64_t values
    int64_t compressed
    int64_t uncompressed
    int64_t dictionary
    int64_t nulls
    int64_t pages
    int64_t texts
    int64_t bounds
    int64_t longest
    uint32_t traits
    uint32_t encodings
    uint32_t codec


cdef class CountedChunks:
    """Of each chunk what `chunk_numbers.py` describes, by leaf."""

    cdef ChunkSaid* said
    cdef uint32_t* statistics  # where those of each chunk are in the footer, or 0
    cdef bytes data
    cdef Py_ssize_t leaves
    cdef Py_ssize_t groups
    cdef readonly list group_sizes
    cdef readonly int64_t index_size
    cdef readonly int64_t paths_size

    def __dealloc__(self):
        free(self.said)
        free(self.statistics)

    def of_column(self, Py_ssize_t leaf):
        """Of all chunks of a column."""
        cdef ChunkSaid* one
        cdef ChunkSaid whole
        cdef int64_t largest = 0
        cdef int64_t dictionary = 0
        cdef uint32_t common = 0xFFFFFFFF
        cdef Py_ssize_t group
        if not 0 <= leaf < self.leaves:
            raise IndexError(leaf)
        memset(&whole, 0, sizeof(ChunkSaid))
        for group in range(self.groups):
            one = &self.said[leaf * self.groups + group]
            whole.traits |= one.traits
            common &= one.traits
            whole.encodings |= one.encodings
            whole.codec |= one.codec
            whole.values += one.values
            whole.compressed += one.compressed
            whole.uncompressed += one.uncompressed
            whole.nulls += one.nulls
            whole.pages += one.pages
            whole.longest = max(whole.longest, one.longest)
            largest = max(largest, one.uncompressed)
            dictionary = max(dictionary, one.dictionary)
        return (
            whole.traits, common, whole.encodings, whole.codec, whole.values, whole.compressed, whole.uncompressed,
            whole.nulls, whole.pages, whole.longest, largest, dictionary,
        )  # fmt: skip

    def bytes_of(self, Py_ssize_t leaf):
        """All that is said of the chunks of a column: equal for columns of which the same is said."""
        if not 0 <= leaf < self.leaves:
            raise IndexError(leaf)
        return PyBytes_FromStringAndSize(<char*>&self.said[leaf * self.groups], self.groups * sizeof(ChunkSaid))

    def of_chunks(self, Py_ssize_t leaf, kind):
        """Of each chunk of a column, as this kind of tuple."""
        cdef ChunkSaid* one
        cdef Py_ssize_t group
        cdef list chunks = []
        if not 0 <= leaf < self.leaves:
            raise IndexError(leaf)
        for group in range(self.groups):
            one = &self.said[leaf * self.groups + group]
            chunks.append(tuple.__new__(kind, (
                one.traits, one.encodings, one.codec, one.values, one.compressed, one.uncompressed, one.dictionary,
                one.nulls, one.pages, one.texts, one.bounds, one.longest,
            )))  # fmt: skip
        return chunks


def count_chunks(bytes data not None, int depth, bytes types not None):
    """Of a footer that was decoded from `data`, whose leaves have these types. None where it has other columns, chunks elsewhere or
    encrypted, or anything that is not known here."""
    cdef Run r
    cdef Field fields[MOST_IDS]
    cdef Bytes start = <Bytes>PyBytes_AS_STRING(data)
    cdef int64_t size = PyBytes_GET_SIZE(data)
    cdef int64_t groups = 0
    cdef int64_t columns = 0
    cdef int64_t group, rows, whole
    cdef Py_ssize_t leaf, at
    cdef Bytes p
    cdef Bytes q
    cdef uint8_t* of_types = <uint8_t*>PyBytes_AS_STRING(types)
    cdef WrittenLists lists
    cdef CountedChunks numbers = CountedChunks.__new__(CountedChunks)
    r.c = make_cursor(start, size, depth, size + 1, size + 1, 0)
    r.c.is_validated = True
    r.leaf_count = PyBytes_GET_SIZE(types)
    lists = write_down_lists(&r.c)
    if locate_by(&r.c, OF_ROOT, MOST_IDS - 1, start, fields, True, &lists.index) == NULL:
        return None
    p = enter_structs(&r, fields[4].at, &groups)
    if p == NULL or groups > MOST_GROUPS or chunks_at_most(&r, fields[4].at) < 0 or size > <int64_t>UINT32_MAX:
        return None
    numbers.data, numbers.leaves, numbers.groups = data, r.leaf_count, groups
    numbers.said = <ChunkSaid*>calloc(groups * r.leaf_count + 1, sizeof(ChunkSaid))
    numbers.statistics = <uint32_t*>calloc(groups * r.leaf_count + 1, sizeof(uint32_t))
    if numbers.said == NULL or numbers.statistics == NULL:
        raise MemoryError
    numbers.group_sizes = []
    for group in range(groups):
        p = locate_by(&r.c, OF_GROUP, MOST_IDS - 1, p, fields, True, &lists.index)
        if p == NULL:
            return None
        rows = number(&r, &fields[3], LARGEST)
        q = enter_structs(&r, fields[1].at, &columns)
        if q == NULL or columns != r.leaf_count or rows == LARGEST:
            return None
        whole = 0
        for leaf in range(r.leaf_count):
            at = leaf * groups + group
            q = count_chunk(
                &r, q, rows, of_types[leaf], &numbers.said[at], &numbers.statistics[at], &numbers.index_size, &numbers.paths_size
            )
            if q == NULL:
                return None
            whole += numbers.said[at].compressed
            if whole >= LARGEST:
                return None
        numbers.group_sizes.append(whole)
    return numbers


cdef Bytes count_chunk(
    Run* r, Bytes p, int64_t rows, int type, ChunkSaid* said, uint32_t* statistics, int64_t* index, int64_t* paths
) noexcept nogil:
    """Of the chunk here; where it ends. NULL for what is not known here."""
    cdef Field chunk[MOST_IDS]
    cdef Field meta[MOST_IDS]
    cdef int64_t start, end, codec, data_pages
    cdef uint32_t of_data = 0
    p = locate(&r.c, OF_CHUNK, MOST_IDS - 1, p, chunk, True)
    if p == NULL or chunk[3].at == NULL or chunk[1].at != NULL or chunk[8].at != NULL:
        return NULL
    if locate(&r.c, OF_COLUMN, MOST_IDS - 1, chunk[3].at, meta, False) == NULL:
        said.traits |= IS_EXTENDED
        if locate(&r.c, OF_COLUMN, MOST_IDS - 1, chunk[3].at, meta, True) == NULL:
            return NULL
    said.values, said.compressed = number(r, &meta[5], -LARGEST), number(r, &meta[7], -LARGEST)
    said.uncompressed, codec = number(r, &meta[6], -LARGEST), number(r, &meta[4], -LARGEST)
    start, end = number(r, &meta[11], 0), number(r, &meta[9], -LARGEST)
    if not (0 <= said.values < SUMMED and 0 <= said.compressed < SUMMED and 0 <= said.uncompressed < SUMMED):
        return NULL
    if not (0 <= codec < 32 and 0 <= start < SUMMED and 0 <= end < SUMMED):
        return NULL
    said.codec = <uint32_t>1 << codec
    said.dictionary = max(end - start, 0) if start else 0
    if not measure_path(r, meta[3].at, paths) or not note_encodings(r, meta[2].at, &said.encodings):
        return NULL
    data_pages = note_pages(r, meta[13].at, said, &of_data)
    if data_pages < 0:
        return NULL
    if codec and said.uncompressed:
        said.traits |= IS_PACKED
    if chunk[5].at != NULL:
        index[0] += max(number(r, &chunk[5], 0), 0)
    if chunk[7].at != NULL:
        index[0] += max(number(r, &chunk[7], 0), 0)
    if not 0 <= index[0] < LARGEST:
        return NULL
    if not note_statements(r, meta, rows, type, said):
        return NULL
    if meta[12].at != NULL:
        statistics[0] = <uint32_t>(meta[12].at - r.c.begin)
    if said.values == 0:
        return p
    said.traits |= IS_FILLED
    if codec == 0:
        said.traits |= IS_UNPACKED
    if chunk[6].at == NULL:
        said.traits |= HAS_NO_COLUMN_INDEX
    if chunk[4].at == NULL and data_pages != 1:
        said.traits |= HAS_NO_OFFSET_INDEX
    if not said.encodings & E_DICTIONARY:
        said.traits |= HAS_NO_DICTIONARY
    elif not said.traits & COUNTS_PAGES:
        said.traits |= HIDES_ENCODINGS
    elif of_data & E_PLAIN and of_data & E_DICTIONARY:
        said.traits |= HAS_FALLEN
    if of_data and not of_data & ~<uint32_t>E_DICTIONARY:
        said.traits |= HAS_INDEXES_ONLY
    if meta[14].at != NULL or meta[15].at != NULL:
        said.traits |= HAS_BLOOM_FILTER
    if meta[16].at == NULL:
        said.traits |= HAS_NO_SIZES
    if meta[17].at != NULL:
        said.traits |= HAS_BOX
    return p


cdef bint measure_path(Run* r, Bytes p, int64_t* paths) noexcept nogil:
    """Bytes of a path in the footer, with a byte for the length of each name."""
    cdef int64_t count = 0
    cdef int64_t size = 0
    cdef int element = 0
    cdef int64_t at
    paths[0] += 2
    if p == NULL:
        return True
    p = list_header(&r.c, p, &count, &element)
    for at in range(count):
        if p != NULL:
            p = read_size(&r.c, p, &size)
        if p == NULL:
            return False
        p += size
        paths[0] += 1 + size
    return p != NULL


cdef bint note_encodings(Run* r, Bytes p, uint32_t* encodings) noexcept nogil:
    """A bit for each; False for one that has no bit."""
    cdef int64_t count = 0
    cdef int64_t encoding = 0
    cdef int element = 0
    cdef int64_t at
    if p == NULL:
        return False
    p = list_header(&r.c, p, &count, &element)
    for at in range(count):
        if p != NULL:
            p = read_integer(&r.c, p, 10, 64, &encoding)
        if p == NULL or not 0 <= encoding < 32:
            return False
        encodings[0] |= <uint32_t>1 << encoding
    return p != NULL


cdef int64_t note_pages(Run* r, Bytes p, ChunkSaid* said, uint32_t* of_data) noexcept nogil:
    """How many data pages are counted; -1 for what is not known here."""
    cdef Field fields[4]
    cdef int64_t entries = 0
    cdef int64_t kind, encoding, count, at
    if p == NULL:
        return 0
    p = enter_structs(r, p, &entries)
    if entries:
        said.traits |= COUNTS_PAGES
    for at in range(entries):
        if p != NULL:
            p = locate(&r.c, OF_PAGES, 3, p, fields, True)
        if p == NULL:
            return -1
        kind, encoding, count = number(r, &fields[1], -1), number(r, &fields[2], -1), number(r, &fields[3], -1)
        if kind < 0 or not 0 <= encoding < 32 or not 0 <= count < SUMMED:
            return -1
        if kind == 0 or kind == 3:
            said.pages += count
            if count:
                of_data[0] |= <uint32_t>1 << encoding
                said.traits |= HAS_PAGES_1 if kind == 0 else HAS_PAGES_2
    return said.pages if p != NULL and said.pages < SUMMED else -1


cdef bint note_statements(Run* r, const Field* meta, int64_t rows, int type, ChunkSaid* said) noexcept nogil:
    """Of its statistics and sizes; False for what is not known here."""
    cdef Field fields[MOST_IDS]
    cdef Field sizes[MOST_IDS]
    cdef bint is_held = True  # by what stands beside it
    cdef bint is_filled = said.values > 0
    cdef bint has_low, has_high
    if meta[16].at != NULL:
        if locate(&r.c, OF_SIZES, MOST_IDS - 1, meta[16].at, sizes, True) == NULL:
            return False
        if sizes[1].at != NULL:
            said.traits |= COUNTS_TEXTS
            said.texts = number(r, &sizes[1], 0)
            if not 0 <= said.texts < SUMMED:
                return False
            is_held = type != T_BYTE_ARRAY or said.texts > 0
        if sizes[3].at != NULL and not ends_in(r, sizes[3].at, said.values):
            is_held = False
    said.traits |= IS_DOUBTFUL
    if meta[12].at == NULL:
        if is_filled:
            said.traits |= HAS_NO_BOUNDS
        return True
    said.traits |= HAS_STATISTICS
    if locate(&r.c, OF_STATISTICS, MOST_IDS - 1, meta[12].at, fields, True) == NULL:
        return False
    if fields[4].at != NULL:
        said.traits |= COUNTS_DISTINCT
    if fields[3].at != NULL:
        said.traits |= COUNTS_NULLS
        said.nulls = number(r, &fields[3], 0)
        if not 0 <= said.nulls < SUMMED:
            return False
        if said.nulls == said.values:
            said.traits |= IS_ALL_NULL
        if fields[9].at != NULL and number(r, &fields[9], 0) + said.nulls == said.values:
            said.traits |= IS_ALL_NAN
    if said.traits & COUNTS_TEXTS and type == T_BYTE_ARRAY and (is_empty(r, &fields[1]) or is_empty(r, &fields[5])):
        is_held = False
    if said.values == rows and rows > 1 and fields[9].at == NULL and fields[4].at == NULL and is_held:
        said.traits &= ~<uint32_t>IS_DOUBTFUL
    has_low = fields[6].at != NULL or fields[2].at != NULL
    has_high = fields[5].at != NULL or fields[1].at != NULL
    if has_low or has_high:
        said.traits |= HAS_BOUNDS
    if fields[5].at != NULL or fields[6].at != NULL:
        said.traits |= HAS_NEW_BOUNDS
    if not note_bounds(r, fields, type, said):
        return False
    if not is_filled:
        return True
    if not (has_low or has_high):
        said.traits |= HAS_NO_BOUNDS
        return True
    if has_low != has_high:
        said.traits |= HAS_HALF
    if fields[3].at == NULL:
        said.traits |= HIDES_NULLS
    if fields[5].at == NULL and fields[6].at == NULL:
        said.traits |= HAS_OLD_ONLY
    if (fields[6].at != NULL and fields[8].at == NULL) or (fields[5].at != NULL and fields[7].at == NULL):
        said.traits |= HIDES_EXACTNESS
    return True


cdef bint ends_in(Run* r, Bytes p, int64_t last) noexcept nogil:
    """Whether this is the last of the numbers in a list."""
    cdef int64_t count = 0
    cdef int64_t value = -1
    cdef int element = 0
    cdef int64_t at
    p = list_header(&r.c, p, &count, &element)
    for at in range(count):
        if p != NULL:
            p = read_integer(&r.c, p, 10, 64, &value)
        if p == NULL:
            return False
    return count > 0 and value == last


cdef bint is_empty(Run* r, const Field* text) noexcept nogil:
    cdef int64_t size = 0
    return text.at != NULL and read_size(&r.c, text.at, &size) != NULL and size == 0


cdef bint note_bounds(Run* r, const Field* fields, int type, ChunkSaid* said) noexcept nogil:
    """How long they are, and whether one is not a number of its type, or NaN."""
    cdef int width = 4 if type == T_FLOAT else 8 if type == T_DOUBLE else 0
    cdef int64_t size = 0
    cdef int field_id
    cdef Bytes p
    for field_id in range(1, 7):
        if field_id == 3 or field_id == 4 or fields[field_id].at == NULL:
            continue
        p = read_size(&r.c, fields[field_id].at, &size)
        if p == NULL:
            return False
        said.longest = max(said.longest, size)
        if field_id > 4:
            said.bounds += size
        if width == 0 or said.values == 0:
            continue
        if size != width:
            said.traits |= HAS_ODD_FLOAT
        elif is_nan_4(p) if width == 4 else is_nan_8(p):
            said.traits |= HAS_ODD_FLOAT
    return True


cdef bint is_nan_4(Bytes p) noexcept nogil:
    """By the bits of the number, which begins with its last."""
    return p[3] & 0x7F == 0x7F and p[2] & 0x80 and (p[2] & 0x7F or p[1] or p[0])


cdef bint is_nan_8(Bytes p) noexcept nogil:
    cdef int at
    if p[7] & 0x7F != 0x7F or p[6] & 0xF0 != 0xF0:
        return False
    for at in range(6):
        if p[at]:
            return True
    return p[6] & 0x0F != 0
