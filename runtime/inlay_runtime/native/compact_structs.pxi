# Part of compact.pyx: structs out of validated bytes, and what they hold beyond their schema.


cdef struct Build:
    Cursor cursor
    Bytes p
    PyObject* data  # the bytes
    PyObject* view  # of a lazy build, or NULL; of its source
    Index* index  # or NULL
    PyObject* frame  # what the current struct held beyond its fields, or NULL
    int64_t field_id  # the field of the current struct, and where its value starts
    Bytes value
    bint keeps_lists_closed
    PyObject* reader  # of hooks: None where there are none
    int depth  # of the value at `p`, for hooks
    int wire_type  # of the current field, for hooks
    # what an eager build has made: equal texts and bytes become one object, since footers repeat themselves (the
    # path of a column in every row group, statistics under their old and new names)
    PyObject** texts
    PyObject* recent[4]
    int turn


@cython.final
cdef class Frame:
    """What one struct held beyond its fields, while it is built."""

    cdef list unknown_fields
    cdef dict element_types
    cdef dict seen
    cdef object extension


cdef Frame frame_of(Build* b):
    cdef Frame frame
    if b.frame == NULL:
        frame = Frame.__new__(Frame)
        frame.unknown_fields = []
        frame.element_types = {}
        Py_INCREF(frame)
        b.frame = <PyObject*>frame
    return <Frame>b.frame


cdef object remainder_of(Build* b):
    """What the current struct held beyond its fields, or None."""
    if b.frame == NULL:
        return None
    cdef Frame frame = <Frame>b.frame
    return Remainder(
        unknown_fields=tuple(frame.unknown_fields),
        order=None if frame.seen is None else tuple(frame.seen),
        element_types=frame.element_types,
        extension=frame.extension,
    )


cdef int note_types(Build* b, Bytes at, int types) except -1:
    """Remembers element types that the writer would not choose."""
    noted = frame_of(b).element_types
    noted.setdefault(b.field_id, {})[at - b.value] = types
    return 0


cdef struct Head:
    # the header of a field
    int64_t wire_id
    int64_t field_id
    int wire_type


cdef inline Bytes read_head(Build* b, Bytes p, Head* head) except? NULL:
    """Passes over a field's header, or over the stop byte."""
    if p != NULL:
        p = read_field_header(&b.cursor, p, &head.wire_type, &head.wire_id)
    if p == NULL:
        raise Rejected
    head.field_id = fold_extension(head.wire_id, head.wire_type)
    return p


cdef int note_order(Build* b, Plan* plan, Bytes begin, Bytes start, int64_t key) except -1:
    """Remembers the keys of a struct whose fields do not ascend, in their order."""
    cdef Frame frame = frame_of(b)
    cdef Head head
    cdef Bytes p = begin
    if frame.seen is None:
        frame.seen = {}
        head.wire_id = 0
        while p < start:
            p = read_head(b, p, &head)
            frame.seen[key_of(&b.cursor, p, row_of_head(plan, &head), head.field_id, head.wire_type)] = None
            p = skip(&b.cursor, p, head.wire_type)
            if p == NULL:
                raise Rejected
    frame.seen[key] = None
    return 0


cdef inline Row* row_of_head(Plan* plan, Head* head) noexcept nogil:
    """The row of a field, or NULL."""
    return row_of(plan, <int>head.field_id) if head.field_id < EXTENSION_ID else NULL


cdef object build_extension(Build* b, Bytes p, int64_t wire_id, Bytes* end):
    cdef int64_t size = 0
    p = read_size(&b.cursor, p, &size)
    if p == NULL:
        raise Rejected
    end[0] = p + size
    header = Header.SPEC if wire_id == SPEC_WIRE_ID else Header.ZIGZAG
    return Extension(PyBytes_FromStringAndSize(<char*>p, size), header)


cdef Bytes keep_unknown(Build* b, Bytes p, Head* head) except NULL:
    cdef Bytes end = skip(&b.cursor, p, head.wire_type)
    if end == NULL:
        raise Rejected
    raw = PyBytes_FromStringAndSize(<char*>p, end - p)
    field_id = head.wire_id if head.field_id == NO_EXTENSION else head.field_id
    frame_of(b).unknown_fields.append(UnknownField(field_id, head.wire_type, raw))
    return end


cdef object build_struct(Build* b, Plan* plan, Node node):
    """The struct at `b.p`, which ends up behind it; or NULL where a mask asks for nothing more of it."""
    cdef object record = make_record(plan)
    build_into(b, plan, node, record)
    return record


cdef int build_into(Build* b, Plan* plan, Node node, object record) except -1:
    """The same, into an instance with nothing in it.

    In a lazy build, structs in lists are stubs; with `keeps_lists_closed` lists stay empty slots, here and in the structs
    below that are fields.
    """
    cdef PyObject* outer_frame = b.frame
    cdef int64_t outer_id = b.field_id
    cdef Bytes outer_value = b.value
    cdef bint keeps_lists_closed = b.keeps_lists_closed
    cdef Bytes begin = b.p
    cdef uint64_t pending = 0
    b.frame = NULL
    b.keeps_lists_closed = False
    b.depth += 1
    try:
        pending = build_fields(b, plan, node, record, keeps_lists_closed)
        if pending and b.frame != NULL:  # a remainder and a view do not fit into one slot
            drop_values(record, plan)
            Py_DECREF(<object>b.frame)
            b.frame = NULL
            b.p = begin
            pending = build_fields(b, plan, node, record, False)
        remainder = remainder_of(b) if node is None else node.remainder
        if pending:
            remainder = <object>b.view
            (<Located>record).state = PARTIAL
            (<Located>record).position = <uint32_t>(begin - b.cursor.begin)
        store(record, plan.remainder_offset, remainder)
    finally:
        Py_XDECREF(b.frame)
        b.frame = outer_frame
        b.field_id = outer_id
        b.value = outer_value
        b.keeps_lists_closed = keeps_lists_closed
        b.depth -= 1
    return 0


cdef uint64_t build_fields(
    Build* b, Plan* plan, Node node, object record, bint keeps_lists_closed
) except? 0xFFFF:
    """Fills the slots of a new instance; returns which lists stay closed, a bit for each row."""
    cdef Bytes begin = b.p
    cdef Bytes p = begin
    cdef Bytes start
    cdef Head head
    cdef int64_t previous_id = 0
    cdef int64_t key
    cdef int at
    cdef uint64_t pending = 0
    cdef Row* row
    cdef Type* type_
    cdef object value
    cdef Wanted wanted = ALL
    cdef uint8_t* next_row = plan.next
    head.wire_id = head.field_id = 0
    while p != NULL:
        start = p
        previous_id = head.field_id
        if next_row != NULL and p < b.cursor.end and is_expected(b, p, plan, next_row):
            at = next_row[p[0]]  # what well-behaved writers emit
            head.wire_type = p[0] & 0x0F
            p += 1
            row = &plan.rows[at]
            head.wire_id = head.field_id = row.id
            next_row = plan.next + 256 * (at + 1)
        else:
            p = read_head(b, p, &head)
            if head.wire_type == STOP:
                break
            next_row = NULL  # from here on, all is looked at
            row = row_of_head(plan, &head)
            at = <int>(row - plan.rows) if row != NULL else -1
            key = key_of(&b.cursor, p, row, head.field_id, head.wire_type)
            if head.field_id <= previous_id and start > begin or (
                b.frame != NULL and (<Frame>b.frame).seen is not None
            ):
                note_order(b, plan, begin, start, key)
            if key != head.field_id:
                row = NULL  # of another type than declared
        if head.field_id == EXTENSION_ID:
            value = build_extension(b, p, head.wire_id, &p)
            if node is None or node.extension:
                store(record, plan.extension_offset, value)
            continue
        if row == NULL:
            p = keep_unknown(b, p, &head)
            continue
        type_ = row.type
        if node is not None:
            if at > node.last and not node.extension:
                p = NULL
                break
            wanted = <Wanted>node.wanted[at]
            if wanted == NOTHING:
                p = skip_value(b, p, type_)
                continue
        if type_.kind == K_BOOL:
            value = head.wire_type == TRUE
        else:
            b.p = p
            b.value = p
            b.field_id = head.field_id
            b.wire_type = head.wire_type
            if keeps_lists_closed and at < 64 and may_stay_closed(b, p, type_):
                pending |= <uint64_t>1 << at
                p = skip_value(b, p, type_)
                continue
            if type_.kind == K_HOOKED:
                value = build_hooked(b, type_, True)
                if value is None and row.required:
                    raise Rejected
            elif type_.kind == K_STRUCT:
                b.keeps_lists_closed = keeps_lists_closed
                value = build_child(b, type_.plan, None if wanted == ALL else <Node>node.choices[at])
                b.keeps_lists_closed = False
            elif wanted == ALL:
                value = build_value(b, type_)
            else:
                value = build_list(b, type_, <Segments>node.choices[at])
            if b.p == NULL and (at < node.last or node.extension):  # that struct is masked, too
                b.p = skip_value(b, p, type_)
            p = b.p
        store(record, row.offset, value)
    b.p = p
    store_absent(record, plan, node, pending)
    return pending


cdef inline bint is_expected(Build* b, Bytes p, Plan* plan, uint8_t* next_row) noexcept nogil:
    """Whether the header at `p` is that of a field as well-behaved writers emit it, and its elements are, too."""
    cdef Row* row
    if next_row[p[0]] == NO_ROW:
        return False
    row = &plan.rows[next_row[p[0]]]
    return row.kind < K_LIST or has_declared_elements(&b.cursor, p + 1, row.type)


cdef inline void store_absent(object record, Plan* plan, Node node, uint64_t pending) noexcept:
    """None for what is asked for and what the bytes have nothing for."""
    cdef int at
    for at in range(plan.count):
        if slot_of(record, plan.rows[at].offset) == NULL and not (at < 64 and pending >> at & 1):
            if node is None or node.wanted[at]:
                store(record, plan.rows[at].offset, None)
    if slot_of(record, plan.extension_offset) == NULL and (node is None or node.extension):
        store(record, plan.extension_offset, None)


cdef bint may_stay_closed(Build* b, Bytes p, Type* type_) noexcept:
    """Whether a list can be built when it is touched: it says nothing that its struct has to remember."""
    if type_.kind != K_LIST or type_.element.kind == K_LIST or type_.element.kind == K_MAP:
        return False
    return p < b.cursor.end and p[0] & 0x0F == type_.element.wire


cdef inline bint is_nested(Type* type_) noexcept:
    return type_.kind == K_STRUCT and type_.plan.is_nested


cdef Bytes skip_value(Build* b, Bytes p, Type* type_) except NULL:
    """Passes over a value in one step where the index knows it."""
    cdef ListSpan* span
    if type_.kind == K_BOOL:
        return p
    if type_.kind == K_LIST and b.index != NULL and (p >= b.cursor.end or p[0] >= 0xF0 or is_nested(type_.element)):
        span = span_at(b.index, <uint32_t>(p - b.cursor.begin))
        if span != NULL:
            return b.cursor.begin + span.end
    if type_.kind == K_STRUCT and type_.plan.is_heavy and b.index != NULL:
        p = skip_nested(b, p, type_.plan)
    else:
        p = skip_element(&b.cursor, p, type_.wire)
    if p == NULL:
        raise Rejected
    return p


cdef Bytes skip_nested(Build* b, Bytes p, Plan* plan) except NULL:
    """A struct that may hold lists which the index knows."""
    cdef Head head
    cdef Row* row
    head.wire_id = 0
    while True:
        p = read_head(b, p, &head)
        if head.wire_type == STOP:
            return p
        row = row_of_head(plan, &head)
        if row != NULL and row.type.wire == head.wire_type:
            p = skip_value(b, p, row.type)
        else:
            p = skip(&b.cursor, p, head.wire_type)
            if p == NULL:
                raise Rejected
