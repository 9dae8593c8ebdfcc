# The questions that an index answers, from the bytes of chunks to one record batch; None for what is left to Python.

cdef class Asked:
    """The chunks of some columns, by column and then by row group, checked."""

    cdef list columns
    cdef list groups
    cdef Spans spans
    cdef int64_t first  # of the spans of chunks
    cdef int64_t height  # how many each column has
    cdef int64_t count


cdef class ChunkWalk:
    """One chunk after the other, with the path that it has to have."""

    cdef Pass v
    cdef bytes path

    def __dealloc__(self):
        release_pass(&self.v)


cdef Asked _ask(IndexReader reader, columns, groups):
    """The names and the chunks of columns, in one step; in the same one, that the index is of this footer. None for what is
    not so."""
    cdef Asked asked = Asked.__new__(Asked)
    cdef Spans spans = Spans.__new__(Spans)
    cdef dict wanted = {}
    cdef list path
    cdef int64_t column, group, at, start, end, last
    cdef int64_t frame = 0
    cdef const uint8_t* offsets
    cdef int width = reader.chunks.width
    asked.columns = list(columns)
    asked.groups = list(range(reader.groups)) if groups is None else list(groups)
    asked.spans = spans
    asked.height = len(asked.groups)
    if not _are_below(asked.columns, reader.columns) or not _are_below(asked.groups, reader.groups):
        return None
    if not reader.is_checked:
        frame = 2
        if not reader.add_element(spans, 0):
            return None
        spans.all[0].start = reader.schema_start
        end = reader.groups_start + LONGEST_HEADER
        spans.add(reader.groups_start, end if end < reader.groups_end else reader.groups_end)
    for column in asked.columns:
        if column not in reader.paths:
            path = reader.path_of(column)
            for ordinal in path:
                if ordinal not in reader.names and ordinal not in wanted:
                    wanted[ordinal] = None
                    if not reader.add_element(spans, ordinal):
                        return None
    asked.first = spans.count
    for column in asked.columns if asked.groups else ():
        last = 0
        for at in range(reader.groups):
            offsets = reader.chunks.data + (at * (reader.columns + 1) + column) * width
            start = <int64_t>_slot(offsets, width)
            end = <int64_t>_slot(offsets + width, width)
            if not last <= start < end <= reader.end:
                return None
            last = end
        for group in asked.groups:
            offsets = reader.chunks.data + (group * (reader.columns + 1) + column) * width
            spans.add(<int64_t>_slot(offsets, width), <int64_t>_slot(offsets + width, width))
    asked.count = spans.count - asked.first
    if spans.count and not reader.resolve(spans):
        return None
    if frame and not _check_frame(reader, &spans.all[0], &spans.all[1]):
        return None
    at = frame
    for ordinal in wanted:
        name = _name_in(reader, &spans.all[at])
        if name is None:
            return None
        reader.names[ordinal] = name
        at += 1
    for column in asked.columns:
        if column not in reader.paths:
            reader.paths[column] = _paths_of([reader.names[ordinal] for ordinal in reader.path_of(column)])
    return asked


cdef bint _are_below(list ordinals, count) except -1:
    """Of any size: they are those of the caller."""
    for ordinal in ordinals:
        if not 0 <= ordinal < count:
            return False
    return True


cdef tuple _paths_of(list names):
    """As a list in the compact protocol, and joined by NUL."""
    cdef list encoded = []
    cdef bytes name
    for name in names:
        encoded += (_varint(PyBytes_GET_SIZE(name)), name)
    return _list_header_of(len(names), WIRE_BINARY) + b"".join(encoded), b"\0".join(names)


cdef bint _check_frame(IndexReader reader, Span* schema, Span* groups) except -1:
    cdef Cursor c = reader.over(schema.at, schema.end - schema.start)
    cdef Pass v
    cdef Bytes p
    cdef Field fields[CHILDREN + 1]
    cdef int64_t count = 0
    p = _structs_in(&c, &count)
    if p == NULL or count != reader.elements:
        return False
    memset(&v, 0, sizeof(Pass))
    v.cursor = c
    is_whole = validate(&v, p, reader.element_plan) == c.end
    release_pass(&v)
    if not is_whole:
        return False
    if reader.tree == NULL:
        if locate(&c, ELEMENT_WIRES, CHILDREN, p, fields, True) == NULL or fields[CHILDREN].at == NULL:
            return False
        if read_integer(&c, fields[CHILDREN].at, 5, 32, &count) == NULL or count != reader.columns:
            return False
    c = reader.over(groups.at, groups.end - groups.start)
    count = 0
    if _structs_in(&c, &count) == NULL or count != reader.groups:
        return False
    reader.is_checked = True
    return True


cdef Bytes _structs_in(Cursor* c, int64_t* count) noexcept nogil:
    """Passes over the headers of a field and of its list of structs, of which these bytes may have a part."""
    cdef int64_t field_id = 0
    cdef uint64_t size
    cdef int wire = 0
    cdef Bytes p = read_field_header(c, c.begin, &wire, &field_id)
    if p == NULL or wire != WIRE_LIST or p >= c.end:
        return NULL
    size = p[0] >> 4
    wire = p[0] & 0x0F
    p += 1
    if size == 15:
        p = read_varint(c, p, 5, &size)
    count[0] = <int64_t>size
    return p if wire == WIRE_STRUCT or not size else NULL


cdef bytes _name_in(IndexReader reader, Span* span):
    cdef Pass v
    cdef Field fields[CHILDREN + 1]
    cdef int64_t length = 0
    cdef Cursor c = reader.over(span.at, span.end - span.start)
    memset(&v, 0, sizeof(Pass))
    v.cursor = c
    is_whole = validate(&v, span.at, reader.element_plan) == c.end
    release_pass(&v)
    if not is_whole or locate(&c, ELEMENT_WIRES, CHILDREN, span.at, fields, True) == NULL or fields[NAME].at == NULL:
        return None
    if read_size(&c, fields[NAME].at, &length) == NULL:
        return None
    return (<const char*>fields[NAME].end - length)[:length]


cdef object _find(IndexReader reader, list keys):
    cdef int64_t column
    cdef int64_t found = -1
    cdef bytes key
    if not reader.slots:
        return None
    for key in keys:
        for ordinal in _candidates(reader.table, reader.slots, reader.slot_width, reader.discriminator_bits, key):
            if not 0 < ordinal < reader.elements:
                return None
            column = reader.column_of(ordinal)
            if column < 0:
                continue
            if column not in reader.paths and _ask(reader, (column,), ()) is None:
                return None
            if (<tuple>reader.paths[column])[1] == key and column != found:
                if found >= 0:
                    return None
                found = column
    return found if found >= 0 else None


cdef object _place(IndexReader reader, columns, groups, batch_type, schema):
    cdef Asked asked = _ask(reader, columns, groups)
    cdef ChunkWalk walk = ChunkWalk.__new__(ChunkWalk)
    cdef Cursor* c = &walk.v.cursor
    cdef Field meta[DICTIONARY_PAGE + 1]
    cdef Rows rows
    cdef int64_t at
    cdef Batch* batch
    cdef Batch* filled
    if asked is None:
        return None
    batch = allocate_rows(asked.count, &rows)
    try:
        for at in range(asked.count):
            if not _next_chunk(reader, asked, walk, at, meta, DICTIONARY_PAGE):
                return None
            rows.data_page[at] = _number(c, &meta[DATA_PAGE])
            rows.dictionary_page[at] = _number(c, &meta[DICTIONARY_PAGE])
            rows.compressed[at] = _number(c, &meta[COMPRESSED])
            rows.uncompressed[at] = _number(c, &meta[UNCOMPRESSED])
            rows.num_values[at] = _number(c, &meta[NUM_VALUES])
            rows.codec[at] = <int32_t>_number(c, &meta[CODEC])
            if meta[DICTIONARY_PAGE].at != NULL:
                rows.has_dictionary[at >> 3] |= 1 << (at & 7)
                rows.dictionaries += 1
        _set_ordinals(asked, rows.column, rows.row_group)
        filled = batch
        batch = NULL
        return import_rows(filled, &rows, batch_type, schema)
    finally:
        free(batch)


cdef bint _next_chunk(IndexReader reader, Asked asked, ChunkWalk walk, int64_t at, Field* meta, int most) except -1:
    cdef Span* span = &asked.spans.all[asked.first + at]
    cdef Bytes end = span.at + (span.end - span.start)
    if at % asked.height == 0:
        walk.path = (<tuple>reader.paths[asked.columns[at // asked.height]])[0]
        walk.v.cursor = reader.over(span.at, span.end - span.start)
    walk.v.cursor.budget = reader.budget
    return _read_chunk(&walk.v, reader.chunk_plan, span.at, end, walk.path, meta, most)


cdef void _set_ordinals(Asked asked, int32_t* columns, int32_t* groups):
    """The first two columns of every answer."""
    cdef int64_t at = 0
    for column in asked.columns:
        for group in asked.groups:
            columns[at] = column
            groups[at] = group
            at += 1


cdef int64_t _number(Cursor* c, Field* field) noexcept nogil:
    """Of a field that validation has found whole; 0 of one that is not there."""
    cdef int64_t value = 0
    if field.at != NULL:
        read_integer(c, field.at, 10, 64, &value)
    return value
