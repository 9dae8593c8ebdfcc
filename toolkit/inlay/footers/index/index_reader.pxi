# An index as it is read: `inlay.footers.index.view` and `inlay.footers.designs.thrift.indexed_footer` are the specification. Whatever they
# would refuse is left to them.

cdef enum:
    LONGEST_HEADER = 10  # of a field, of its list, and the size of that
    MOST_FIELDS = 32  # of FileMetaData
    FEW = 64  # chunks
    SHARE = 4  # of all chunks, one in so many

cdef struct Numbers:
    # of one width, as `PackedNumbers`
    const uint8_t* data
    int64_t count
    int width

cdef struct Span:
    int64_t start
    int64_t end
    Bytes at

cdef int INDEX_WIRES[6]
cdef int DESIGN_WIRES[5]
cdef int TABLE_WIRES[4]
INDEX_WIRES[:] = [0, WIRE_I32, WIRE_I32, WIRE_BINARY, WIRE_MAP, WIRE_STRUCT]
DESIGN_WIRES[:] = [0, WIRE_I32, WIRE_BINARY, WIRE_BINARY, WIRE_STRUCT]
TABLE_WIRES[:] = [0, WIRE_I32, WIRE_I32, WIRE_BINARY]


cdef class Spans:
    """Parts of a footer, and where their bytes are once they were fetched."""

    cdef Span* all
    cdef int64_t count
    cdef int64_t size
    cdef list kept

    def __dealloc__(self):
        free(self.all)

    cdef int add(self, int64_t start, int64_t end) except -1:
        cdef void* larger
        if self.count == self.size:
            self.size = self.size * 2 or 32
            larger = realloc(self.all, self.size * sizeof(Span))
            if larger == NULL:
                raise MemoryError
            self.all = <Span*>larger
        self.all[self.count] = Span(start, end, NULL)
        self.count += 1
        return 0


cdef class IndexReader:
    """An index, and the footer that it is of. `open_index` makes it; every answer is None where Python has to say what is so."""

    cdef object fetch  # a CountedFetch
    cdef object range_type
    # The owners of the bytes below. No buffer is held: the collector takes views apart whose buffers are in use.
    cdef object known, content
    cdef Bytes known_at  # the last bytes of the footer, or all of it
    cdef Bytes content_at  # the index
    cdef int64_t content_size
    cdef int64_t known_start, tail_start, offset, size
    cdef int64_t end  # of what the index is of
    cdef int64_t columns, groups, elements, slots
    cdef Numbers chunks, starts, children
    cdef const uint8_t* table
    cdef int slot_width, discriminator_bits
    cdef int32_t* tree  # of each element its parent; of each column its element; of each element its column, or -1
    cdef int64_t schema_start, schema_end, groups_start, groups_end
    cdef bint is_checked
    cdef dict names  # of elements
    cdef dict paths  # of columns: as a list in the compact protocol, and joined by NUL
    cdef Plan* chunk_plan
    cdef Plan* element_plan
    cdef int depth
    cdef int64_t container, binary, budget

    def shape(self):
        """Columns and row groups."""
        return (self.columns, self.groups) if _ask(self, (), ()) is not None else None

    def find(self, list keys not None):
        """The column whose path is one of these, whose names are joined by NUL; None where there is none, or there are several."""
        return _find(self, keys)

    def place(self, columns, groups, batch_type, schema):
        return _place(self, columns, groups, batch_type, schema) if self.are_few(columns, groups) else None

    def bounds(self, columns, groups, batch_type, schema):
        return _bounds(self, columns, groups, batch_type, schema) if self.are_few(columns, groups) else None

    cdef bint are_few(self, columns, groups) except -1:
        """More are walked."""
        cdef int64_t count
        if columns is None:
            return False
        count = len(columns) * (self.groups if groups is None else len(groups))
        return count <= FEW or count * SHARE <= self.columns * self.groups

    def __dealloc__(self):
        free(self.tree)

    cdef Cursor over(self, Bytes at, int64_t size):
        return make_cursor(at, size, self.depth, self.container, self.binary, self.budget)

    cdef bint parse(self) except -1:
        cdef Field fields[6]
        cdef Field layout[5]
        cdef Field table[4]
        cdef Cursor c = self.over(self.content_at, self.content_size)
        cdef int64_t bits = 0
        cdef Numbers slots
        if locate(&c, INDEX_WIRES, 5, c.begin, fields, True) == NULL or fields[4].at == NULL or fields[5].at == NULL:
            return False
        if not _count(&c, &fields[1], &self.columns) or not _count(&c, &fields[2], &self.groups):
            return False
        if not _numbers(&c, &fields[3], self.groups * (self.columns + 1), &self.chunks) or not self.parse_fields(&c, fields[4].at):
            return False
        if locate(&c, DESIGN_WIRES, 4, fields[5].at, layout, True) == NULL or not _count(&c, &layout[1], &self.elements):
            return False
        if not self.elements or not _numbers(&c, &layout[2], self.elements, &self.starts):
            return False
        if layout[3].at != NULL:
            if not _numbers(&c, &layout[3], self.elements, &self.children) or not self.parse_tree():
                return False
        elif self.elements != self.columns + 1:
            return False
        if layout[4].at == NULL:
            return True
        if locate(&c, TABLE_WIRES, 3, layout[4].at, table, True) == NULL or not _count(&c, &table[1], &self.slots):
            return False
        if not self.slots or not _numbers(&c, &table[3], self.slots, &slots):
            return False
        if table[2].at != NULL and not _count(&c, &table[2], &bits) or bits >= slots.width * 8:
            return False
        self.table = slots.data
        self.slot_width = slots.width
        self.discriminator_bits = <int>bits
        return True

    cdef bint parse_fields(self, Cursor* c, Bytes p) except -1:
        """Where schema and row groups begin, and the fields behind them."""
        cdef int64_t starts[MOST_FIELDS]
        cdef int64_t size = 0
        cdef int64_t field_id = 0
        cdef int64_t at, other
        cdef int key_type = 0
        cdef int value_type = 0
        p = map_header(c, p, &size, &key_type, &value_type)
        if p == NULL or not is_varint(key_type) or not is_varint(value_type) or not 0 < size <= MOST_FIELDS:
            return False
        self.schema_start = self.groups_start = -1
        for at in range(size):
            p = read_integer(c, p, 3, 16, &field_id)
            if p == NULL:
                return False
            p = read_integer(c, p, 10, 64, &starts[at])
            if p == NULL or not 0 <= starts[at] < self.end:
                return False
            if field_id == SCHEMA:
                self.schema_start = starts[at]
            elif field_id == ROW_GROUPS:
                self.groups_start = starts[at]
            for other in range(at):
                if starts[other] == starts[at]:
                    return False
        self.schema_end = self.groups_end = self.end
        for at in range(size):
            if self.schema_start < starts[at] < self.schema_end:
                self.schema_end = starts[at]
            if self.groups_start < starts[at] < self.groups_end:
                self.groups_end = starts[at]
        return self.schema_start >= 0 and self.groups_start >= 0

    cdef bint parse_tree(self) except -1:
        cdef int64_t count = self.elements
        cdef int64_t at, children, top
        cdef int64_t leaves = 0
        cdef int32_t* open_groups
        cdef int32_t* left
        if count + self.columns >= 1 << 30 or self.columns >= count:
            return False
        # The groups that are open, and how many children each still has, lie behind the rest until it is through.
        self.tree = <int32_t*>malloc((4 * count + self.columns) * sizeof(int32_t))
        if self.tree == NULL:
            raise MemoryError
        open_groups = self.tree + 2 * count + self.columns
        left = open_groups + count
        top = -1
        for at in range(count):
            children = <int64_t>_slot(self.children.data + at * self.children.width, self.children.width)
            while top >= 0 and not left[top]:
                top -= 1
            if (at and top < 0) or not 0 <= children < count:
                return False
            self.tree[at] = open_groups[top] if top >= 0 else 0
            self.tree[count + self.columns + at] = -1
            if top >= 0:
                left[top] -= 1
            if children:
                top += 1
                open_groups[top] = <int32_t>at
                left[top] = <int32_t>children
            else:
                if leaves == self.columns:
                    return False
                self.tree[count + self.columns + at] = <int32_t>leaves
                self.tree[count + leaves] = <int32_t>at
                leaves += 1
        while top >= 0 and not left[top]:
            top -= 1
        return top < 0 and leaves == self.columns

    cdef int64_t column_of(self, int64_t ordinal) noexcept:
        """-1 for a group."""
        if not 0 < ordinal < self.elements:
            return -1
        return ordinal - 1 if self.tree == NULL else self.tree[self.elements + self.columns + ordinal]

    cdef list path_of(self, int64_t column):
        """The elements that name it."""
        cdef list path
        cdef int64_t ordinal
        if self.tree == NULL:
            return [column + 1]
        path = []
        ordinal = self.tree[self.elements + column]
        while ordinal > 0:
            path.append(ordinal)
            ordinal = self.tree[ordinal]
        path.reverse()
        return path

    cdef bint add_element(self, Spans spans, int64_t ordinal) except -1:
        cdef int64_t start = <int64_t>_slot(self.starts.data + ordinal * self.starts.width, self.starts.width)
        cdef int64_t end = self.schema_end
        if ordinal + 1 < self.elements:
            end = <int64_t>_slot(self.starts.data + (ordinal + 1) * self.starts.width, self.starts.width)
        if not self.schema_start < start < end <= self.schema_end:
            return False
        spans.add(start, end)
        return True

    cdef bint resolve(self, Spans spans) except -1:
        """The bytes of all spans; those that are not here come in one step."""
        cdef Span* span
        cdef int64_t at
        cdef int64_t away = 0
        cdef int64_t total = 0
        cdef list ranges = []
        for at in range(spans.count):
            span = &spans.all[at]
            if not 0 <= span.start < span.end <= self.size:
                return False
            if span.start < self.tail_start:
                away += 1
                total += span.end - span.start
                if span.start < self.known_start:
                    ranges.append(self.range_type(self.offset + span.start, span.end - span.start))
            if span.start >= self.known_start:
                span.at = self.known_at + (span.start - self.known_start)
        if not ranges:
            if away:
                self.fetch.count(total, away)
            return True
        spans.kept = [piece if type(piece) is bytes else bytes(piece) for piece in self.fetch(ranges)]
        if len(spans.kept) != len(ranges):
            return False
        away = 0
        for at in range(spans.count):
            span = &spans.all[at]
            if span.at == NULL:
                piece = spans.kept[away]
                away += 1
                if PyBytes_GET_SIZE(piece) != span.end - span.start:
                    return False
                span.at = <Bytes>PyBytes_AS_STRING(piece)
        return True


def open_index(fetch, range_type, known not None, int64_t known_start, int64_t tail_start, int64_t offset, int64_t size, content not None, int64_t end, chunk_type, element_type, limits):
    """The reader of an index, which is `content`. `known` are the bytes of the footer from `known_start` on; those before
    `tail_start` count as fetched. None for what is left to Python."""
    cdef IndexReader reader = IndexReader.__new__(IndexReader)
    cdef int64_t known_size = 0
    reader.chunk_plan = plan_of(chunk_type)
    reader.element_plan = plan_of(element_type)
    if not _can_read(reader.chunk_plan, limits) or not _can_read(reader.element_plan, limits):
        return None
    reader.known, reader.content = known, content
    reader.known_at = _bytes_in(known, &known_size)
    reader.content_at = _bytes_in(content, &reader.content_size)
    if known_start < 0 or known_size != size - known_start or not 0 <= end <= size:
        return None
    reader.fetch, reader.range_type = fetch, range_type
    reader.known_start, reader.tail_start, reader.offset, reader.size, reader.end = known_start, tail_start, offset, size, end
    reader.depth, reader.container, reader.binary = limits.depth, limits.container, limits.binary
    reader.budget = limits.memory(0)
    reader.names, reader.paths = {}, {}
    return reader if reader.parse() else None


cdef Bytes _bytes_in(owner, int64_t* size) except? NULL:
    """They stay where they are for as long as their owner, bytes or a view of its own, is there."""
    cdef Py_buffer buffer
    PyObject_GetBuffer(owner, &buffer, PyBUF_SIMPLE)
    size[0] = buffer.len
    PyBuffer_Release(&buffer)
    return <Bytes>buffer.buf


cdef bint _count(Cursor* c, Field* field, int64_t* value) noexcept:
    return field.at != NULL and read_integer(c, field.at, 5, 32, value) != NULL and value[0] >= 0


cdef bint _numbers(Cursor* c, Field* field, int64_t count, Numbers* numbers) noexcept:
    cdef int64_t length = 0
    if field.at == NULL or read_size(c, field.at, &length) == NULL:
        return False
    numbers.data = field.end - length
    numbers.count = count
    numbers.width = 1
    if not count:
        return length == 0
    if length % count or not 0 < length // count <= 8:
        return False
    numbers.width = <int>(length // count)
    return True
