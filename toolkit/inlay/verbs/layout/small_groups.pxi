# Part of native_owners.pyx: the owners in a row group of many small chunks, side by side. `body.py` with `chunk_rows.py` is the
# specification; whatever is not plain is left to it, and so is all that is wrong.

cdef enum:  # fields of RowGroup, ColumnChunk, ColumnMetaData
    GROUP_COLUMNS = 1
    LAST_OF_GROUP = 7
    CHUNK_META = 3
    LAST_OF_CHUNK = 3  # what has indexes is not plain
    META_CODEC = 4
    META_PACKED = 7
    META_DATA_PAGE = 9
    META_DICTIONARY_PAGE = 11
    LAST_OF_META = 17
    META_FILTER = 14

cdef enum:  # fields of PageHeader and of the headers in it
    PAGE_TYPE = 1
    PAGE_BODY = 3
    PAGE_VERSION_1 = 5
    PAGE_DICTIONARY = 7
    PAGE_VERSION_2 = 8
    PAGE_COUNT = 1
    DICTIONARY_ENCODING = 2
    ENCODING_1 = 2
    DEFINITION_ENCODING = 3
    REPETITION_ENCODING = 4
    ENCODING_2 = 4
    DEFINITION_BYTES = 5
    REPETITION_BYTES = 6

cdef enum:  # PageType, Encoding, and bytes in which `walk` looks for the header of a page first
    IS_DATA = 0
    IS_DICTIONARY = 2
    IS_DATA_2 = 3
    PLAINLY_PACKED = 4
    RUNS = 3
    FIRST_READ = 512

cdef enum:  # numbers that are handed over for kinds, in this order
    K_CHUNK
    K_DICTIONARY_PAGE
    K_DATA_PAGE
    K_HEADER
    K_REPETITIONS
    K_DEFINITIONS
    K_LEVELS_AND_VALUES
    K_VALUES
    K_DICTIONARY
    KINDS

cdef int OF_GROUP[LAST_OF_GROUP + 1]
OF_GROUP[:] = [0, WIRE_LIST, WIRE_I64, WIRE_I64, WIRE_LIST, WIRE_I64, WIRE_I64, WIRE_I16]
cdef int OF_CHUNK[LAST_OF_CHUNK + 1]
OF_CHUNK[:] = [0, 0, WIRE_I64, WIRE_STRUCT]
cdef int OF_META[LAST_OF_META + 1]
OF_META[:] = [
    0, WIRE_I32, WIRE_LIST, WIRE_LIST, WIRE_I32, WIRE_I64, WIRE_I64, WIRE_I64, WIRE_LIST, WIRE_I64, WIRE_I64, WIRE_I64,
    WIRE_STRUCT, WIRE_LIST, 0, 0, WIRE_STRUCT, WIRE_STRUCT,
]  # fmt: skip
cdef int OF_PAGE[PAGE_VERSION_2 + 1]
OF_PAGE[:] = [0, WIRE_I32, WIRE_I32, WIRE_I32, WIRE_I32, WIRE_STRUCT, WIRE_STRUCT, WIRE_STRUCT, WIRE_STRUCT]
cdef int OF_VALUES[REPETITION_BYTES + 1]
OF_VALUES[:] = [0, WIRE_I32, WIRE_I32, WIRE_I32, WIRE_I32, WIRE_I32, WIRE_I32]


cdef struct Chunk:
    int64_t start
    int64_t end
    int64_t codec


cdef Bytes read_groups_chunks(Cursor* c, Bytes p, int64_t* count) noexcept nogil:
    """Where the first chunk of a row group begins, which is all there is; NULL for what is not plain."""
    cdef Field_ fields[LAST_OF_GROUP + 1]
    cdef int element = 0
    p = locate(c, OF_GROUP, LAST_OF_GROUP, p, fields, False)
    if p != c.end or fields[GROUP_COLUMNS].at == NULL:
        return NULL
    p = list_header(c, fields[GROUP_COLUMNS].at, count, &element)
    return p if element == WIRE_STRUCT else NULL


cdef Bytes read_small_chunk(Cursor* c, Bytes p, Chunk* chunk) noexcept nogil:
    """Where it ends; NULL for one that has more than pages, or is elsewhere."""
    cdef Field_ own[LAST_OF_CHUNK + 1]
    cdef Field_ meta[LAST_OF_META + 1]
    cdef int64_t dictionary, size
    p = locate(c, OF_CHUNK, LAST_OF_CHUNK, p, own, False)
    if p == NULL or own[CHUNK_META].at == NULL:
        return NULL
    if locate(c, OF_META, LAST_OF_META, own[CHUNK_META].at, meta, False) == NULL:
        return NULL
    chunk.codec = number_at(c, &meta[META_CODEC], -1)
    chunk.start = number_at(c, &meta[META_DATA_PAGE], -1)
    dictionary = number_at(c, &meta[META_DICTIONARY_PAGE], 0)
    size = number_at(c, &meta[META_PACKED], -1)
    if chunk.codec < 0 or chunk.start < 0 or dictionary < 0 or size <= 0:
        return NULL
    if dictionary and (not chunk.start or dictionary < chunk.start):
        chunk.start = dictionary
    chunk.end = chunk.start + size
    return p if chunk.end > chunk.start else NULL


cdef int64_t number_at(Cursor* c, const Field_* field, int64_t absent) noexcept nogil:
    """A number that is no less than 0; -1 for any other."""
    cdef int64_t value = 0
    if field.at == NULL:
        return absent
    return value if read_integer(c, field.at, 10, 64, &value) != NULL and value >= 0 else -1


def find_extent(bytes data not None, int64_t columns):
    """Where the pages of the row group `data` begin and end, if it has so many chunks and nothing but their pages, side by side and in
    their order; None otherwise."""
    cdef Cursor c = make_cursor(<Bytes>PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data), DEEPEST, 0, 0, 0)
    cdef Chunk chunk
    cdef int64_t count = 0
    cdef int64_t start = -1
    cdef int64_t end = -1
    cdef int64_t at
    c.container = c.binary = PyBytes_GET_SIZE(data)
    cdef Bytes p = read_groups_chunks(&c, c.begin, &count)
    if p == NULL or count != columns or not count:
        return None
    for at in range(count):
        p = read_small_chunk(&c, p, &chunk)
        if p == NULL or (at and chunk.start != end):
            return None
        start = start if at else chunk.start
        end = chunk.end
    return start, end


cdef struct Place:
    int row_group
    int column
    int page
    int64_t parent


cdef class GroupWriter:
    """Adds what is in row groups of a file: `levels` has the highest definition and repetition level of each leaf, `kinds` the numbers
    of kinds in their order here, `limits` those of page headers."""

    cdef OwnerColumns columns
    cdef Plan* plan
    cdef Pass pass_
    cdef int kinds[KINDS]
    cdef list levels
    cdef object limits
    cdef int64_t allowed[2]

    def __cinit__(self):
        memset(&self.pass_, 0, sizeof(Pass))
        self.plan = NULL

    def __dealloc__(self):
        release_pass(&self.pass_)

    def __init__(self, OwnerColumns columns not None, cls, list levels not None, kinds, limits):
        self.columns, self.levels, self.limits = columns, levels, limits
        self.plan = plan_of(cls)
        self.allowed[0] = -1
        for at, kind in enumerate(kinds):
            if at < KINDS:
                self.kinds[<int>at] = kind

    def add(self, bytes data not None, pages, int64_t start, list names not None, int64_t parent, int row_group):
        """The chunks of the row group `data`, whose `pages` begin at `start` of the file, inside of the row `parent`; `names` are numbers
        of those of the columns. False where Python has to do it, and then nothing is added."""
        cdef Lent lent = Lent(pages)
        cdef OwnerColumns columns = self.columns
        cdef Cursor c = make_cursor(<Bytes>PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data), DEEPEST, 0, 0, 0)
        cdef Py_ssize_t before = columns.begin()
        cdef Chunk chunk
        cdef Place place
        cdef Bytes begin = <Bytes>lent.view.buf
        cdef Bytes p
        cdef int64_t count = 0
        cdef int64_t at
        cdef bint is_done = False
        c.container = c.binary = PyBytes_GET_SIZE(data)
        if self.plan == NULL or not self.plan.is_native or self.plan.has_hooks or not 0 < self.limits.depth <= DEEPEST:
            return False
        p = read_groups_chunks(&c, c.begin, &count)
        if p == NULL or count != len(names) or count != len(self.levels):
            return False
        place.row_group = row_group
        try:
            for at in range(count):
                p = read_small_chunk(&c, p, &chunk)
                if p == NULL or chunk.start < start or chunk.end - start > lent.view.len:
                    break
                place.column, place.page = <int>at, NOTHING
                place.parent = columns.add(
                    self.kinds[K_CHUNK], chunk.start, chunk.end - chunk.start, names[at], row_group, place.column, parent
                )
                if not self.add_pages(begin + (chunk.start - start), &chunk, &place, self.levels[at]):
                    break
                columns.close(place.parent, chunk.end - chunk.start, chunk.end - chunk.start)
            else:
                is_done = True
        except Exception:  # but no interrupt: as in add_owners
            columns.take_back(before)
            raise
        columns.take_back(columns.count if is_done else before)
        return is_done

    cdef bint add_pages(self, Bytes p, const Chunk* chunk, Place* place, tuple levels) except -1:
        cdef Pass* v = &self.pass_
        cdef Bytes begin = p
        cdef Bytes end = p + (chunk.end - chunk.start)
        cdef Bytes body
        cdef Field_ fields[PAGE_VERSION_2 + 1]
        cdef int64_t kind, size, most, offset
        cdef int64_t parent = place.parent
        cdef int count = 0
        while p < end:
            most = FIRST_READ if end - p > FIRST_READ else end - p
            if self.allowed[0] != most:
                self.allowed[0], self.allowed[1] = most, self.limits.memory(most)
            v.cursor = make_cursor(p, most, self.limits.depth, self.limits.container, self.limits.binary, self.allowed[1])
            v.irregular = v.greatest_depth = 0
            v.has_frame = v.is_root_irregular = v.has_maps = False
            body = validate(v, p, self.plan)
            v.cursor.depth = 0
            if body == NULL or locate(&v.cursor, OF_PAGE, PAGE_VERSION_2, p, fields, True) != body:
                return False
            kind, size = number_at(&v.cursor, &fields[PAGE_TYPE], -1), number_at(&v.cursor, &fields[PAGE_BODY], -1)
            if not 0 <= size <= end - body or kind not in (IS_DATA, IS_DICTIONARY, IS_DATA_2):
                return False
            offset = chunk.start + (p - begin)
            place.page = NOTHING if kind == IS_DICTIONARY else count
            count += kind != IS_DICTIONARY
            place.parent = self.columns.add(
                self.kinds[K_DICTIONARY_PAGE if kind == IS_DICTIONARY else K_DATA_PAGE], offset, body + size - p, NOTHING,
                place.row_group, place.column, parent,
            )
            self.columns.close(place.parent, body + size - p, body + size - p)
            self.columns.set_page(place.parent, place.page, NOTHING)
            self.add_part(K_HEADER, offset, body - p, place, NOTHING)
            if not self.add_body(&v.cursor, fields, kind, body, size, offset + (body - p), chunk, place, levels):
                return False
            p = body + size
        place.parent = parent
        return True

    cdef bint add_body(
        self, Cursor* c, const Field_* fields, int64_t kind, Bytes body, int64_t size, int64_t offset, const Chunk* chunk,
        Place* place, tuple levels,
    ) except -1:
        cdef Field_ said[REPETITION_BYTES + 1]
        cdef Bytes p
        cdef int definition = levels[0]
        cdef int repetition = levels[1]
        cdef int64_t encoding, first, second
        if kind == IS_DICTIONARY:
            p = fields[PAGE_DICTIONARY].at
            if p == NULL or locate(c, OF_VALUES, DICTIONARY_ENCODING, p, said, True) == NULL:
                return False
            encoding = number_at(c, &said[DICTIONARY_ENCODING], -1)
            if encoding < 0:
                return False
            self.add_part(K_DICTIONARY, offset, size, place, encoding)
            return True
        p = fields[PAGE_VERSION_1 if kind == IS_DATA else PAGE_VERSION_2].at
        if p == NULL or locate(c, OF_VALUES, REPETITION_ENCODING if kind == IS_DATA else REPETITION_BYTES, p, said, True) == NULL:
            return False
        encoding = number_at(c, &said[ENCODING_1 if kind == IS_DATA else ENCODING_2], -1)
        if encoding < 0:
            return False
        if kind == IS_DATA_2:
            first, second = number_at(c, &said[REPETITION_BYTES], -1), number_at(c, &said[DEFINITION_BYTES], -1)
            if not 0 <= first <= size or not 0 <= second <= size - first:
                return False
            self.add_part(K_REPETITIONS, offset, first, place, RUNS)
            self.add_part(K_DEFINITIONS, offset + first, second, place, RUNS)
            self.add_part(K_VALUES, offset + first + second, size - first - second, place, encoding)
            return True
        if chunk.codec:
            self.add_part(K_LEVELS_AND_VALUES if definition or repetition else K_VALUES, offset, size, place, encoding)
            return True
        first = 0
        if repetition and not self.add_levels(
            K_REPETITIONS, number_at(c, &said[REPETITION_ENCODING], -1), body, size, offset, &first, place
        ):
            return False
        if definition and not self.add_levels(
            K_DEFINITIONS, number_at(c, &said[DEFINITION_ENCODING], -1), body, size, offset, &first, place
        ):
            return False
        self.add_part(K_VALUES, offset + first, size - first, place, encoding)
        return True

    cdef bint add_levels(
        self, int kind, int64_t encoding, Bytes body, int64_t size, int64_t offset, int64_t* at, const Place* place
    ) except -1:
        """Those at `at` of the body, which then is behind them."""
        cdef Bytes p = body + at[0]
        cdef int64_t length
        if encoding < 0 or encoding == PLAINLY_PACKED or size - at[0] < 4:
            return False
        length = 4 + (<int64_t>p[0] | <int64_t>p[1] << 8 | <int64_t>p[2] << 16 | <int64_t>p[3] << 24)
        if length > size - at[0]:
            return False
        self.add_part(kind, offset + at[0], length, place, encoding)
        at[0] += length
        return True

    cdef int add_part(self, int kind, int64_t start, int64_t size, const Place* place, int64_t encoding) except -1:
        cdef Py_ssize_t row
        if size > 0:
            row = self.columns.add(self.kinds[kind], start, size, NOTHING, place.row_group, place.column, place.parent)
            self.columns.set_page(row, place.page, <int>encoding)
        return 0
